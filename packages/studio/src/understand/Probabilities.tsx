import { useCallback, useState } from "react";
import { amount, brief, percent } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { TargetFacts } from "../work/protocol.js";
import type { ClassCurve, Curves, JudgedRows } from "../work/requests/curves.js";
import { JudgedTabs } from "./JudgedTabs.js";
import { useValidation } from "./useValidation.js";

const HEIGHT = 320;
/** Curves differ in their dashes as well as in colour. */
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "4 4", "12 4", "1 4"];

/** How good the probabilities are: how they rank the rows (ROC), and whether they come true (calibration). */
export function Probabilities({ target }: { readonly target: TargetFacts }) {
  const model = useStudioState((state) => state.model);
  const validation = useValidation();
  const [wanted, setWanted] = useState<JudgedRows>("validation");
  const on = validation.score ? wanted : "train";
  const { answer } = useAsked("curves", { on }, on === "train" ? model : validation.score);
  const [chosen, setChosen] = useState<number>();
  const curve = answer?.classes.find(({ code }) => code === chosen) ?? answer?.classes[0];
  return (
    <section className="card stack" aria-label="Probabilities">
      <div className="row spread">
        <h2>Probabilities</h2>
        <JudgedTabs on={on} validation={validation} onChoose={setWanted} />
      </div>
      {answer && curve ? (
        <div className="two">
          <Ranking {...{ answer, target, curve }} onChoose={setChosen} />
          <Reliability {...{ answer, target, curve }} onChoose={setChosen} />
        </div>
      ) : (
        <div style={{ minHeight: HEIGHT }} />
      )}
    </section>
  );
}

interface PartProps {
  readonly answer: Curves;
  readonly target: TargetFacts;
  /** The class that is looked at. */
  readonly curve: ClassCurve;
  readonly onChoose: (code: number) => void;
}

function Ranking({ answer, target, curve, onChoose }: PartProps) {
  const { classes } = answer;
  const options: ChartOptions = useCallback(
    (plot, width) => ({
      ...squared(width),
      x: { domain: [0, 1], label: "false positives →", ticks: 5, tickFormat: "%" },
      y: { domain: [0, 1], label: "↑ true positives", ticks: 5, tickFormat: "%", grid: true },
      marks: [
        plot.line([0, 1], {
          x: (d: number) => d,
          y: (d: number) => d,
          stroke: "var(--strong)",
          strokeDasharray: "3 4",
        }),
        ...classes.map(({ roc, code }, i) =>
          plot.line(roc, {
            x: "0",
            y: "1",
            stroke: target.colours[code] ?? "var(--accent)",
            strokeWidth: code === curve.code ? 3 : 1.75,
            ...(DASHES[i] && { strokeDasharray: DASHES[i] }),
          }),
        ),
      ],
    }),
    [classes, target, curve.code],
  );
  const words = classes.map(({ name, auc }) => `${name} ${auc.toFixed(3)}`).join(", ");
  return (
    <div className="stack">
      <div className="row spread part-head">
        <h3>ROC: one class against the rest</h3>
      </div>
      <Chart label={`ROC curves; area under the curve: ${words}`} height={HEIGHT} options={options} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className="table-wrap" aria-label="Area under the ROC curve" tabIndex={0}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>class</th>
              <th className="number">rows</th>
              <th className="number">AUC</th>
              <th className="number">95% CI</th>
            </tr>
          </thead>
          <tbody>
            {classes.map(({ code, name, rows, auc, low, high }, i) => (
              <tr key={code} data-auc={name}>
                <td>
                  <button
                    type="button"
                    className="quiet small pick"
                    aria-pressed={code === curve.code}
                    onClick={() => onChoose(code)}
                  >
                    <svg width="26" height="10" aria-hidden="true">
                      <line
                        {...{ x1: 1, x2: 25, y1: 5, y2: 5 }}
                        stroke={target.colours[code] ?? "var(--accent)"}
                        strokeWidth="3"
                        {...(DASHES[i] && { strokeDasharray: DASHES[i] })}
                      />
                    </svg>
                    <bdi>{name}</bdi>
                  </button>
                </td>
                <td className="number">{amount(rows)}</td>
                <td className="number">{Number.isNaN(auc) ? "–" : auc.toFixed(4)}</td>
                <td className="number muted">
                  {Number.isNaN(low) ? "–" : `${low.toFixed(3)} to ${high.toFixed(3)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Reliability({ answer, target, curve, onChoose }: PartProps) {
  const { bins, code } = curve;
  const options: ChartOptions = useCallback(
    (plot, width) => {
      const colour = target.colours[code] ?? "var(--accent)";
      return {
        ...squared(width),
        x: { domain: [0, 1], label: "predicted →", ticks: 5, tickFormat: "%" },
        y: { domain: [0, 1], label: "↑ came true", ticks: 5, tickFormat: "%", grid: true },
        r: { range: [3, 12] },
        marks: [
          plot.line([0, 1], {
            x: (d: number) => d,
            y: (d: number) => d,
            stroke: "var(--strong)",
            strokeDasharray: "3 4",
          }),
          plot.ruleX(bins, { x: "predicted", y1: "low", y2: "high", stroke: colour, strokeWidth: 1.5 }),
          plot.dot(bins, {
            x: "predicted",
            y: "observed",
            r: "rows",
            fill: colour,
            stroke: "var(--surface)",
          }),
        ],
      };
    },
    [bins, code, target],
  );
  const words = bins
    .map(
      ({ predicted, observed, rows }) =>
        `${percent(predicted)} predicted, ${percent(observed)} came true (${amount(rows)} rows)`,
    )
    .join("; ");
  return (
    <div className="stack">
      <div className="row spread part-head">
        <h3>Calibration: does it come true?</h3>
        <select aria-label="Class" value={code} onChange={(event) => onChoose(Number(event.target.value))}>
          {answer.classes.map((each) => (
            <option key={each.code} value={each.code}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      <Chart label={`Calibration of ${curve.name}: ${words}`} height={HEIGHT} options={options} />
      <dl className="figures">
        <div>
          <dt>Calibration error</dt>
          <dd data-figure="calibration">{percent(curve.error, 1)}</dd>
        </div>
        <div>
          <dt>Brier score</dt>
          <dd data-figure="brier">{answer.brier.toFixed(4)}</dd>
        </div>
        <div>
          <dt>Log loss</dt>
          <dd data-figure="logLoss">{brief(answer.logLoss)}</dd>
        </div>
      </dl>
      <p className="muted small-text">
        Rows with similar probabilities together; a dot on the dashed line comes true as often as predicted.
        Lines are 95% intervals, large dots many rows.
      </p>
    </div>
  );
}

/** As wide as high, as far as there is room. */
function squared(width: number) {
  return {
    width: Math.min(width, 420),
    ...{ marginLeft: 48, marginBottom: 40, marginTop: 24, marginRight: 16 },
    style: "font-size: 12px",
  };
}
