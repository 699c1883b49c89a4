import { CoppiceError } from "coppice";
import type { AsyncDataHandle } from "coppice/engine";
import type { Relation } from "../../dialect/relation.js";
import { columnsFor, type RowsRequest } from "../../engine/request.js";
import { Scratch } from "../../engine/scratch.js";
import { storedColumns } from "../../source/feed.js";
import type { Workers } from "../workers/workers.js";
import { codeBlocks } from "./codeBlocks.js";
import { BatchEngine } from "./engine.js";

/** A handle on the rows of a relation, for `fitData`: coded by the workers into blocks of their own, and summed by them. */
export async function batchData(
  workers: Workers,
  relation: Relation,
  request: RowsRequest,
  source = "the relation",
): Promise<AsyncDataHandle> {
  const { connection } = workers;
  const scratch = new Scratch(connection);
  const end = async () => {
    await scratch.close();
    for (const statement of connection.dialect.afterScratch ?? [])
      await connection.run(statement).catch(() => {});
  };
  try {
    const { target, weight, attributes } = request;
    const isNeeded = (name: string) =>
      attributes === undefined || name === target || name === weight || attributes.includes(name);
    const stored = await storedColumns(connection, relation, source, isNeeded);
    const columns = columnsFor(request, stored, source);
    for (const statement of connection.dialect.beforeScratch ?? []) await connection.run(statement);
    const blocks = await codeBlocks(workers, relation, columns, scratch);
    return {
      task: blocks.task,
      hasGaps: (attribute) => blocks.hasGaps[attribute],
      engine: () => new BatchEngine(blocks),
      part() {
        const message = "folds, hold-out sets and samples need rows in the memory of this process";
        throw new CoppiceError("ENGINE_ROWS", message, { name: "part" });
      },
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}
