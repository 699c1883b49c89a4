import { brief, percent, plural } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { FOLDS } from "../state/studio.js";
import type { Ghost } from "../state/types.js";
import type { ModelFacts, Score } from "../work/protocol.js";
import { Change, type Metric, scoreText } from "./changeText.js";

/** How good the model is: on the rows it has seen, on rows it has not, what the last edit changed, and how large it is. */
export function ScoreBar() {
  const model = useStudioState((state) => state.model);
  if (model === undefined) return null;
  const { train, validation, size } = model;
  return (
    <dl className="score" aria-label="Score">
      {train && (
        <div>
          <dt>Training {train.kind === "regression" ? "R²" : "accuracy"}</dt>
          <dd data-score="train">{mainText(train)}</dd>
        </div>
      )}
      {validation ? <HeldOut score={validation} /> : train && <CrossValidated />}
      <LastChange model={model} />
      <Sealed />
      {Object.entries(size).map(([what, count]) => (
        <div key={what}>
          <dt>{what[0].toUpperCase() + what.slice(1)}</dt>
          <dd>{brief(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function HeldOut({ score }: { readonly score: Score }) {
  return (
    <div>
      <dt>Validation</dt>
      <dd data-score="validation">
        {mainText(score)} <small>{spreadText(score)}</small>
      </dd>
    </div>
  );
}

function CrossValidated() {
  const studio = useStudio();
  const validation = useStudioState((state) => state.validation);
  const validating = useStudioState((state) => state.validating);
  const folds = useStudioState((state) =>
    state.grownBy?.judge?.kind === "folds" ? state.grownBy.judge.folds : FOLDS,
  );
  const canValidate = useStudioState(
    (state) => state.grownBy !== undefined && state.model?.pruned === undefined,
  );
  const isEdited = useStudioState((state) => state.done > 0);
  return (
    <div>
      <dt>Cross-validated</dt>
      <dd data-score="validation">
        {validation && isEdited ? (
          <>
            {mainText(validation)} <small>as grown; hold rows out to judge edits</small>
          </>
        ) : validation ? (
          <>
            {mainText(validation)} <small>{spreadText(validation)}</small>
          </>
        ) : isEdited ? (
          <small>of the tree as grown only; hold rows out to judge edits</small>
        ) : validating ? (
          <small>{folds} folds …</small>
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
  );
}

/** What the last edit changed, or what the one that is considered would. */
function LastChange({ model }: { readonly model: ModelFacts }) {
  const before = useStudioState((state) => (state.done > 0 ? state.before : undefined));
  const ghost = useStudioState((state) => state.ghost?.score);
  if (ghost !== undefined) return <Considered score={ghost} />;
  const { train, validation } = model;
  if (before?.train === undefined || train === undefined) return null;
  const metric: Metric = train.kind === "regression" ? "r2" : "accuracy";
  return (
    <div>
      <dt>Last edit</dt>
      <dd data-score="change">
        <small>
          training <Change metric={metric} change={train.main - before.train.main} />
        </small>
        {validation && before.validation && (
          <small>
            {" · "}validation <Change metric={metric} change={validation.main - before.validation.main} />
          </small>
        )}
      </dd>
    </div>
  );
}

function Considered({ score }: { readonly score: NonNullable<Ghost["score"]> }) {
  return (
    <div className="considered">
      <dt>Considered, on {score.on} rows</dt>
      <dd data-score="considered">
        {scoreText(score.metric, score.value)}{" "}
        <small>
          <Change metric={score.metric} change={score.change} />
        </small>
      </dd>
    </div>
  );
}

/** The score on the test rows: hidden until it is asked for, and every look is counted. */
function Sealed() {
  const studio = useStudio();
  const judge = useStudioState((state) => state.grownBy?.judge);
  const sealed = useStudioState((state) => state.sealed);
  const looks = useStudioState((state) => state.looks);
  const isShown = useStudioState((state) => state.model?.validation !== undefined);
  if (judge?.kind !== "holdOut" || judge.test === 0 || !isShown) return null;
  return (
    <div>
      <dt>Test</dt>
      <dd data-score="test">
        {sealed ? (
          <>
            {mainText(sealed)} <small>{spreadText(sealed)}</small>
          </>
        ) : (
          <button
            type="button"
            className="small"
            title="Look when you are done: a score that you have looked at while you change the tree is no longer a test"
            onClick={() => void studio.unseal()}
          >
            Look
          </button>
        )}{" "}
        {looks > 0 && <small data-looks>{plural(looks, "look")}</small>}
      </dd>
    </div>
  );
}

export function mainText({ kind, main }: Score): string {
  return kind === "classification" ? percent(main, 1) : main.toFixed(3);
}

function spreadText({ low, high, rmse, rmseLow, rmseHigh }: Score): string {
  if (low !== undefined && high !== undefined) return `95% CI ${percent(low, 1)} to ${percent(high, 1)}`;
  if (rmse === undefined) return "";
  if (rmseLow === undefined || rmseHigh === undefined) return `RMSE ${brief(rmse)}`;
  return `RMSE ${brief(rmse)}, 95% CI ${brief(rmseLow)} to ${brief(rmseHigh)}`;
}
