import type { Column } from "../../table/column.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Codes } from "../encode.js";
import type { AttributeFacts } from "../port.js";
import { type Problem, problemRows } from "../problem.js";
import type { CodedRows } from "./columns.js";

/** Rows to be taken here, each with these attributes and no others. */
export interface PulledRows {
  readonly rows: Int32Array;
  readonly attributes: readonly number[];
}

/** Problems of these rows, on the same grids. Each attribute is read once for all of them. */
export function pulledProblem(source: CodedRows, wanted: readonly PulledRows[]): Problem[] {
  const { task, columns } = source;
  const made = wanted.map(() => new Map<number, Column>());
  const all = new Set(wanted.flatMap(({ attributes }) => attributes));
  for (const a of all) {
    const codes = columns.codes(a);
    wanted.forEach(({ rows, attributes }, i) => {
      if (attributes.includes(a))
        made[i].set(a, decoded(task.attributes[a], columns.facts[a], codes, rows, 0));
    });
  }
  return wanted.map(({ rows, attributes }, i) => ({
    ...rowsOf(source, rows),
    attributes: attributes.map((a) => made[i].get(a)!),
  }));
}

/** Everything about some rows but their attributes. */
function rowsOf({ task, target, weights, keys }: CodedRows, rows: Int32Array): Problem {
  const whole = { ...task, attributes: [], target, ...(weights && { weights }), ...(keys && { keys }) };
  return problemRows(whole, rows);
}

/** Rows per block: what reads them walks a tree for each. */
const BLOCK = 1 << 16;

/** The rows at these places, ascending, block by block; of each attribute only the range of a block is read. */
export function* codedBlocks(source: CodedRows, places: Int32Array): Generator<Problem> {
  const { task, columns } = source;
  for (let from = 0; from < places.length; from += BLOCK) {
    const rows = places.subarray(from, Math.min(places.length, from + BLOCK));
    const first = rows[0];
    const end = rows[rows.length - 1] + 1;
    const attributes = task.attributes.map((schema, a) =>
      decoded(schema, columns.facts[a], columns.range(a, first, end), rows, first),
    );
    yield { ...rowsOf(source, rows), attributes };
  }
}

/** The cells of some rows; code i is that of row `first` + i. */
function decoded(
  schema: ColumnSchema,
  { codes: missing, values }: AttributeFacts,
  codes: Codes,
  rows: Int32Array,
  first: number,
): Column {
  if (values) {
    const cells = new Float64Array(rows.length);
    for (let i = 0; i < cells.length; i++) {
      const code = codes[rows[i] - first];
      cells[i] = code === missing ? Number.NaN : values[code];
    }
    return { ...schema, type: "numeric", values: cells } as Column;
  }
  const cells = new Int32Array(rows.length);
  for (let i = 0; i < cells.length; i++) {
    const code = codes[rows[i] - first];
    cells[i] = code === missing ? -1 : code;
  }
  return { ...schema, levels: schema.levels ?? [], codes: cells } as Column;
}
