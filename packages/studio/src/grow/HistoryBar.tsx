import { useStudio, useStudioState } from "../state/context.js";
import { Icon } from "../ui/Icons.js";

/** The edits in their order: click one to see the tree as it was then. */
export function HistoryBar() {
  const studio = useStudio();
  const edits = useStudioState((state) => state.edits);
  const done = useStudioState((state) => state.done);
  const model = useStudioState((state) => state.model);
  if (edits.length === 0) return null;
  return (
    <section className="history" aria-label="History">
      <button
        type="button"
        className="quiet icon"
        aria-label="Undo"
        disabled={done === 0}
        onClick={() => void studio.editing.undo()}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        className="quiet icon"
        aria-label="Redo"
        disabled={done === edits.length}
        onClick={() => void studio.editing.redo()}
      >
        <Icon name="redo" />
      </button>
      <ol>
        <li>
          <button
            type="button"
            aria-current={done === 0}
            onClick={() => void studio.editing.setEdits(edits, 0)}
          >
            as grown
          </button>
        </li>
        {edits.map((edit, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an edit is where it is
          <li key={i} className={i < done ? "" : "undone"}>
            <button
              type="button"
              aria-current={done === i + 1}
              onClick={() => void studio.editing.setEdits(edits, i + 1)}
            >
              {edit.name ?? (i < done ? model?.edits[i] : undefined) ?? `${edit.node}: ${edit.kind}`}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
