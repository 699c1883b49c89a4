import { CoppiceError } from "coppice";
import type { SparkConnection } from "../connection.js";
import { mapPartitions, sqlRelation, typeJson, type WorkerFunction } from "../messages.js";
import { pickledFunction } from "./pickle.js";
import { Workers } from "./workers.js";

const RETURNS: WorkerFunction["returns"] = [["ok", "long"]];
const NOTHING = new Uint8Array();

/** Without numpy or pyarrow its evaluation fails, with the name of what is missing. */
const PROBE = `(lambda data: (lambda np, pa: (lambda batches: [pa.RecordBatch.from_arrays([pa.array([int(np.int64(b.num_rows))], type=pa.int64())], names=["ok"]) for b in batches]))(__import__("numpy"), __import__("pyarrow")))`;

/** Tried first; workers with another one say which, and it is remembered for their server. */
const LIKELY = "3.12";
const known = new Map<string, string>();

/**
 * The workers of a cluster, if they can run the batch function; otherwise why not. Costs one small job. Of workers that name another
 * Python it is not known whether they have what is needed: the first job tells, see `inability`.
 */
export async function probedWorkers(
  connection: SparkConnection,
): Promise<Workers | { readonly why: string }> {
  const likely = known.get(connection.server) ?? LIKELY;
  const first = await attempt(connection, likely);
  if (first === undefined) return new Workers(connection, likely);
  const version = /PYTHON_VERSION_MISMATCH\][\s\S]*?\b(3\.\d+)/.exec(first)?.[1];
  if (version === undefined || version === likely) return { why: reason(first) };
  known.set(connection.server, version);
  return new Workers(connection, version);
}

/** Undefined if it works; otherwise the message. */
async function attempt(connection: SparkConnection, python: string): Promise<string | undefined> {
  const command = pickledFunction(PROBE, NOTHING, typeJson(RETURNS));
  const relation = mapPartitions(sqlRelation("SELECT 1 AS one"), {
    ...{ name: "coppice_probe", command, takes: ["one"], returns: RETURNS, python },
  });
  try {
    for await (const _ of connection.rowsOf(relation));
    return undefined;
  } catch (error) {
    if (!(error instanceof CoppiceError) || error.code !== "DATABASE") throw error;
    return error.message;
  }
}

/** What workers lack, by the message of a job that failed; undefined if it failed for other reasons. */
export function inability(message: string): string | undefined {
  const missing = /No module named '([\w.]+)'/.exec(message)?.[1];
  return missing && `its workers have no ${missing}`;
}

function reason(message: string): string {
  const missing = inability(message);
  if (missing !== undefined) return missing;
  const program = /Cannot run program "([^"]{1,200})"/.exec(message)?.[1];
  return program === undefined ? "its workers cannot run Python functions" : `its workers have no ${program}`;
}
