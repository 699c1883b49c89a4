import type { Column } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import { type Problem, problemRows } from "../problem.js";
import { CellRoom } from "./cellRoom.js";
import { blockCodes, blocksOf, type CodedColumns, type CodedRows, placeOf, rowsIn } from "./columns.js";

/** Rows to be taken here, ascending, each with these attributes and no others. */
export interface PulledRows {
  readonly rows: Int32Array;
  readonly attributes: readonly number[];
}

/**
 * Problems of these rows, on the same grids. Each block of an attribute is read once for all of them. The cells are in `room`, by default
 * the source's: valid until the next pull.
 */
export function pulledProblem(
  source: CodedRows,
  wanted: readonly PulledRows[],
  room: CellRoom = source.cellRoom,
): Problem[] {
  const { task, columns } = source;
  room.begin(wanted.reduce((sum, { rows, attributes }) => sum + rows.length * attributes.length, 0));
  const made = wanted.map(({ rows, attributes }) => ({
    rows,
    cells: new Map(attributes.map((a) => [a, cellsFor(columns, a, rows.length, room)])),
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
        if (out && at[i] < ends[i]) read(out, at[i], rows.subarray(at[i], ends[i]), first);
      });
    }
    at.set(ends);
  }
  return made.map(({ rows, cells }, i) => ({
    ...rowsOf(source, rows),
    attributes: wanted[i].attributes.map((a) => columnOf(task.attributes[a], cells.get(a)!)),
  }));
}

/** All rows. */
export function wholeProblem(source: CodedRows, rows: Int32Array): Problem {
  const { task, target, weights, keys } = source;
  const all = task.attributes.map((_, a) => a);
  const [{ attributes }] = pulledProblem(source, [{ rows, attributes: all }], new CellRoom());
  return { ...task, attributes, target, ...(weights && { weights }), ...(keys && { keys }) };
}

/** Everything about some rows but their attributes. */
function rowsOf({ task, target, weights, keys }: CodedRows, rows: Int32Array): Problem {
  const whole = { ...task, attributes: [], target, ...(weights && { weights }), ...(keys && { keys }) };
  return problemRows(whole, rows);
}

/**
 * The rows at these places, ascending, block by block. Cells are read when they are asked for, and valid until the next block: the memory
 * of all blocks is the same.
 */
export function* codedBlocks(source: CodedRows, places: Int32Array): Generator<Problem> {
  const { task, columns } = source;
  const rooms = task.attributes.map(() => new CellRoom());
  for (let block = 0, from = 0; from < places.length; block++) {
    const first = block * columns.block;
    const to = placeOf(places, first + rowsIn(columns, block), from);
    const rows = places.subarray(from, to);
    from = to;
    if (rows.length === 0) continue;
    const attributes = task.attributes.map((schema, a) =>
      readLater(schema, isNumeric(columns, a), () => {
        rooms[a].begin(rows.length);
        const out = cellsFor(columns, a, rows.length, rooms[a]);
        cellsOf(columns, a, block)(out, 0, rows, first);
        return out;
      }),
    );
    yield { ...rowsOf(source, rows), attributes };
  }
}

/** A column whose cells are read once, on first access. */
function readLater(schema: ColumnSchema, isNumeric: boolean, read: () => Float64Array | Int32Array): Column {
  const name = isNumeric ? "values" : "codes";
  const column = isNumeric ? { ...schema, type: "numeric" } : { ...schema, levels: schema.levels ?? [] };
  return Object.defineProperty(column, name, {
    ...{ configurable: true, enumerable: true },
    get() {
      const value = read();
      Object.defineProperty(column, name, { value, enumerable: true });
      return value;
    },
  }) as Column;
}

function isNumeric(columns: CodedColumns, attribute: number): boolean {
  const { edges, values } = columns.stored[attribute];
  return edges !== undefined || values !== undefined;
}

function cellsFor(
  columns: CodedColumns,
  attribute: number,
  count: number,
  room?: CellRoom,
): Float64Array | Int32Array {
  if (isNumeric(columns, attribute)) return room?.numbers(count) ?? new Float64Array(count);
  return room?.codes(count) ?? new Int32Array(count);
}

/** Copies the cells of some rows of a block, whose first row is `first`, to `at` and what follows. */
type CellTaker = (out: Float64Array | Int32Array, at: number, rows: Int32Array, first: number) => void;

function cellsOf(columns: CodedColumns, attribute: number, block: number): CellTaker {
  const { edges, values, codes: missing } = columns.stored[attribute];
  if (edges) {
    const numbers = columns.numbers(attribute, block);
    if (numbers instanceof Float32Array)
      return (out, at, rows, first) => takeSingles(out as Float64Array, at, numbers, rows, first);
    return (out, at, rows, first) => takeDoubles(out as Float64Array, at, numbers, rows, first);
  }
  const codes = blockCodes(columns, attribute, block);
  if (values) {
    const known = Float64Array.of(...values, Number.NaN);
    return (out, at, rows, first) => {
      for (let i = 0; i < rows.length; i++) out[at + i] = known[codes[rows[i] - first]];
    };
  }
  return (out, at, rows, first) => {
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i] - first];
      out[at + i] = code === missing ? -1 : code;
    }
  };
}

// One loop for each kind of numbers, so that each is compiled for it. 0 and -0 are one value, 0.

function takeSingles(out: Float64Array, at: number, from: Float32Array, rows: Int32Array, first: number) {
  for (let i = 0; i < rows.length; i++) out[at + i] = from[rows[i] - first] + 0;
}

function takeDoubles(out: Float64Array, at: number, from: Float64Array, rows: Int32Array, first: number) {
  for (let i = 0; i < rows.length; i++) out[at + i] = from[rows[i] - first] + 0;
}

function columnOf(schema: ColumnSchema, cells: Float64Array | Int32Array): Column {
  return cells instanceof Float64Array
    ? ({ ...schema, type: "numeric", values: cells } as Column)
    : ({ ...schema, levels: schema.levels ?? [], codes: cells } as Column);
}
