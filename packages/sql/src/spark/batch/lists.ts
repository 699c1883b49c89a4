import { type ColumnSchema, CoppiceError } from "coppice";
import { checkFinite, type Dictionary } from "../../engine/dictionary.js";
import type { RowCounts } from "../../engine/grids.js";
import type { RowColumns } from "../../engine/request.js";
import type { Scratch } from "../../engine/scratch.js";
import { sqlRelation } from "../messages.js";
import { LISTS, type Workers } from "../workers/workers.js";
import { bytesAt, doublesAt, numberAt } from "./bytes.js";
import { packedBlocks } from "./packedBlocks.js";
import { manyRecords, widthOf } from "./records.js";

/** A code has two bytes at most: numbers with more distinct values are not collected. */
export const MOST_VALUES = 65_535;

/** The values of a column: levels, or numbers if there are not too many. */
export type Listed = Omit<Dictionary, "table"> & {
  readonly hasGaps: boolean;
  /** There are more than `MOST_VALUES` distinct numbers. */
  readonly isOpen: boolean;
};

export interface ListedRows {
  readonly lists: Listed[];
  readonly counts: readonly PartitionCounts[];
  /** Where all columns are listed: a scratch table of the rows, in blocks with codes of their own. */
  readonly packed?: string;
}

/**
 * One pass over the rows: the values that occur in each attribute, and last in the target. Where all of them are listed, the same
 * pass writes the rows into blocks; where cells will be binned, numbers are not listed, and their columns not read.
 */
export async function listedValues(
  workers: Workers,
  base: string,
  { attributes, target, rowKey, weight }: RowColumns,
  { coding, scratch }: { readonly coding: "exact" | "bins"; readonly scratch: Scratch },
): Promise<ListedRows> {
  const schemas = [...attributes, target].map(({ schema }) => schema);
  const isListed = ({ type }: ColumnSchema) => coding === "exact" || type !== "numeric";
  const found = schemas.map((schema) => new Found(!isListed(schema)));
  const read = [...attributes.keys()].filter((a) => isListed(schemas[a]));
  const places = [...read, attributes.length];
  const kinds = places.map((a) => (schemas[a].type === "numeric" ? "number" : "text"));
  const keyed = rowKey !== undefined;
  const takes = [...read.map((a) => `x${a}`), "y", "w", ...(keyed ? ["k"] : [])];
  const job = { facts: { kinds, most: MOST_VALUES, keyed, weighted: weight !== undefined }, takes };
  const input = sqlRelation(`SELECT ${takes.join(", ")} FROM (${base}) AS b`);
  await manyRecords(workers.connection, widthOf(read.map((a) => attributes[a])));
  const packed = coding === "exact" ? await packedBlocks(workers, input, job, scratch) : undefined;
  const batches = packed
    ? workers.connection.stream(`SELECT -2 - s AS i, n AS g, b4 AS b FROM ${packed} WHERE s < 0`)
    : workers.rows(input, { ...job, work: "distinct", returns: LISTS });
  const counts: PartitionCounts[] = [];
  for await (const batch of batches) {
    const [columns, gaps, lists] = batch.columns;
    for (let row = 0; row < batch.rows; row++) {
      const i = numberAt(columns, row);
      if (i < 0) {
        const [rows, missingTargets, zeroWeights, valid, least, most, differ] = doublesAt(lists, row);
        counts.push({ rows, missingTargets, zeroWeights, valid, least, most, areDifferent: differ === 1 });
        continue;
      }
      found[places[i]].add(kinds[i], numberAt(gaps, row), bytesAt(lists, row));
    }
  }
  const lists = schemas.map((schema, i) => listed(schema, found[i]));
  if (packed === undefined || !found.slice(0, -1).some(({ isOpen }) => isOpen))
    return { lists, counts, ...(packed !== undefined && { packed }) };
  await scratch.drop(packed);
  return { lists, counts };
}

/** The rows of a partition, and of their keys what tells whether they are keys. */
export interface PartitionCounts extends RowCounts {
  /** How many rows have a whole number for a key. */
  readonly valid: number;
  /** NaN where there is none. */
  readonly least: number;
  readonly most: number;
  readonly areDifferent: boolean;
}

/** What the partitions found, together. */
class Found {
  gaps: number;
  isOpen: boolean;

  /** Of what is not listed nothing is known: there may be gaps. */
  constructor(isOpen: boolean) {
    this.isOpen = isOpen;
    this.gaps = isOpen ? 1 : 0;
  }

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
