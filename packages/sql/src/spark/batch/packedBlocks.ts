import type { Scratch } from "../../engine/scratch.js";
import { namedView } from "../messages.js";
import type { Message } from "../protobuf.js";
import { EXTENDED, type Job, type Workers } from "../workers/workers.js";

/** A temporary view, which only this session sees. */
const VIEW = "coppice_packing";

/** The rows in blocks with codes of their own, in a scratch table, with what lists each partition has: one pass over them. */
export async function packedBlocks(
  workers: Workers,
  rows: Message,
  job: Pick<Job, "facts" | "takes">,
  scratch: Scratch,
): Promise<string> {
  const packed = workers.relation(rows, { ...job, work: "pack", returns: EXTENDED });
  await workers.connection.runPlan(namedView(packed, VIEW));
  return scratch.create("packed", `SELECT * FROM ${VIEW}`, true);
}
