import { useEffect, useState } from "react";
import { brief, rowsText } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import type { CandidateFacts, TreeView } from "../work/protocol.js";
import { editNode, toggleLock } from "./editNode.js";

const MOST = 10;

interface Props {
  readonly tree: TreeView;
  readonly node: number;
}

/** What can be changed at the selected node: prune, regrow, lock, and the ranked tests it could have. */
export function EditPanel({ tree, node }: Props) {
  const studio = useStudio();
  const isLocked = useStudioState((state) => state.model?.locked.includes(node) === true);
  const isSplit = tree.attribute[node] >= 0;
  return (
    <section aria-label="Change this node">
      <h3>Change this node</h3>
      <div className="row">
        {isSplit && (
          <button type="button" className="small" onClick={() => void editNode(studio, "prune")}>
            Prune
          </button>
        )}
        <button type="button" className="small" onClick={() => void editNode(studio, "regrow")}>
          Regrow
        </button>
        <button
          type="button"
          className="small"
          aria-pressed={isLocked}
          onClick={() => void toggleLock(studio)}
        >
          {isLocked ? "Unlock" : "Lock"}
        </button>
      </div>
      <Candidates {...{ tree, node }} />
    </section>
  );
}

function Candidates({ tree, node }: Props) {
  const studio = useStudio();
  const found = useCandidates(tree, node);
  if (found === undefined || found.length === 0) return null;
  const most = Math.max(...found.map(({ gain }) => gain));
  return (
    <>
      <p className="small-text muted">Tests by gain; choose one to split by it.</p>
      <ul className="candidates">
        {found.map((candidate) => (
          <li key={candidate.attribute}>
            <button
              type="button"
              data-candidate={candidate.attribute}
              aria-current={candidate.isCurrent}
              disabled={candidate.isCurrent}
              onClick={() =>
                void studio.editing.apply({
                  kind: "split",
                  node: studio.editing.pathOf(node),
                  test: candidate.test,
                })
              }
            >
              <span className="text">
                <bdi>{candidate.text.replace(" <= ", " ≤ ").replace(" != ", " ≠ ")}</bdi>
                {candidate.isCurrent && <span className="tag">now</span>}
              </span>
              <span className="meter" aria-hidden="true">
                <span style={{ width: `${(100 * candidate.gain) / (most || 1)}%` }} />
              </span>
              <span className="figure">
                <span className="hidden-text">gain </span>
                {brief(candidate.gain)}
              </span>
              <Ghosts {...{ tree, candidate }} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the branches would be. */
function Ghosts({ tree, candidate }: { readonly tree: TreeView; readonly candidate: CandidateFacts }) {
  return (
    <span className="ghosts">
      {candidate.branches.slice(0, 4).map(({ weight, mix, value }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: branches have fixed places
        <span key={i} className="ghost">
          <span className="ghost-bar" aria-hidden="true">
            {mix.map((part, g) => (
              <span
                key={tree.target.groupNames[g]}
                style={{ flexGrow: part, background: tree.target.groupColours[g] }}
              />
            ))}
          </span>
          {rowsText(weight)}
          {value !== undefined && `, ${brief(value)}`}
        </span>
      ))}
    </span>
  );
}

function useCandidates(tree: TreeView, node: number): readonly CandidateFacts[] | undefined {
  const studio = useStudio();
  const [found, setFound] = useState<{ tree: TreeView; node: number; list: readonly CandidateFacts[] }>();
  useEffect(() => {
    let isWanted = true;
    studio.ask("candidates", { node, limit: MOST }).then(
      (list) => isWanted && setFound({ tree, node, list }),
      // A learner that does not grow from sums has no candidates: the other edits still work.
      () => isWanted && setFound({ tree, node, list: [] }),
    );
    return () => {
      isWanted = false;
    };
  }, [studio, tree, node]);
  return found?.tree === tree && found.node === node ? found.list : undefined;
}
