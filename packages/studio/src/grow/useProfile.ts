import { useEffect, useState } from "react";
import { useStudio } from "../state/context.js";
import type { TreeView } from "../work/protocol.js";
import type { ProfileAnswer } from "../work/requests/edit.js";

/** How the tested attribute of a node and the target are distributed over its rows; undefined until it is known. */
export function useProfile(tree: TreeView, node: number): ProfileAnswer | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ tree: TreeView; node: number; answer: ProfileAnswer }>();
  const attribute = tree.names[tree.attribute[node]];
  useEffect(() => {
    let isWanted = true;
    studio.ask("profile", { node, attribute }).then(
      (answer) => isWanted && setFound({ tree, node, answer }),
      // A learner that does not grow from sums has no profile: the other edits still work.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [studio, tree, node, attribute]);
  return found?.tree === tree && found.node === node ? found.answer : undefined;
}
