import type { Column } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import { type Problem, problemRows } from "../problem.js";
import { blockCodes, blocksOf, type CodedColumns, type CodedRows, placeOf, rowsIn } from "./columns.js";

/** Rows to be taken here, ascending, each with these attributes and no others. */
export interface PulledRows {
  readonly rows: Int32Array;
  readonly attributes: readonly number[];
}

/** Problems of these rows, on the same grids. Each block of an attribute is read once for all of them. */
export function pulledProblem(source: CodedRows, wanted: readonly PulledRows[]): Problem[] {
  const { task, columns } = source;
  const made = wanted.map(({ rows, attributes }) => ({
    rows,
    cells: new Map(attributes.map((a) => [a, cellsFor(columns, a, rows.length)])),
  }));
  const all = [...new Set(wanted.flatMap(({ attributes }) => attributes))];
  const at = new Int32Array(wanted.length);
  for (let block = 0; block < blocksOf(columns); block++) {
    const first = block * columns.block;
    const ends = made.map(({ rows }, i) => placeOf(rows, first + rowsIn(columns, block), at[i]));
    if (ends.every((end, i) => end === at[i])) continue;
    for (const a of all) {
      const read = cellsOf(columns, a, block);
      made.forEach(({ rows, cells }, i) => {
        const out = cells.get(a);
        if (out) for (let j = at[i]; j < ends[i]; j++) out[j] = read(rows[j] - first);
      });
    }
    at.set(ends);
  }
  return made.map(({ rows, cells }, i) => ({
    ...rowsOf(source, rows),
    attributes: wanted[i].attributes.map((a) => columnOf(task.attributes[a], cells.get(a)!)),
  }));
}

/** Everything about some rows but their attributes. */
function rowsOf({ task, target, weights, keys }: CodedRows, rows: Int32Array): Problem {
  const whole = { ...task, attributes: [], target, ...(weights && { weights }), ...(keys && { keys }) };
  return problemRows(whole, rows);
}

/** The rows at these places, ascending, block by block. */
export function* codedBlocks(source: CodedRows, places: Int32Array): Generator<Problem> {
  const { task, columns } = source;
  for (let block = 0, from = 0; from < places.length; block++) {
    const first = block * columns.block;
    const to = placeOf(places, first + rowsIn(columns, block), from);
    const rows = places.subarray(from, to);
    from = to;
    if (rows.length === 0) continue;
    const attributes = task.attributes.map((schema, a) => {
      const read = cellsOf(columns, a, block);
      const out = cellsFor(columns, a, rows.length);
      for (let i = 0; i < rows.length; i++) out[i] = read(rows[i] - first);
      return columnOf(schema, out);
    });
    yield { ...rowsOf(source, rows), attributes };
  }
}

function isNumeric(columns: CodedColumns, attribute: number): boolean {
  const { edges, values } = columns.stored[attribute];
  return edges !== undefined || values !== undefined;
}

function cellsFor(columns: CodedColumns, attribute: number, count: number): Float64Array | Int32Array {
  return isNumeric(columns, attribute) ? new Float64Array(count) : new Int32Array(count);
}

/** The cell of a row of a block. 0 and -0 are one value, 0. */
function cellsOf(columns: CodedColumns, attribute: number, block: number): (row: number) => number {
  const { edges, values, codes: missing } = columns.stored[attribute];
  if (edges) {
    const numbers = columns.numbers(attribute, block);
    return (row) => numbers[row] + 0;
  }
  const codes = blockCodes(columns, attribute, block);
  if (values) return (row) => (codes[row] === missing ? Number.NaN : values[codes[row]]);
  return (row) => (codes[row] === missing ? -1 : codes[row]);
}

function columnOf(schema: ColumnSchema, cells: Float64Array | Int32Array): Column {
  return cells instanceof Float64Array
    ? ({ ...schema, type: "numeric", values: cells } as Column)
    : ({ ...schema, levels: schema.levels ?? [], codes: cells } as Column);
}
