import { type ColumnSchema, CoppiceError } from "coppice";
import { checkFinite, type Dictionary } from "../../engine/dictionary.js";
import type { RowColumns } from "../../engine/request.js";
import type { Message } from "../protobuf.js";
import { LISTS, type Workers } from "../workers/workers.js";
import { bytesAt } from "./bytes.js";

/** A code has two bytes at most: numbers with more distinct values are not collected. */
export const MOST_VALUES = 65_535;

/** The values of a column: levels, or numbers if there are not too many. */
export type Listed = Omit<Dictionary, "table"> & {
  readonly hasGaps: boolean;
  /** There are more than `MOST_VALUES` distinct numbers. */
  readonly isOpen: boolean;
};

/** One pass over the rows: the values that occur in each attribute, and last in the target. */
export async function listedValues(
  workers: Workers,
  input: Message,
  { attributes, target }: RowColumns,
): Promise<Listed[]> {
  const schemas = [...attributes, target].map(({ schema }) => schema);
  const kinds = schemas.map(({ type }) => (type === "numeric" ? "number" : "text"));
  const found = schemas.map(() => new Found());
  const job = {
    work: "distinct",
    facts: { kinds, most: MOST_VALUES },
    takes: [...attributes.map((_, i) => `x${i}`), "y", "w"],
    returns: LISTS,
  };
  for await (const batch of workers.rows(input, job)) {
    const [columns, gaps, lists] = batch.columns;
    if (columns.kind !== "numbers" || gaps.kind !== "numbers") throw new Error("numbers were expected");
    for (let row = 0; row < batch.rows; row++) {
      const i = columns.values[row];
      found[i].add(kinds[i], gaps.values[row], bytesAt(lists, row));
    }
  }
  return schemas.map((schema, i) => listed(schema, found[i]));
}

/** What the partitions found, together. */
class Found {
  gaps = 0;
  isOpen = false;
  readonly values = new Set<number>();
  readonly levels = new Set<string>();

  add(kind: string, gaps: number, list: Uint8Array | undefined): void {
    this.gaps += gaps;
    if (list === undefined) this.isOpen = true;
    else if (kind === "text") for (const level of JSON.parse(decoder.decode(list))) this.levels.add(level);
    else if (!this.isOpen) for (const value of new Float64Array(list.slice().buffer)) this.values.add(value);
    if (this.values.size > MOST_VALUES) this.isOpen = true;
    if (this.isOpen) this.values.clear();
  }
}

const decoder = new TextDecoder();

function listed(schema: ColumnSchema, { gaps, isOpen, values: numbers, levels: found }: Found): Listed {
  const facts = { hasGaps: gaps > 0, isOpen };
  if (schema.type === "numeric") {
    const values = Float64Array.from(numbers).sort();
    checkFinite(values, schema.name);
    return { ...facts, codes: values.length, values };
  }
  if (isOpen) {
    const message = `${JSON.stringify(schema.name)} has more than ${MOST_VALUES} levels`;
    throw new CoppiceError("ENGINE_ROWS", message, { name: schema.name, rule: `at most ${MOST_VALUES}` });
  }
  const levels = schema.levels ?? [...found].sort(byCodePoint);
  const stray = schema.levels && [...found].sort(byCodePoint).find((level) => !levels.includes(level));
  if (stray !== undefined) {
    const message = `${JSON.stringify(stray)} is not a declared level of ${JSON.stringify(schema.name)}`;
    throw new CoppiceError("LEVEL_UNKNOWN", message, {
      ...{ name: schema.name, rule: "a declared level", value: stray },
    });
  }
  return { ...facts, codes: levels.length, levels };
}

function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
