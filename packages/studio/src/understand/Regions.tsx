import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { cividis, OTHER } from "../base/colours.js";
import { brief, shown } from "../base/text.js";
import { useStudio, useStudioState } from "../state/context.js";
import { useAsked } from "../state/useAsked.js";
import { Chart, type ChartOptions } from "../ui/Chart.js";
import { Legend } from "../ui/Legend.js";
import type { ColumnFacts, ModelFacts, TargetFacts } from "../work/protocol.js";
import type { Regions as RegionsFacts } from "../work/requests/regions.js";
import { isTurned, marginsOf, paintGrid, rangeOf, spread } from "./regionsPaint.js";

const HEIGHT = 440;

/** What the model predicts over two attributes, the others held fixed, with rows of the table on top. */
export function Regions({ target }: { readonly target: TargetFacts }) {
  const model = useStudioState((state) => state.model);
  const ranked = useMemo(() => rankedNames(model), [model]);
  const described = useStudioState((state) => state.description?.columns);
  const row = useStudioState((state) => state.row);
  const [chosen, setChosen] = useState<{ readonly x?: string; readonly y?: string }>({});
  const [isOwn, setOwn] = useState(false);
  const columns = useMemo(() => usable(described, target.name), [described, target.name]);
  const [first, second] = useMemo(() => likely(columns, ranked), [columns, ranked]);
  const x = columns.find(({ name }) => name === chosen.x)?.name ?? first;
  const y =
    columns.find(({ name }) => name === chosen.y && name !== x)?.name ?? (x === second ? first : second);
  const cells = isOwn && row ? row.cells : undefined;
  const { answer, isOld, fault } = useAsked(
    "regions",
    x !== undefined && y !== undefined ? { x, y, ...(cells && { cells }) } : undefined,
    model,
  );
  if (x === undefined || y === undefined) return null;
  return (
    <section className="card stack" aria-label="Decision regions">
      <div className="row spread">
        <h2>Decision regions</h2>
        <div className="row">
          <AxisChoice
            label="Across"
            value={x}
            columns={columns}
            onChoose={(name) => setChosen({ x: name, y })}
          />
          <AxisChoice
            label="Up"
            value={y}
            columns={columns.filter(({ name }) => name !== x)}
            onChoose={(name) => setChosen({ x, y: name })}
          />
        </div>
      </div>
      {row && (
        <div className="tabs fit">
          <button type="button" className="small" aria-pressed={!isOwn} onClick={() => setOwn(false)}>
            Others typical
          </button>
          <button type="button" className="small" aria-pressed={isOwn} onClick={() => setOwn(true)}>
            Others as in the row above
          </button>
        </div>
      )}
      {fault !== undefined && <p className="muted">{fault}</p>}
      {answer ? (
        <RegionsMap regions={answer} target={target} isOld={isOld} />
      ) : (
        <div style={{ minHeight: HEIGHT }} />
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly columns: readonly ColumnFacts[];
  readonly onChoose: (name: string) => void;
}

function AxisChoice({ label, value, columns, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      {label}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        {columns.map(({ name }) => (
          <option key={name} value={name}>
            {shown(name, 40)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Columns that the learner gets; strings have no axis. */
function usable(columns: readonly ColumnFacts[] | undefined, target: string): readonly ColumnFacts[] {
  const kinds = ["numeric", "nominal", "ordered"];
  return (columns ?? []).filter(
    ({ name, isUsed, type }) => isUsed && kinds.includes(type) && shown(name) !== target,
  );
}

/** Attributes by importance; of rules, those that they mention. */
function rankedNames(model: ModelFacts | undefined): readonly string[] {
  if (model === undefined) return [];
  const found = model.importance.map(({ attribute }) => attribute);
  return found.length > 0 ? found : model.reads.map((name) => shown(name, 60));
}

/** The most important attributes, numbers before levels: their regions have the most to see. */
function likely(columns: readonly ColumnFacts[], names: readonly string[]): readonly string[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const rank = ({ name, type }: ColumnFacts) =>
    (places.get(shown(name, 60)) ?? 2 * names.length) + (type === "numeric" ? 0 : 0.5 + names.length / 2);
  return [...columns].sort((a, b) => rank(a) - rank(b)).map(({ name }) => name);
}

interface MapProps {
  readonly regions: RegionsFacts;
  readonly target: TargetFacts;
  readonly isOld: boolean;
}

function RegionsMap({ regions, target, isOld }: MapProps) {
  const studio = useStudio();
  const canvas = useRef<HTMLCanvasElement>(null);
  const row = useStudioState((state) => state.row?.row);
  const range = useMemo(() => rangeOf(regions), [regions]);
  const margins = useMemo(() => marginsOf(regions), [regions]);
  useEffect(() => paintGrid(canvas.current!, regions, target.colours, range), [regions, target, range]);
  const points = useMemo(() => placed(regions, target, range), [regions, target, range]);
  const options: ChartOptions = useCallback(
    (plot) => {
      const axis = ({ from, to, levels }: RegionsFacts["x"]) => ({
        domain: [from, to],
        label: null,
        ...(levels && { ticks: levels.map((_, i) => i), tickFormat: (i: number) => levels[i] }),
      });
      return {
        ...margins,
        style: "font-size: 12px",
        x: {
          ...axis(regions.x),
          ...(isTurned(regions.x) && { tickRotate: -30 }),
        },
        y: axis(regions.y),
        marks: [
          plot.frame({ stroke: "var(--line)" }),
          plot.dot(points, {
            ...{ x: "x", y: "y", fill: "colour", stroke: "var(--surface)", strokeWidth: 1, r: 3.2 },
          }),
          plot.dot(
            points.filter((point) => point.row === row),
            { x: "x", y: "y", r: 8, stroke: "currentColor", strokeWidth: 2.5 },
          ),
        ],
      };
    },
    [regions, points, row, margins],
  );
  const pick = (event: React.MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const found = nearestPoint(
      points,
      regions,
      margins,
      box,
      event.clientX - box.left,
      event.clientY - box.top,
    );
    if (found !== undefined) void studio.trace({ row: found });
  };
  const held = regions.held.map(({ attribute, cell }) => `${attribute} ${cell}`).join(", ");
  return (
    <>
      <p className="axis-name">
        <span aria-hidden="true">↑ </span>
        <bdi>{regions.y.name}</bdi>
      </p>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a row can be chosen by its number, too */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a row can be chosen by its number, too */}
      <div className={`regions${isOld ? " old" : ""}`} style={{ height: HEIGHT }} onClick={pick}>
        <canvas
          ref={canvas}
          data-regions={`${regions.columns}x${regions.rows}`}
          style={{
            left: margins.marginLeft,
            top: margins.marginTop,
            width: `calc(100% - ${margins.marginLeft + margins.marginRight}px)`,
            height: HEIGHT - margins.marginTop - margins.marginBottom,
          }}
        />
        <Chart label={summary(regions, target)} height={HEIGHT} options={options} />
      </div>
      <p className="axis-name end">
        <bdi>{regions.x.name}</bdi>
        <span aria-hidden="true"> →</span>
      </p>
      {regions.values ? (
        <p className="muted small-text">
          From {brief(range[0])} (dark) to {brief(range[1])} (light).
        </p>
      ) : (
        <Legend target={target} />
      )}
      <p className="muted small-text">
        Areas are what the model predicts, stronger where it is surer; dots are rows, in the colour of their
        true {regions.values ? "value" : "class"}. Click a dot to explain its row.
        {held !== "" && (
          <>
            {" Held: "}
            <bdi data-held>{shown(held, 400)}</bdi>.
          </>
        )}
        {[regions.x, regions.y].map(
          ({ name, others }) =>
            others !== undefined && (
              <span key={name}>
                {" "}
                Levels of <bdi>{name}</bdi> that are not shown: {others}.
              </span>
            ),
        )}
      </p>
    </>
  );
}

interface Point {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly colour: string;
}

function placed(
  { points, x, y, values }: RegionsFacts,
  target: TargetFacts,
  [least, most]: readonly number[],
) {
  return Array.from(points.row, (row, i): Point => {
    const truth = points.truth[i];
    const share = (truth - least) / (most - least || 1);
    return {
      row,
      x: points.x[i] + (x.levels ? spread(row) : 0),
      y: points.y[i] + (y.levels ? spread(row * 31 + 7) : 0),
      colour: values ? cividis(share) : (target.colours[truth] ?? OTHER),
    };
  });
}

const REACH = 14;

/** The row of the dot within reach of a place in the picture. */
function nearestPoint(
  points: readonly Point[],
  { x, y }: RegionsFacts,
  margins: ReturnType<typeof marginsOf>,
  { width, height }: { readonly width: number; readonly height: number },
  left: number,
  top: number,
): number | undefined {
  const across = width - margins.marginLeft - margins.marginRight;
  const up = height - margins.marginTop - margins.marginBottom;
  let best: number | undefined;
  let least = REACH;
  for (const point of points) {
    const px = margins.marginLeft + ((point.x - x.from) / (x.to - x.from)) * across;
    const py = margins.marginTop + (1 - (point.y - y.from) / (y.to - y.from)) * up;
    const distance = Math.hypot(px - left, py - top);
    if (distance < least) {
      least = distance;
      best = point.row;
    }
  }
  return best;
}

/** For those who do not see it: how much of the area goes to each class. */
function summary({ labels, values, x, y }: RegionsFacts, target: TargetFacts): string {
  const head = `Predictions over ${x.name} and ${y.name}`;
  if (values) return `${head}: from ${brief(Math.min(...values))} to ${brief(Math.max(...values))}`;
  const counts = new Map<number, number>();
  for (const label of labels ?? []) counts.set(label, (counts.get(label) ?? 0) + 1);
  const shares = [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([label, count]) => `${target.classes[label]} ${Math.round((100 * count) / labels!.length)}%`);
  return `${head}, shares of the area: ${shares.join(", ")}`;
}
