import type { PruningRow } from "coppice";
import { useCallback } from "react";
import { brief, plural } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";

/** The slider along the sequence of pruned trees, above their errors. */
export function PrunePanel() {
  const studio = useStudio();
  const model = useStudioState((state) => state.model);
  const learner = useStudioState((state) =>
    state.learners.find(({ name }) => name === state.grownBy?.learner),
  );
  const isTree = model?.tree !== undefined && learner?.options.some(({ name }) => name === "prune") === true;
  if (model === undefined || !isTree) return null;
  const { pruning, pruned } = model;
  return (
    <section aria-label="Pruning">
      <h3>Prune</h3>
      {pruned === undefined || pruning === undefined ? (
        <>
          {pruning && <ErrorCurve rows={pruning} shown={model.tree!.size} />}
          <div>
            <button type="button" className="small" onClick={() => void studio.editing.prune(1)}>
              Walk along the pruning sequence
            </button>
          </div>
        </>
      ) : (
        <>
          <ErrorCurve rows={pruning} at={pruned} />
          <input
            type="range"
            aria-label="Size of the tree"
            min={0}
            max={pruning.length - 1}
            value={pruned}
            aria-valuetext={plural(pruning[pruned].splits + 1, "leaf", "leaves")}
            onChange={(event) => void studio.editing.prune(Number(event.target.value))}
          />
          <p className="small-text muted" data-pruned>
            {plural(pruning[pruned].splits, "split")}, alpha {brief(pruning[pruned].alpha)}
          </p>
          <div className="row">
            <button type="button" className="small" onClick={() => void studio.editing.keepPruned()}>
              Keep this tree
            </button>
            <button type="button" className="small" onClick={() => void studio.grow()}>
              Back to the learner's choice
            </button>
          </div>
        </>
      )}
    </section>
  );
}

interface CurveProps {
  readonly rows: readonly PruningRow[];
  readonly at?: number;
  readonly shown?: number;
}

/** The best tree within one standard error of the best (Breiman et al. 1984). */
export function oneStandardError(rows: readonly PruningRow[]): number {
  const best = rows.reduce(
    (a, b) => ((b.crossError ?? Infinity) < (a.crossError ?? Infinity) ? b : a),
    rows[0],
  );
  const limit = (best.crossError ?? Infinity) + (best.crossStd ?? 0);
  return rows.findIndex(({ crossError = Infinity }) => crossError <= limit);
}

function ErrorCurve({ rows, at }: CurveProps) {
  const options: ChartOptions = useCallback(
    (plot) => {
      const judged = rows.filter(({ crossError }) => crossError !== undefined);
      const simple = oneStandardError(rows);
      const x = (row: PruningRow) => row.splits + 1;
      return {
        marginLeft: 34,
        marginBottom: 28,
        marginTop: 8,
        style: "font-size: 11px",
        x: { type: rows[rows.length - 1].splits > 30 ? "log" : "linear", label: "leaves", ticks: 4 },
        y: { label: null, ticks: 4, zero: true },
        marks: [
          plot.lineY(rows, { x, y: "error", stroke: "var(--strong)", strokeWidth: 1.5 }),
          plot.ruleX(judged, {
            x,
            y1: (row: PruningRow) => row.crossError! - (row.crossStd ?? 0),
            y2: (row: PruningRow) => row.crossError! + (row.crossStd ?? 0),
            stroke: "var(--accent)",
            strokeOpacity: 0.35,
          }),
          plot.lineY(judged, { x, y: "crossError", stroke: "var(--accent)", strokeWidth: 2 }),
          plot.dot(judged, { x, y: "crossError", fill: "var(--accent)", r: 2.5 }),
          ...(simple >= 0 && judged.length > 0
            ? [
                plot.text([rows[simple]], {
                  x,
                  y: "crossError",
                  text: () => "1 SE",
                  dy: -12,
                  fill: "currentColor",
                }),
              ]
            : []),
          ...(at === undefined
            ? []
            : [plot.ruleX([rows[at]], { x, stroke: "currentColor", strokeDasharray: "3 3" })]),
        ],
      };
    },
    [rows, at],
  );
  return (
    <div>
      <Chart
        label="Error against leaves: on training rows, and cross-validated"
        height={150}
        options={options}
      />
      <p className="small-text muted">
        error relative to the root: training (grey)
        {rows.some(({ crossError }) => crossError !== undefined) && ", cross-validated ± 1 SE (violet)"}
      </p>
    </div>
  );
}
