import type { PruningRow } from "coppice";
import { useCallback, useMemo } from "react";
import { brief, percent } from "../base/text.js";
import { useStudioState } from "../state/context.js";
import type { Run } from "../state/run.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import type { ModelFacts } from "../work/protocol.js";
import { leavesOf } from "./runWords.js";

interface Props {
  readonly runs: readonly Run[];
  readonly all: readonly Run[];
}

interface Point {
  readonly number: number;
  readonly learner: string;
  readonly leaves: number;
  readonly error: number;
  readonly low: number;
  readonly high: number;
}

/** Where an axis of leaves becomes logarithmic. */
const MANY = 60;

/** The validation error of every run against its size, with the pruning path of the tree that is shown. */
export function ErrorBySize({ runs, all }: Props) {
  const model = useStudioState((state) => state.model);
  const options = useStudioState((state) => state.grownBy?.options);
  const points = useMemo(() => pointsOf(runs, all), [runs, all]);
  const path = useMemo(() => (isPlain(options) ? pathOf(model) : []), [model, options]);
  const isValue = runs[0]?.train?.kind === "regression";
  const draw: ChartOptions = useCallback(
    (plot) => {
      const sizes = [...points.map(({ leaves }) => leaves), ...path.map(([leaves]) => leaves)];
      const isWide = Math.max(...sizes) > MANY;
      return {
        ...{ marginLeft: 56, marginRight: 24, marginBottom: 40, marginTop: 28, style: "font-size: 12px" },
        x: {
          label: "leaves or rules →",
          type: isWide ? "log" : "linear",
          nice: true,
          ...(!isWide && { zero: true }),
        },
        y: {
          ...{ label: isValue ? "↑ unexplained share (1 − R²)" : "↑ validation error", grid: true },
          // The pruning path begins at the root alone, far above: it is cut off.
          ...{ domain: [0, 1.25 * Math.max(0.01, ...points.map(({ high }) => high))] },
          ...(!isValue && { tickFormat: "%" }),
        },
        marks: [
          plot.line(path, {
            x: "0",
            y: "1",
            stroke: "var(--strong)",
            strokeWidth: 2,
            strokeDasharray: "5 4",
            clip: true,
          }),
          plot.ruleX(points, {
            x: "leaves",
            y1: "low",
            y2: "high",
            stroke: "var(--accent)",
            strokeOpacity: 0.5,
          }),
          plot.dot(points, {
            x: "leaves",
            y: "error",
            fill: "var(--accent)",
            stroke: "var(--surface)",
            r: 10,
          }),
          plot.text(points, {
            ...{ x: "leaves", y: "error", text: (point: Point) => String(point.number) },
            ...{ fill: "var(--on-accent)", fontWeight: 650 },
          }),
        ],
      };
    },
    [points, path, isValue],
  );
  if (points.length === 0) return null;
  const words = points
    .map(
      ({ number, learner, leaves, error }) =>
        `run ${number} (${learner}): ${brief(leaves)} leaves, error ${isValue ? error.toFixed(3) : percent(error, 1)}`,
    )
    .join("; ");
  return (
    <section className="card stack" aria-label="Error against size">
      <h2>Error against size</h2>
      <Chart label={`Validation error against leaves: ${words}`} height={320} options={draw} />
      <p className="muted small-text">
        Down and to the left is better. A number is a run
        {!isValue && ", its line the 95% confidence interval"}.
        {path.length > 1 && " Dashed: the pruning path of the tree that is shown."}
      </p>
    </section>
  );
}

function pointsOf(runs: readonly Run[], all: readonly Run[]): Point[] {
  return runs.flatMap((run) => {
    const { validation } = run;
    if (validation === undefined) return [];
    const { main, low = main, high = main } = validation;
    return {
      ...{ number: all.indexOf(run) + 1, learner: run.recipe.learner, leaves: leavesOf(run) },
      ...{ error: 1 - main, low: 1 - high, high: 1 - low },
    };
  });
}

/** Errors of pruning are relative to the root's; with other costs or priors these are not error rates. */
const isPlain = (options: Readonly<Record<string, unknown>> | undefined) =>
  options !== undefined && !("loss" in options) && !("priors" in options);

function pathOf(model: ModelFacts | undefined): readonly (readonly [number, number])[] {
  const tree = model?.tree;
  if (tree === undefined) return [];
  const root = tree.task === "classification" ? 1 - tree.figure[0] : 1;
  return (model?.pruning ?? [])
    .filter((row): row is PruningRow & { crossError: number } => row.crossError !== undefined)
    .map((row) => [row.splits + 1, row.crossError * root]);
}
