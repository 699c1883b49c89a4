import { useMemo } from "react";
import { plural } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { narrowed, partOf } from "../tree/growing.js";
import { sceneOf } from "../tree/scene.js";
import { TreeCanvas } from "../tree/TreeCanvas.js";
import { Legend } from "../ui/Legend.js";
import type { LessonAnswer } from "../work/lessonTypes.js";
import type { TreeView } from "../work/protocol.js";
import type { Shown } from "./lesson.js";

const NONE: ReadonlySet<number> = new Set();
const NO_FACTS = new Map<number, never>();
const open = () => false;
const NARROW = 0.7;

interface Props {
  readonly answer: LessonAnswer;
  readonly tree: TreeView;
  readonly shown: Shown;
}

/** The tree as far as the step has got. */
export function LessonTree({ answer, tree, shown }: Props) {
  const theme = useStudioState((state) => state.theme);
  const { paths = [] } = answer;
  const scene = useMemo(() => {
    const whole = narrowed(sceneOf(tree, "tree", open), NARROW);
    const divided = shown.open;
    return divided === undefined ? whole : partOf(whole, (node) => !divided.includes(paths[node]));
  }, [tree, shown.open, paths]);
  return (
    <section className="card preview lesson-tree" aria-label="The tree">
      <div className="row spread">
        <Legend target={tree.target} />
      </div>
      <TreeCanvas
        {...{ scene, theme }}
        // Each step has a tree of its own, which is fitted; the same one fits to the same place.
        treeKey={tree}
        selected={shown.node === undefined ? -1 : paths.indexOf(shown.node)}
        path={NONE}
        matches={NONE}
        edited={NONE}
        locked={NONE}
        facts={NO_FACTS}
        isCollapsed={open}
        label={`Tree of ${tree.target.name}, ${plural(scene.nodes.length, "node")}`}
        isStill
      />
    </section>
  );
}
