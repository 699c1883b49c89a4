import { useCallback } from "react";
import { percent } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { ImportanceFacts } from "../work/requests/importance.js";

const MOST = 20;
const WORDS: Readonly<Record<string, string>> = {
  impurity: "Decrease in impurity, as shares of the sum.",
  corrected: "Decrease in impurity beyond that of a shuffled copy of the attribute.",
  permutation: "Increase of the out-of-bag error when the attribute is shuffled.",
  gain: "Gain of its splits, as shares of the sum.",
};

type Bar = ImportanceFacts["attributes"][number] & { readonly low: number; readonly high: number };

/** The attributes by importance, with their spread over the models of cross-validation. */
export function Importance() {
  const model = useStudioState((state) => state.model);
  const validation = useStudioState((state) => state.validation);
  const { answer } = useAsked("importance", {}, validation ?? model);
  if (answer === undefined) return null;
  const hasFolds = validation !== undefined && answer.attributes.some(({ folds }) => folds);
  const bars = answer.attributes
    .filter(({ value, folds }) => value !== 0 || (hasFolds && folds && folds.most > 0))
    .slice(0, MOST)
    .map((each): Bar => ({ ...each, ...spanOf(each, hasFolds) }));
  return bars.length === 0 ? null : <Bars {...{ bars, hasFolds }} kind={answer.kind} />;
}

function spanOf({ value, folds, error = 0 }: ImportanceFacts["attributes"][number], hasFolds: boolean) {
  if (hasFolds && folds) return { low: folds.least, high: folds.most };
  return { low: value - error, high: value + error };
}

function Bars({
  bars,
  hasFolds,
  kind,
}: {
  readonly bars: readonly Bar[];
  readonly hasFolds: boolean;
  readonly kind: string;
}) {
  const hasSpread = bars.some(({ low, high }) => high > low);
  const options: ChartOptions = useCallback(
    (plot) => ({
      ...{ marginLeft: 130, marginTop: 0, marginRight: 52, style: "font-size: 12px" },
      x: { axis: null },
      y: {
        ...{ label: null, tickSize: 0, domain: bars.map(({ attribute }) => attribute) },
        tickFormat: (name: string) => (name.length > 18 ? `${name.slice(0, 17)}…` : name),
      },
      marks: [
        plot.barX(bars, {
          x: "value",
          y: "attribute",
          fill: "var(--accent)",
          rx: 3,
          insetTop: 3,
          insetBottom: 3,
        }),
        ...(hasSpread
          ? [
              plot.ruleY(bars, {
                x1: "low",
                x2: "high",
                y: "attribute",
                stroke: "var(--surface)",
                strokeWidth: 5,
              }),
              plot.ruleY(bars, {
                x1: "low",
                x2: "high",
                y: "attribute",
                stroke: "currentColor",
                strokeWidth: 2,
              }),
              plot.tickX(bars, {
                x: "low",
                y: "attribute",
                stroke: "currentColor",
                insetTop: 8,
                insetBottom: 8,
              }),
              plot.tickX(bars, {
                x: "high",
                y: "attribute",
                stroke: "currentColor",
                insetTop: 8,
                insetBottom: 8,
              }),
            ]
          : []),
        plot.text(bars, {
          x: (d: Bar) => Math.max(d.value, d.high),
          y: "attribute",
          text: (d: Bar) => percent(d.value),
          ...{ textAnchor: "start", dx: 8, fill: "currentColor" },
        }),
      ],
    }),
    [bars, hasSpread],
  );
  const label = bars
    .map(({ attribute, value, low, high }) =>
      hasSpread
        ? `${attribute} ${percent(value)} (${percent(low)} to ${percent(high)})`
        : `${attribute} ${percent(value)}`,
    )
    .join(", ");
  return (
    <section className="card stack" aria-label="Importance">
      <h2>Importance</h2>
      <Chart label={`Importance: ${label}`} height={24 + 28 * bars.length} options={options} />
      <p className="muted small-text">
        {WORDS[kind]}
        {hasSpread &&
          (hasFolds
            ? " The line is the range over the models of cross-validation."
            : " The line is the standard error over the trees.")}
      </p>
    </section>
  );
}
