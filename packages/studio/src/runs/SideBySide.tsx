import type { TestName } from "coppice/evaluate";
import { useCallback, useMemo, useState } from "react";
import { brief, percent } from "../base/text.js";
import type { Run } from "../state/run.js";
import { useRuns, useRunsState } from "../state/runs.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { ComparedRun, ComparisonFacts } from "../work/requests/runs.js";
import { pWords } from "./runWords.js";

const TITLES: Readonly<Record<TestName, string>> = {
  "5x2cv": "5×2cv F",
  t: "t",
  corrected: "corrected t",
  mcnemar: "McNemar",
};
/** Below this in every test, two runs are said to differ. */
const LEVEL = 0.05;

interface Props {
  /** Those with the target of now. */
  readonly runs: readonly Run[];
  /** Those whose numbers are shown. */
  readonly all: readonly Run[];
}

/** Runs on the same folds, with the tests of `coppice compare`. */
export function SideBySide({ runs, all }: Props) {
  const history = useRuns();
  const chosen = useRunsState((state) => state.chosen);
  const comparing = useRunsState((state) => state.comparing);
  const comparison = useRunsState((state) => state.comparison);
  const fault = useRunsState((state) => state.fault);
  const [folds, setFolds] = useState(10);
  const [against, setAgainst] = useState<string>();
  const taken = useMemo(() => runs.filter(({ id }) => chosen.has(id)), [runs, chosen]);
  const place = Math.max(
    0,
    taken.findIndex(({ id }) => id === against),
  );
  const numberOf = (id: string) => all.findIndex((run) => run.id === id) + 1;
  const isShown = comparison?.ids.every((id) => all.some((run) => run.id === id)) === true;
  return (
    <section className="card stack" aria-label="Side by side">
      <div className="row spread">
        <h2>Side by side on the same folds</h2>
        <div className="row">
          <label className="choice">
            Folds
            <select value={folds} onChange={(event) => setFolds(Number(event.target.value))}>
              {[5, 10, 20].map((count) => (
                <option key={count}>{count}</option>
              ))}
            </select>
          </label>
          <label className="choice">
            Against
            <select
              value={taken[place]?.id ?? ""}
              disabled={taken.length < 2}
              onChange={(event) => setAgainst(event.target.value)}
            >
              {taken.map(({ id, recipe }) => (
                <option key={id} value={id}>
                  {numberOf(id)}: {recipe.learner}
                </option>
              ))}
            </select>
          </label>
          {comparing === undefined ? (
            <button
              type="button"
              className="primary"
              disabled={taken.length < 2}
              onClick={() => void history.compare(taken, folds, place)}
            >
              Compare {taken.length < 2 ? "" : taken.length}
            </button>
          ) : (
            <button type="button" onClick={() => history.cancel()}>
              Stop
            </button>
          )}
        </div>
      </div>
      {comparing !== undefined && <progress aria-label="Comparing" value={comparing} className="wide" />}
      {fault !== undefined && <p role="alert">{fault}</p>}
      {comparison && isShown ? (
        <Compared
          facts={comparison.facts}
          numbers={comparison.ids.map(numberOf)}
          runs={comparison.ids.map((id) => all[numberOf(id) - 1])}
        />
      ) : (
        comparing === undefined && (
          <p className="muted">
            {taken.length < 2
              ? "Choose at least two runs with the same target in the table above."
              : "Every run is learned again on each fold, and five times on halves."}
          </p>
        )
      )}
    </section>
  );
}

interface ComparedProps {
  readonly facts: ComparisonFacts;
  readonly numbers: readonly number[];
  readonly runs: readonly Run[];
}

function Compared({ facts, numbers, runs }: ComparedProps) {
  const nameOf = useCallback(
    (place: number) => `${numbers[place]}: ${runs[place].recipe.learner}`,
    [numbers, runs],
  );
  return (
    <>
      <ul className="verdicts" data-verdicts>
        {verdicts(facts, nameOf).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <FoldChart facts={facts} nameOf={nameOf} />
      <TestsTable facts={facts} nameOf={nameOf} />
      <p className="muted small-text">
        w/t/l: folds won, tied and lost against run {nameOf(facts.against)}. The last columns are p-values:
        how likely such a difference would be if both were equally good. With many runs, expect some small
        one.
      </p>
    </>
  );
}

const figure = (measure: ComparisonFacts["measure"], value: number) =>
  measure === "accuracy" ? percent(value, 1) : brief(value);

/** The strictest of the tests decides, as in the command. */
function verdicts(
  { entries, measure, against }: ComparisonFacts,
  nameOf: (place: number) => string,
): string[] {
  const told = entries.flatMap(({ recipe, versus }) => {
    const p = Math.max(...Object.values(versus?.p ?? {}));
    if (versus === undefined || !(p < LEVEL)) return [];
    const isBetter = versus.difference > 0 === (measure === "accuracy");
    const by = figure(measure, Math.abs(versus.difference));
    return [
      `Run ${nameOf(recipe)} is significantly ${isBetter ? "better" : "worse"} than run ${nameOf(against)}: ${measure} differs by ${by} (p < ${LEVEL} in every test).`,
    ];
  });
  return told.length > 0
    ? told
    : [`No significant difference from run ${nameOf(against)} (p is not below ${LEVEL} in every test).`];
}

interface PartProps {
  readonly facts: ComparisonFacts;
  readonly nameOf: (place: number) => string;
}

/** The measure of each run on each fold, and its mean. */
function FoldChart({ facts, nameOf }: PartProps) {
  const { entries, measure } = facts;
  const draw: ChartOptions = useCallback(
    (plot) => {
      const able = entries.filter(({ figures }) => figures.length > 0);
      const points = able.flatMap(({ recipe, figures }) =>
        figures.map((value, fold) => ({ run: nameOf(recipe), value, fold })),
      );
      return {
        ...{ marginLeft: 120, marginRight: 24, marginTop: 8, marginBottom: 40, style: "font-size: 12px" },
        x: {
          label: `${measure} on each fold →`,
          nice: true,
          ...(measure === "accuracy" && { tickFormat: "%" }),
        },
        y: { label: null, tickSize: 0, domain: able.map(({ recipe }) => nameOf(recipe)) },
        marks: [
          plot.ruleY(able, { y: (each: ComparedRun) => nameOf(each.recipe), stroke: "var(--line)" }),
          plot.dot(points, { x: "value", y: "run", r: 5, fill: "var(--accent)", fillOpacity: 0.35 }),
          plot.tickX(able, {
            ...{ x: "mean", y: (each: ComparedRun) => nameOf(each.recipe) },
            ...{ stroke: "var(--accent)", strokeWidth: 3, insetTop: 6, insetBottom: 6 },
          }),
        ],
      };
    },
    [entries, measure, nameOf],
  );
  const words = entries
    .map(({ recipe, mean }) => `run ${nameOf(recipe)} ${figure(measure, mean)}`)
    .join("; ");
  return (
    <Chart
      label={`${measure} by fold; means: ${words}`}
      height={60 + 36 * Math.max(1, entries.length)}
      options={draw}
    />
  );
}

function TestsTable({ facts, nameOf }: PartProps) {
  const { entries, tests, measure } = facts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="table-wrap" aria-label="Tests" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>run</th>
            <th className="number">{measure} ± sd</th>
            <th className="number">w/t/l</th>
            {tests.map((test) => (
              <th key={test} className="number">
                {TITLES[test]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map(({ recipe, mean, sd, versus, fault }) => (
            <tr key={recipe} data-compared={nameOf(recipe)}>
              <td>{nameOf(recipe)}</td>
              {fault === undefined ? (
                <>
                  <td className="number">
                    {mean.toFixed(4)} ± {sd.toFixed(4)}
                  </td>
                  <td className="number">{versus ? `${versus.wins}/${versus.ties}/${versus.losses}` : ""}</td>
                  {tests.map((test) => (
                    <td key={test} className="number" data-test={test}>
                      {versus && pWords(versus.p[test])}
                    </td>
                  ))}
                </>
              ) : (
                <td colSpan={2 + tests.length} className="wrap">
                  {fault}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
