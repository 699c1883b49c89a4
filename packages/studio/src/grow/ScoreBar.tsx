import { brief, percent } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { FOLDS } from "../state/studio.js";
import type { Score } from "../work/protocol.js";

/** How good the model is: on the rows it has seen, on rows it has not, and how large it is. */
export function ScoreBar() {
  const studio = useStudio();
  const model = useStudioState((state) => state.model);
  const validation = useStudioState((state) => state.validation);
  const validating = useStudioState((state) => state.validating);
  const canValidate = useStudioState(
    (state) => state.grownBy !== undefined && state.model?.pruned === undefined,
  );
  const before = useStudioState((state) => (state.done > 0 ? state.before : undefined));
  const isEdited = useStudioState((state) => state.done > 0);
  if (model === undefined) return null;
  const { train, size } = model;
  const name = train?.kind === "regression" ? "R²" : "accuracy";
  return (
    <dl className="score" aria-label="Score">
      {train && (
        <div>
          <dt>Training {name}</dt>
          <dd data-score="train">
            {mainText(train)} {before && <Change before={before} now={train} />}
          </dd>
        </div>
      )}
      {train && (
        <div>
          <dt>Cross-validated</dt>
          <dd data-score="validation">
            {validation ? (
              <>
                {mainText(validation)} <small>{spreadText(validation)}</small>
              </>
            ) : isEdited ? (
              <small>of the tree as grown only</small>
            ) : validating ? (
              <small>{FOLDS} folds …</small>
            ) : (
              <button
                type="button"
                className="small"
                disabled={!canValidate}
                onClick={() => void studio.validate()}
              >
                Estimate
              </button>
            )}
          </dd>
        </div>
      )}
      {Object.entries(size).map(([what, count]) => (
        <div key={what}>
          <dt>{what[0].toUpperCase() + what.slice(1)}</dt>
          <dd>{brief(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The change since the last edit: with a sign, and never by colour alone. */
function Change({ before, now }: { readonly before: Score; readonly now: Score }) {
  const change = now.main - before.main;
  if (change === 0) return <small>no change</small>;
  const size = now.kind === "classification" ? percent(Math.abs(change), 1) : Math.abs(change).toFixed(3);
  return (
    <small>
      {change > 0 ? "▲" : "▼"} {size} by the last edit
    </small>
  );
}

export function mainText({ kind, main }: Score): string {
  return kind === "classification" ? percent(main, 1) : main.toFixed(3);
}

function spreadText({ low, high, rmse }: Score): string {
  if (low !== undefined && high !== undefined) return `95% CI ${percent(low, 1)} to ${percent(high, 1)}`;
  return rmse === undefined ? "" : `RMSE ${brief(rmse)}`;
}
