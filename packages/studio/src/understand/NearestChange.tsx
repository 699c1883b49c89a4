import { percent } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import type { RowAnswer } from "../work/protocol.js";

/** The smallest change of the row that flips the answer. */
export function NearestChange({ row }: { readonly row: RowAnswer }) {
  const studio = useStudio();
  const model = useStudioState((state) => state.model);
  const hasTable = useStudioState((state) => state.table !== undefined);
  const { answer, isOld, fault } = useAsked(
    "nearestChange",
    hasTable && row.probabilities ? { cells: row.cells } : undefined,
    model,
  );
  if (!hasTable || row.probabilities === undefined || fault !== undefined) return null;
  if (isOld) return <p className="muted">Looking for the nearest change …</p>;
  if (answer === undefined) return <p className="muted">No change of its cells flips the answer.</p>;
  const changed = Object.fromEntries(answer.cells.map(({ name, value }) => [name, value]));
  return (
    <div className="stack nearest">
      <p data-nearest>
        {"The nearest change that flips it: "}
        {answer.cells.map(({ name, attribute, from, to }, i) => (
          <span key={name}>
            {i > 0 && <span className="muted"> and </span>}
            <b>
              <bdi>{attribute}</bdi>
            </b>{" "}
            <bdi>{to}</bdi> <span className="muted">instead of </span>
            <bdi>{from}</bdi>
          </span>
        ))}
        {". Then it is "}
        <b>
          <bdi>{answer.prediction}</bdi>
        </b>
        {` (${percent(answer.probability)}).`}
      </p>
      <div>
        <button
          type="button"
          className="small"
          onClick={() => void studio.trace({ cells: { ...row.cells, ...changed } })}
        >
          Try it
        </button>
      </div>
    </div>
  );
}
