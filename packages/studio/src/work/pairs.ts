import { type Column, describeTable, selectRows, type Table } from "coppice";
import { shown } from "../base/text.js";
import type { Grouped } from "./bars.js";
import { evenRows } from "./describe.js";

/** Dots of a scatter plot: more would not be seen. */
const MOST_DOTS = 2000;
const MOST_LEVELS = 12;
const CELLS = 32;
/** Rows from which cells and quartiles are those of a sample. */
const MOST_ROWS = 300_000;
const MOST_TOLD = 50_000;

/** An axis of numbers, or of levels: the most frequent ones, then the others. */
export type Axis =
  | { readonly kind: "numbers"; readonly name: string; readonly from: number; readonly to: number }
  | {
      readonly kind: "levels";
      readonly name: string;
      readonly levels: readonly string[];
      readonly others: number;
    };

/** Two columns against each other. Missing values are in neither. */
export interface Pair {
  readonly x: Axis;
  readonly y: Axis;
  /** Rows in which both are known, of those looked at. */
  readonly rows: number;
  readonly sample?: number;
  readonly view: Dots | Cells | Boxes;
  /** How much of the uncertainty about the target, or of its variance, both tell together, and each alone. */
  readonly tells?: { readonly both: number; readonly alone: readonly [number, number] };
}

/** Two numbers: dots of some rows, with the groups of their classes. */
export interface Dots {
  readonly kind: "dots";
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly group: Uint8Array;
  /** How many rows are in each cell of a grid, for tables with more rows than dots. */
  readonly cells?: Float64Array;
  readonly across: number;
}

/** Two sets of levels: `counts[(x * height + y) * groups + group]`. */
export interface Cells {
  readonly kind: "cells";
  readonly width: number;
  readonly height: number;
  readonly groups: number;
  readonly counts: Float64Array;
}

/** A number within each level: minimum, quartiles, maximum. */
export interface Boxes {
  readonly kind: "boxes";
  /** Whether the levels are on the x axis. */
  readonly isUpright: boolean;
  readonly boxes: readonly {
    readonly level: string;
    readonly rows: number;
    /** Least, quartiles and greatest. */
    readonly five: readonly number[];
  }[];
}

export function pairOf(table: Table, a: Column, b: Column, by: Grouped, target: string | undefined): Pair {
  const rows = evenRows(table.rows, MOST_ROWS);
  const known = rows.filter((row) => isKnown(a, row) && isKnown(b, row));
  const [x, y] = [axisOf(a, known), axisOf(b, known)];
  return {
    ...{ x: x.axis, y: y.axis, rows: known.length },
    ...(rows.length < table.rows && { sample: rows.length }),
    view: viewOf(a, b, x, y, known, by),
    ...tellsOf(table, a.name, b.name, target),
  };
}

export const isKnown = (column: Column, row: number): boolean =>
  column.type === "numeric" ? !Number.isNaN(column.values[row]) : column.codes[row] >= 0;

interface Placed {
  readonly axis: Axis;
  /** Where a level is on its axis. */
  readonly place: Int32Array;
}

function axisOf(column: Column, rows: Int32Array): Placed {
  const name = shown(column.name, 60);
  if (column.type === "numeric") {
    let [from, to] = [Infinity, -Infinity];
    for (const row of rows) {
      from = Math.min(from, column.values[row]);
      to = Math.max(to, column.values[row]);
    }
    const isEmpty = from > to;
    return {
      axis: { kind: "numbers", name, from: isEmpty ? 0 : from, to: isEmpty ? 1 : to },
      place: new Int32Array(0),
    };
  }
  const totals = new Float64Array(column.levels.length);
  for (const row of rows) totals[column.codes[row]]++;
  const codes = Array.from(totals, (_, code) => code).filter((code) => totals[code] > 0);
  if (column.type !== "ordered") codes.sort((p, q) => totals[q] - totals[p] || p - q);
  const kept = codes.length > MOST_LEVELS ? codes.slice(0, MOST_LEVELS - 1) : codes;
  const others = codes.length - kept.length;
  const place = new Int32Array(column.levels.length).fill(kept.length);
  kept.forEach((code, at) => {
    place[code] = at;
  });
  const levels = kept.map((code) => shown(column.levels[code], 40));
  return {
    axis: { kind: "levels", name, levels: others > 0 ? [...levels, `${others} others`] : levels, others },
    place,
  };
}

function viewOf(a: Column, b: Column, x: Placed, y: Placed, rows: Int32Array, by: Grouped): Pair["view"] {
  if (a.type === "numeric" && b.type === "numeric") return dotsOf(a.values, b.values, x, y, rows, by);
  if (a.type === "numeric" && b.type !== "numeric") return boxesOf(a.values, b.codes, y, rows, false);
  if (a.type !== "numeric" && b.type === "numeric") return boxesOf(b.values, a.codes, x, rows, true);
  if (a.type === "numeric" || b.type === "numeric") throw new Error("both are numbers");
  return cellsOf(a.codes, b.codes, x, y, rows, by);
}

function dotsOf(
  a: Float64Array,
  b: Float64Array,
  { axis: x }: Placed,
  { axis: y }: Placed,
  rows: Int32Array,
  by: Grouped,
): Dots {
  if (x.kind !== "numbers" || y.kind !== "numbers") throw new Error("axes of numbers");
  const some = evenRows(rows.length, MOST_DOTS).map((i) => rows[i]);
  const dots = {
    x: Float64Array.from(some, (row) => a[row]),
    y: Float64Array.from(some, (row) => b[row]),
    group: Uint8Array.from(some, (row) => (by.groupOf(row) < 0 ? 255 : by.groupOf(row))),
  };
  if (rows.length <= MOST_DOTS) return { kind: "dots", ...dots, across: CELLS };
  const cells = new Float64Array(CELLS * CELLS);
  const [sx, sy] = [CELLS / (x.to - x.from || 1), CELLS / (y.to - y.from || 1)];
  for (const row of rows) {
    const i = Math.min(CELLS - 1, Math.floor((a[row] - x.from) * sx));
    const j = Math.min(CELLS - 1, Math.floor((b[row] - y.from) * sy));
    cells[i * CELLS + j]++;
  }
  return { kind: "dots", ...dots, cells, across: CELLS };
}

const sizeOf = ({ axis }: Placed): number => (axis.kind === "levels" ? Math.max(1, axis.levels.length) : 1);

function cellsOf(a: Int32Array, b: Int32Array, x: Placed, y: Placed, rows: Int32Array, by: Grouped): Cells {
  const [width, height, { groups }] = [sizeOf(x), sizeOf(y), by];
  const counts = new Float64Array(width * height * groups);
  for (const row of rows) {
    const group = by.groupOf(row);
    if (group >= 0) counts[(x.place[a[row]] * height + y.place[b[row]]) * groups + group]++;
  }
  return { kind: "cells", width, height, groups, counts };
}

function boxesOf(
  values: Float64Array,
  codes: Int32Array,
  by: Placed,
  rows: Int32Array,
  isUpright: boolean,
): Boxes {
  const lists: number[][] = Array.from({ length: sizeOf(by) }, () => []);
  for (const row of rows) lists[by.place[codes[row]]].push(values[row]);
  const levels = by.axis.kind === "levels" ? by.axis.levels : [];
  return {
    kind: "boxes",
    isUpright,
    boxes: lists.flatMap((list, i) => {
      if (list.length === 0 || levels[i] === undefined) return [];
      const sorted = Float64Array.from(list).sort();
      return [
        {
          level: levels[i],
          rows: list.length,
          five: [0, 0.25, 0.5, 0.75, 1].map((p) => quantile(sorted, p)),
        },
      ];
    }),
  };
}

/** Between the two nearest values, as R's and NumPy's default. */
export function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const next = sorted[Math.min(sorted.length - 1, low + 1)];
  return sorted[low] + (next - sorted[low]) * (at - low);
}

/** By the library's two-way table, which groups numbers into quarters. */
function tellsOf(table: Table, a: string, b: string, target: string | undefined): Pick<Pair, "tells"> {
  if (target === undefined || a === target || b === target || a === b) return {};
  const columns = table.columns.filter(({ name }) => name === a || name === b || name === target);
  const part = selectRows({ ...table, columns }, evenRows(table.rows, MOST_TOLD));
  const described = describeTable(part, {
    target,
    attributes: [a, b],
    pair: [[a, b]],
    pairs: 0,
    warnings: [],
  });
  const [pair] = described.pairs;
  if (pair?.alone === undefined || described.target === undefined) return {};
  const unit = described.target.task === "classification" ? described.target.entropy : 1;
  const share = (x: number) => (unit > 0 ? Math.max(0, x / unit) : 0);
  return {
    tells: {
      both: share(pair.gain ?? pair.explained ?? 0),
      alone: [share(pair.alone[0]), share(pair.alone[1])],
    },
  };
}
