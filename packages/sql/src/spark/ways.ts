import { CoppiceError, type Model } from "coppice";
import type { AsyncDataHandle, FigureSums } from "coppice/engine";
import type { Relation } from "../dialect/relation.js";
import { sqlData } from "../engine/data.js";
import type { RowsRequest } from "../engine/request.js";
import { batchData } from "./batch/data.js";
import type { SparkConnection } from "./connection.js";
import { removeLeftovers } from "./leftovers.js";
import { inability, probedWorkers } from "./workers/probe.js";
import { Workers } from "./workers/workers.js";

/** How a cluster sums over rows that stay there: by a function on its Python workers, or by SQL. */
export const PUSHED_WAYS = ["batch", "sql"] as const;
export type PushedWay = (typeof PUSHED_WAYS)[number];

export interface SparkData {
  readonly data: AsyncDataHandle;
  /** What the user is told: the way that was taken, and why. */
  readonly notes: readonly string[];
  /** Figures without a query over the rows; undefined where there must be one. */
  figures?(model: Model): Promise<FigureSums | undefined>;
}

export interface WayOptions {
  readonly source: string;
  readonly way?: PushedWay | undefined;
  /** Whether the rows of small nodes may be taken here. */
  readonly mayPull?: boolean | undefined;
}

/** Rows of a cluster, in the way that was asked for; without a wish, by the workers if they can. */
export async function sparkData(
  connection: SparkConnection,
  relation: Relation,
  request: RowsRequest,
  { source, way, mayPull = false }: WayOptions,
): Promise<SparkData> {
  const removed = await removeLeftovers(connection);
  const notes =
    removed === 0
      ? []
      : [`removed ${removed} scratch tables that fits which were killed had left on the cluster`];
  const bySql = async (why: string): Promise<SparkData> => {
    const data = await sqlData(connection, relation, request, source);
    return { data, notes: [...notes, `summed by SQL on the cluster${why}`] };
  };
  if (way === "sql") return bySql("");
  const without = (why: string): Promise<SparkData> => {
    if (way === undefined) return bySql(`, because ${why}`);
    const message = `${source}: the batch function cannot be used: ${why}`;
    throw new CoppiceError("ENGINE_ROWS", message, { name: "way", value: way });
  };
  const workers = await probedWorkers(connection);
  if (!(workers instanceof Workers)) return without(workers.why);
  try {
    const data = await batchData(workers, relation, request, { source, mayPull });
    const small = mayPull ? ", small nodes here" : "";
    const how = `summed by a function on the cluster's workers (Python ${workers.python})${small}`;
    return { data, notes: [...notes, how], figures: data.figures };
  } catch (error) {
    const why = error instanceof CoppiceError ? inability(error.message) : undefined;
    if (why !== undefined) return without(why);
    if (way !== undefined || !(error instanceof CoppiceError) || error.code !== "ENGINE_ROWS") throw error;
    return bySql(`: ${error.message}`);
  }
}
