import { useStudio, useStudioState } from "../state/context.js";
import type { TreeView } from "../work/protocol.js";
import { Candidates } from "./Candidates.js";
import { Constraints } from "./Constraints.js";
import { editNode, swap, swappable, toggleLock } from "./editNode.js";
import { LabelForm } from "./LabelForm.js";
import { Locks, lockOver } from "./Locks.js";
import { NoteForm } from "./NoteForm.js";

interface Props {
  readonly tree: TreeView;
  readonly node: number;
}

/** What can be changed at the selected node: the verbs, its answer, the ranked tests it could have, and what holds below it. */
export function EditPanel({ tree, node }: Props) {
  const studio = useStudio();
  const locked = useStudioState((state) => state.model?.locked ?? NONE);
  const canSwap = useStudioState((state) => swappable(state).length > 0);
  const isSplit = tree.attribute[node] >= 0;
  const lock = lockOver(tree, locked, node);
  return (
    <>
      <section aria-label="Change this node">
        <h3>Change this node</h3>
        {lock >= 0 && (
          <p className="small-text" data-locked>
            {lock === node ? "It is locked, with all below it." : "It is in a locked part."} Unlock that part
            to change it.
          </p>
        )}
        <div className="verbs">
          {isSplit && lock < 0 && (
            <button type="button" className="small" onClick={() => void editNode(studio, "prune")}>
              Prune
            </button>
          )}
          {lock < 0 && (
            <button type="button" className="small" onClick={() => void editNode(studio, "regrow")}>
              Regrow
            </button>
          )}
          {canSwap && lock < 0 && (
            <button
              type="button"
              className="small"
              title="The test of the heaviest branch takes the place of this one, which moves below it"
              onClick={() => void swap(studio)}
            >
              Swap
            </button>
          )}
          {(lock < 0 || lock === node) && (
            <button
              type="button"
              className="small"
              aria-pressed={lock === node}
              onClick={() => void toggleLock(studio)}
            >
              {lock === node ? "Unlock" : "Lock"}
            </button>
          )}
        </div>
        {!isSplit && lock < 0 && <LabelForm key={`${node} ${tree.answer[node]}`} {...{ tree, node }} />}
        <NoteForm key={node} node={node} />
        {lock < 0 && <Candidates {...{ tree, node }} />}
      </section>
      {lock < 0 && <Constraints key={`at ${node}`} {...{ tree, node }} />}
      <Locks {...{ tree, node }} />
    </>
  );
}

const NONE: readonly number[] = [];
