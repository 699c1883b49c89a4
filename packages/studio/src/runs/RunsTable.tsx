import { shown } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { type Run, recipeKey } from "../state/run.js";
import { useRuns, useRunsState } from "../state/runs.js";
import type { Recipe } from "../work/protocol.js";
import { recipeWords, scoreWords, secondsWords, sizeWords } from "./runWords.js";

interface Props {
  readonly runs: readonly Run[];
  readonly target: string | undefined;
}

/** Every run: what, how good, how large, how long; each can be brought back. */
export function RunsTable({ runs, target }: Props) {
  const history = useRuns();
  const chosen = useRunsState((state) => state.chosen);
  const grownBy = useStudioState((state) => state.grownBy);
  const name = runs[0].train?.kind === "regression" ? "R²" : "accuracy";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap runs" aria-label="Runs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>
              <span className="hidden-text">compare</span>
            </th>
            <th className="number">#</th>
            <th>Learner</th>
            <th className="number">Validation {name}</th>
            <th className="number">Training</th>
            <th className="number">Size</th>
            <th className="number">Time</th>
            <th>
              <span className="hidden-text">actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run, i) => {
            const isNow = isSame(run, grownBy);
            const words = recipeWords(run.recipe);
            return (
              <tr key={run.id} data-run={i + 1} aria-current={isNow}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Compare run ${i + 1}`}
                    checked={chosen.has(run.id) && run.recipe.target === target}
                    disabled={run.recipe.target !== target}
                    onChange={(event) => history.choose(run.id, event.target.checked)}
                  />
                </td>
                <td className="number">{i + 1}</td>
                <td className="wrap">
                  <b>{run.recipe.learner}</b>
                  {isNow && <span className="badge">shown now</span>}
                  <span className="muted">
                    {" of "}
                    <bdi>{shown(run.recipe.target, 40)}</bdi>
                  </span>
                  {words !== "" && (
                    <div className="muted small-text">
                      <bdi>{words}</bdi>
                    </div>
                  )}
                </td>
                <td className="number">{run.validation ? <Estimate run={run} /> : "–"}</td>
                <td className="number">{run.train ? scoreWords(run.train) : "–"}</td>
                <td className="number">{sizeWords(run)}</td>
                <td className="number">{run.seconds === undefined ? "–" : secondsWords(run.seconds)}</td>
                <td>
                  <div className="row actions">
                    <button
                      type="button"
                      className="small"
                      disabled={isNow}
                      onClick={() => void history.bringBack(run)}
                      aria-label={`Bring back run ${i + 1}`}
                    >
                      Bring back
                    </button>
                    <button
                      type="button"
                      className="small quiet"
                      onClick={() => history.remove(run.id)}
                      aria-label={`Forget run ${i + 1}`}
                    >
                      Forget
                    </button>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function Estimate({ run: { validation } }: { readonly run: Run }) {
  const { low, high } = validation!;
  return (
    <>
      <b>{scoreWords(validation!)}</b>
      {low !== undefined && high !== undefined && (
        <div className="muted small-text">
          {scoreWords({ ...validation!, main: low })} to {scoreWords({ ...validation!, main: high })}
        </div>
      )}
    </>
  );
}

const isSame = ({ recipe }: Run, grownBy: Recipe | undefined) =>
  grownBy !== undefined && recipeKey(recipe) === recipeKey(grownBy);
