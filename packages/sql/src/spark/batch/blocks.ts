import { CoppiceError } from "coppice";
import type { RowColumn } from "../../engine/request.js";
import type { Scratch } from "../../engine/scratch.js";
import type { SparkConnection } from "../connection.js";
import { namedView, sqlRelation } from "../messages.js";
import type { Message } from "../protobuf.js";
import type { JobArrays } from "../workers/job.js";
import { BLOCKS, EXTENDED } from "../workers/workers.js";
import type { Listing } from "./listing.js";
import { manyRecords, singleRecords, widthOf } from "./records.js";

/** A temporary view, which only this session sees. */
const VIEW = "coppice_coding";

/** How the cells of each attribute become codes, and last the target: as the program on the workers takes it. */
export interface Codings {
  readonly columns: readonly Readonly<Record<string, unknown>>[];
  readonly arrays: JobArrays;
}

/** The bytes of a code if there are so many, and one for missing values. */
export function bytesPerCode(codes: number): number {
  return codes < 256 ? 1 : codes < 65_536 ? 2 : 4;
}

/** Codes the rows into blocks, in a scratch table: one pass over them. */
export async function codedBlocks(known: Listing, codings: Codings, scratch: Scratch): Promise<string> {
  const { workers, base, columns } = known;
  await manyRecords(workers.connection, widthOf(columns.attributes));
  const takes = [...columns.attributes.map((_, i) => `x${i}`), "y", "w"];
  const coded = workers.relation(sqlRelation(base), {
    ...codingJob(known, codings),
    work: "code",
    takes: columns.rowKey === undefined ? takes : [...takes, "k"],
  });
  return blocksOf(known, coded, scratch);
}

/** The same from blocks with codes of their own, which is faster: all values that occur are known. */
export async function recodedBlocks(
  known: Listing,
  packed: string,
  codings: Codings,
  scratch: Scratch,
): Promise<string> {
  const { workers } = known;
  await singleRecords(workers.connection);
  const recoded = workers.relation(sqlRelation(`SELECT * FROM ${packed} WHERE s >= 0`), {
    ...codingJob(known, codings),
    work: "recode",
    takes: EXTENDED.map(([name]) => name),
  });
  return blocksOf(known, recoded, scratch);
}

function codingJob({ columns, grids }: Listing, { columns: codings, arrays }: Codings) {
  const facts = {
    columns: codings,
    weighted: columns.weight !== undefined,
    scale: grids.weightScale,
    quantum: grids.weightQuantum,
    keyed: columns.rowKey !== undefined,
  };
  return { facts, arrays, returns: BLOCKS };
}

async function blocksOf({ workers, columns }: Listing, coded: Message, scratch: Scratch): Promise<string> {
  const { connection } = workers;
  await connection.runPlan(namedView(coded, VIEW));
  try {
    return await keptBlocks(connection, scratch, "blocks", VIEW);
  } catch (error) {
    throw changed(error, [...columns.attributes, columns.target]);
  } finally {
    await singleRecords(connection);
  }
}

/**
 * Blocks of a view, written to a scratch table, and from the first pass on kept by the executors, as far as they have room. So a block
 * comes to the same executor again, whose worker remembers it; an executor that is lost loses nothing that is not in the table.
 */
export async function keptBlocks(
  connection: SparkConnection,
  scratch: Scratch,
  purpose: string,
  view: string,
): Promise<string> {
  const table = await scratch.create(purpose, `SELECT * FROM ${view}`, true);
  await connection.run(`CACHE LAZY TABLE ${table}`);
  return table;
}

/** Workers say by its number among these columns which one has a value that was not there when the values were listed. */
export function changed(error: unknown, columns: readonly RowColumn[]): unknown {
  const found = error instanceof CoppiceError ? /COPPICE_CHANGED (\d+)/.exec(error.message) : null;
  if (found === null) return error;
  const { name } = columns[Number(found[1])].schema;
  const message = `the rows changed while they were read: ${JSON.stringify(name)} has a value that it had not before`;
  return new CoppiceError("DATABASE", message, { name });
}
