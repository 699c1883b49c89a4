import { amount, brief } from "../base/text.js";
import type { ChartOptions } from "../ui/Chart.js";
import type { Axis, Boxes, Cells, Dots, Pair } from "../work/pairs.js";
import type { TargetFacts } from "../work/protocol.js";

const GREY = "#8a8f98";

/** The chart of two columns: dots or a grid for numbers, a mosaic for levels, boxes for both. */
export function pairChart(pair: Pair, target: TargetFacts | undefined, isGrid: boolean): ChartOptions {
  const colours = target?.groupColours ?? [];
  const { view } = pair;
  if (view.kind === "boxes") return boxChart(pair, view, target);
  if (view.kind === "cells") return mosaicChart(pair, view, colours);
  return isGrid ? gridChart(pair, view) : dotChart(pair, view, colours);
}

const labels = ({ x, y }: Pair) => ({ x: { label: `${x.name} →` }, y: { label: `↑ ${y.name}` } });

function dotChart(pair: Pair, { x, y, group }: Dots, colours: readonly string[]): ChartOptions {
  const dots = Array.from(x, (each, i) => ({ x: each, y: y[i], colour: colours[group[i]] ?? GREY }));
  return (plot) => ({
    ...labels(pair),
    marginLeft: 56,
    marginBottom: 40,
    marks: [plot.dot(dots, { x: "x", y: "y", r: 3, fill: "colour", fillOpacity: 0.65 })],
  });
}

/** How many rows are where: the darker, the more. */
function gridChart(pair: Pair, { cells = new Float64Array(0), across }: Dots): ChartOptions {
  const { x, y } = pair;
  if (x.kind !== "numbers" || y.kind !== "numbers") throw new Error("axes of numbers");
  const most = cells.reduce((a, b) => Math.max(a, b), 1);
  const [dx, dy] = [(x.to - x.from) / across, (y.to - y.from) / across];
  const boxes = Array.from(cells, (count, at) => {
    const [i, j] = [Math.floor(at / across), at % across];
    const corner = { x1: x.from + i * dx, y1: y.from + j * dy };
    return { ...corner, x2: corner.x1 + dx, y2: corner.y1 + dy, count, dark: Math.sqrt(count / most) };
  }).filter(({ count }) => count > 0);
  return (plot) => ({
    ...labels(pair),
    marginLeft: 56,
    marginBottom: 40,
    marks: [
      plot.rect(boxes, {
        ...{ x1: "x1", x2: "x2", y1: "y1", y2: "y2", fillOpacity: "dark" },
        ...{ fill: "var(--accent)", inset: 0 },
      }),
    ],
    opacity: { type: "identity" },
  });
}

/** Widths are shares of the levels of x, heights those of y within them; each tile shows its classes from left to right. */
export function tilesOf({ width, height, groups, counts }: Cells) {
  const sum = (from: number, size: number) => counts.subarray(from, from + size).reduce((a, b) => a + b, 0);
  const total = sum(0, counts.length) || 1;
  let left = 0;
  return Array.from({ length: width }, (_, i) => {
    const column = sum(i * height * groups, height * groups);
    const wide = column / total;
    const start = left;
    left += wide;
    let bottom = 0;
    const tiles = Array.from({ length: height }, (_, j) => {
      const at = (i * height + j) * groups;
      const rows = sum(at, groups);
      const tall = rows / (column || 1);
      const low = bottom;
      bottom += tall;
      return { j, rows, low, high: bottom, mix: counts.subarray(at, at + groups) };
    });
    return { i, rows: column, start, end: left, tiles };
  });
}

function mosaicChart(pair: Pair, view: Cells, colours: readonly string[]): ChartOptions {
  const columns = tilesOf(view).filter(({ rows }) => rows > 0);
  const parts = columns.flatMap(({ start, end, tiles }) =>
    tiles.flatMap(({ low, high, rows, mix }) => {
      let x1 = start;
      return Array.from(mix, (count, g) => {
        const x2 = x1 + ((end - start) * count) / (rows || 1);
        const part = { x1, x2, y1: low, y2: high, colour: colours[g] ?? GREY };
        x1 = x2;
        return part;
      }).filter((part) => part.x2 > part.x1);
    }),
  );
  const frames = columns.flatMap(({ start, end, tiles }) =>
    tiles.filter(({ rows }) => rows > 0).map(({ low, high }) => ({ x1: start, x2: end, y1: low, y2: high })),
  );
  const heads = columns.map(({ start, end, i }) => ({
    x: (start + end) / 2,
    text: levelOf(pair.x, i),
    room: end - start,
  }));
  const names = columns.flatMap(({ start, end, tiles }) =>
    tiles.map(({ low, high, j }) => ({
      ...{ x: (start + end) / 2, y: (low + high) / 2, text: levelOf(pair.y, j) },
      ...{ tall: high - low, room: end - start },
    })),
  );
  return (plot, wide) => ({
    x: { axis: null, domain: [0, 1] },
    y: { axis: null, domain: [0, 1] },
    marginLeft: 8,
    marginTop: 24,
    marginBottom: 44,
    marks: [
      plot.rect(parts, { x1: "x1", x2: "x2", y1: "y1", y2: "y2", fill: "colour", fillOpacity: 0.85 }),
      plot.rect(frames, {
        x1: "x1",
        x2: "x2",
        y1: "y1",
        y2: "y2",
        stroke: "var(--surface)",
        strokeWidth: 2.5,
      }),
      plot.text(
        heads.filter(({ room }) => room * wide > 34),
        { x: "x", text: "text", frameAnchor: "bottom", dy: 14, lineWidth: 8, textOverflow: "ellipsis" },
      ),
      plot.text(
        names.filter(({ tall, room }) => tall > 0.06 && room * wide > 60),
        {
          ...{ x: "x", y: "y", text: "text", lineWidth: 8, textOverflow: "ellipsis" },
          ...{ fill: "var(--ink)", stroke: "var(--surface)", strokeWidth: 4 },
        },
      ),
      plot.text([`${pair.x.name} →`], { frameAnchor: "bottom-right", dy: 36 }),
      plot.text([`↑ ${pair.y.name}`], { frameAnchor: "top-left", dy: -16 }),
    ],
  });
}

export const levelOf = (axis: Axis, at: number): string =>
  axis.kind === "levels" ? (axis.levels[at] ?? "") : "";

/** A box from quartile to quartile with the median, and lines to the least and the greatest value. */
function boxChart(pair: Pair, { boxes, isUpright }: Boxes, target: TargetFacts | undefined): ChartOptions {
  const levels = isUpright ? pair.x : pair.y;
  const isTarget = target?.name === levels.name;
  const data = boxes.map(({ level, five }) => {
    const [least, low, middle, high, most] = five;
    const at = target?.groupNames.indexOf(level) ?? -1;
    const colour = isTarget && at >= 0 ? target?.groupColours[at] : "var(--strong)";
    return { level, least, low, middle, high, most, colour };
  });
  const names = data.map(({ level }) => level);
  const band = { domain: names, padding: 0.35 };
  return (plot) =>
    isUpright
      ? {
          x: { ...band, label: null },
          y: { label: `↑ ${pair.y.name}`, grid: true },
          ...{ marginLeft: 56, marginBottom: 36 },
          marks: [
            plot.ruleX(data, { x: "level", y1: "least", y2: "most", stroke: "var(--muted)" }),
            plot.barY(data, { x: "level", y1: "low", y2: "high", fill: "colour", rx: 3 }),
            plot.tickY(data, { x: "level", y: "middle", strokeWidth: 2.5, stroke: "var(--ink)" }),
          ],
        }
      : {
          y: { ...band, label: null },
          x: { label: `${pair.x.name} →`, grid: true },
          ...{ marginLeft: 120, marginBottom: 40 },
          marks: [
            plot.ruleY(data, { y: "level", x1: "least", x2: "most", stroke: "var(--muted)" }),
            plot.barX(data, { y: "level", x1: "low", x2: "high", fill: "colour", rx: 3 }),
            plot.tickX(data, { y: "level", x: "middle", strokeWidth: 2.5, stroke: "var(--ink)" }),
          ],
        };
}

/** The chart in numbers: a head and rows, for people who do not see it. */
export function pairNumbers(pair: Pair): {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const { view, x, y } = pair;
  if (view.kind === "boxes") {
    return {
      head: [
        (view.isUpright ? x : y).name,
        "rows",
        "least",
        "lower quartile",
        "median",
        "upper quartile",
        "greatest",
      ],
      rows: view.boxes.map(({ level, rows, five }) => [level, amount(rows), ...five.map(brief)]),
    };
  }
  if (view.kind === "cells") {
    const columns = tilesOf(view);
    const names = y.kind === "levels" ? y.levels : [];
    return {
      head: [`${x.name} \\ ${y.name}`, ...names],
      rows: columns.map(({ i, tiles }) => [levelOf(x, i), ...tiles.map(({ rows }) => amount(rows))]),
    };
  }
  const range = (axis: Axis) => (axis.kind === "numbers" ? [brief(axis.from), brief(axis.to)] : []);
  return {
    head: ["", "least", "greatest"],
    rows: [
      [x.name, ...range(x)],
      [y.name, ...range(y)],
    ],
  };
}
