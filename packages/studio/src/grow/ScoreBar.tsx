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
  if (model === undefined) return null;
  const { train, size } = model;
  const name = train?.kind === "regression" ? "R²" : "accuracy";
  return (
    <dl className="score" aria-label="Score">
      {train && (
        <div>
          <dt>Training {name}</dt>
          <dd data-score="train">{mainText(train)}</dd>
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

export function mainText({ kind, main }: Score): string {
  return kind === "classification" ? percent(main, 1) : main.toFixed(3);
}

function spreadText({ low, high, rmse }: Score): string {
  if (low !== undefined && high !== undefined) return `95% CI ${percent(low, 1)} to ${percent(high, 1)}`;
  return rmse === undefined ? "" : `RMSE ${brief(rmse)}`;
}
