import { type Column, CoppiceError, makeTable, type Table } from "coppice";
import { predictTable } from "coppice/evaluate";
import { brief, shown } from "../../base/text.js";
import { evenRows } from "../describe.js";
import type { Handlers } from "../handlers.js";
import type { RowAnswer } from "../protocol.js";
import { typicalCells } from "../typicalRow.js";
import type { Workspace } from "../workspace.js";

export interface RegionsRequests {
  regions: { args: RegionsQuestion; result: Regions };
}

export interface RegionsQuestion {
  readonly x: string;
  readonly y: string;
  /** What the other attributes are held at; absent: the typical row. */
  readonly cells?: RowAnswer["cells"];
}

/** An axis: a range of numbers, or levels at 0, 1, 2, … */
export interface RegionsAxis {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly levels?: readonly string[];
  /** Levels that are not shown. */
  readonly others?: number;
}

/** What a model predicts on a grid of two attributes. */
export interface Regions {
  readonly x: RegionsAxis;
  readonly y: RegionsAxis;
  /** Cells of the grid in each direction; from the lowest y, row by row. */
  readonly columns: number;
  readonly rows: number;
  /** The predicted class of each cell and its probability, or the predicted value. */
  readonly labels?: Int32Array;
  readonly shares?: Float64Array;
  readonly values?: Float64Array;
  /** Rows of the table: places, and the true class or value. */
  readonly points: {
    readonly row: Int32Array;
    readonly x: Float64Array;
    readonly y: Float64Array;
    readonly truth: Float64Array;
  };
  /** How the other attributes are held. */
  readonly held: readonly { readonly attribute: string; readonly cell: string }[];
}

const CELLS = 128;
const MOST_LEVELS = 20;
const MOST_POINTS = 1_000;
/** Empty space beside the outermost values, as a share of their range. */
const MARGIN = 0.04;

export const regionsHandlers = (work: Workspace): Handlers<RegionsRequests> => ({
  regions: (question) => regionsOf(work, question),
});

function regionsOf(work: Workspace, { x, y, cells }: RegionsQuestion): Regions {
  const { model } = work.known();
  const { table, rows } = work.trained();
  if (x === y)
    throw new CoppiceError("OPTION_CONFLICT", "regions need two different attributes", { name: x });
  const ways = [x, y].map((name) => wayOf(work, name));
  const held = heldCells(table, cells);
  const [columns, lines] = ways.map(({ at }) => at.length);
  const grid = makeTable(
    table.columns.map((column, c) => {
      const way = ways.findIndex(({ column: each }) => each.name === column.name);
      const cellAt =
        way < 0
          ? () => held[c]
          : (i: number) => ways[way].at[way === 0 ? i % columns : Math.floor(i / columns)];
      return filled(column, columns * lines, cellAt);
    }),
  );
  const found = predictTable(model, grid);
  const width = found.kind === "classification" ? found.probabilities.length / grid.rows : 0;
  return {
    ...{ x: ways[0].axis, y: ways[1].axis, columns, rows: lines },
    ...(found.kind === "classification"
      ? {
          labels: found.labels,
          shares: Float64Array.from(found.labels, (label, i) => found.probabilities[i * width + label]),
        }
      : { values: found.values }),
    points: pointsOf(ways, work.column(model.target.name), table, rows),
    held: table.columns
      .map((column, c) => ({ column, cell: held[c] }))
      .filter(
        ({ column: { name } }) =>
          name !== x && name !== y && model.attributes.some((attribute) => attribute.name === name),
      )
      .map(({ column, cell }) => ({ attribute: shown(column.name, 60), cell: cellWords(column, cell) })),
  };
}

/** A direction of the grid: the column, the cells along it, and where a cell of a row is drawn. */
interface Way {
  readonly column: Column;
  readonly axis: RegionsAxis;
  readonly at: readonly number[];
  readonly place: (row: number) => number;
}

function wayOf(work: Workspace, name: string): Way {
  const { table } = work.trained();
  const column = table.columns.find((each) => each.name === name);
  if (column === undefined) throw new CoppiceError("COLUMN_UNKNOWN", "there is no such attribute", { name });
  return column.type === "numeric" ? numericWay(column) : levelsWay(column);
}

function numericWay(column: Extract<Column, { type: "numeric" }>): Way {
  let least = Infinity;
  let most = -Infinity;
  for (const value of column.values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(least <= most)) [least, most] = [0, 1];
  const margin = (most - least || 1) * MARGIN;
  const [from, to] = [least - margin, most + margin];
  return {
    column,
    axis: { name: shown(column.name, 60), from, to },
    at: Array.from({ length: CELLS }, (_, i) => from + ((i + 0.5) / CELLS) * (to - from)),
    place: (row) => column.values[row],
  };
}

/** The most frequent levels, in the order of the column. */
function levelsWay(column: Exclude<Column, { type: "numeric" }>): Way {
  const counts = new Float64Array(column.levels.length);
  for (const code of column.codes) if (code >= 0) counts[code]++;
  const codes = [...counts.keys()]
    .sort((a, b) => counts[b] - counts[a] || a - b)
    .slice(0, MOST_LEVELS)
    .sort((a, b) => a - b);
  const placeOf = new Map(codes.map((code, i) => [code, i]));
  const others = column.levels.length - codes.length;
  return {
    column,
    axis: {
      ...{ name: shown(column.name, 60), from: -0.5, to: codes.length - 0.5 },
      levels: codes.map((code) => shown(column.levels[code], 24)),
      ...(others > 0 && { others }),
    },
    at: codes,
    place: (row) => placeOf.get(column.codes[row]) ?? Number.NaN,
  };
}

function heldCells(table: Table, cells: RowAnswer["cells"] | undefined): readonly number[] {
  const typical = typicalCells(table);
  if (cells === undefined) return typical;
  const given = new Map(Object.entries(cells));
  return table.columns.map((column, c) => {
    const cell = given.get(column.name);
    if (cell === undefined) return typical[c];
    if (column.type === "numeric") return cell === null ? Number.NaN : Number(cell);
    return cell === null ? -1 : column.levels.indexOf(String(cell));
  });
}

function filled(column: Column, rows: number, cellAt: (i: number) => number): Column {
  if (column.type === "numeric")
    return { ...column, values: Float64Array.from({ length: rows }, (_, i) => cellAt(i)) };
  return { ...column, codes: Int32Array.from({ length: rows }, (_, i) => cellAt(i)) };
}

/** Rows spread over the table; those without a value on an axis are left out. */
function pointsOf(
  [x, y]: readonly Way[],
  target: Column,
  table: Table,
  rowOf: Int32Array,
): Regions["points"] {
  const rows = evenRows(table.rows, MOST_POINTS).filter(
    (row) => !Number.isNaN(x.place(row)) && !Number.isNaN(y.place(row)),
  );
  const truth = (row: number) => (target.type === "numeric" ? target.values[row] : target.codes[row]);
  return {
    row: rows.map((row) => rowOf[row]),
    x: Float64Array.from(rows, x.place),
    y: Float64Array.from(rows, y.place),
    truth: Float64Array.from(rows, (row) => truth(rowOf[row])),
  };
}

function cellWords(column: Column, cell: number): string {
  if (column.type === "numeric") return Number.isNaN(cell) ? "missing" : brief(cell);
  return cell < 0 ? "missing" : shown(column.levels[cell], 40);
}
