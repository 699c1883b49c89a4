import { CoppiceError } from "coppice";
import type { AsyncDataHandle, AsyncEngine, BinnedRows, BinRules } from "coppice/engine";
import type { Connection } from "../connection/connection.js";
import type { Relation } from "../dialect/relation.js";
import { storedColumns } from "../source/feed.js";
import { SqlBoostRows } from "./boost/rows.js";
import { codeRows } from "./codeRows.js";
import { columnWarnings } from "./columnWarnings.js";
import { edgesIn } from "./edgesIn.js";
import { openRows } from "./openRows.js";
import { codedHandle } from "./part.js";
import { columnsFor, type RowsRequest } from "./request.js";
import { Scratch } from "./scratch.js";

/**
 * A handle on the rows of a relation, for `fitData`: they are coded into a temporary table of their own session, and every sum is
 * computed there. `close` removes the table; the connection stays open.
 */
export async function sqlData(
  connection: Connection,
  relation: Relation,
  request: RowsRequest,
  source = "the relation",
): Promise<AsyncDataHandle> {
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
    const opened = await openRows(connection, relation, columns, scratch);
    const isCoded = request.coding !== "bins";
    // To read them takes about as long as to list the values of all columns and to code by these.
    const report = (done: number) => request.onCoding?.((1 + done) / 2, opened.task.rows);
    report(isCoded ? 0 : 1);
    const rows = isCoded ? await codeRows(opened, scratch, { report }) : undefined;
    if (request.coding === "exact") await scratch.drop(opened.base);
    const engines = new Set<{ close(): Promise<void> }>();
    const { gaps } = opened;
    const task = {
      ...opened.task,
      warnings: [...columnWarnings(opened, rows), ...opened.task.warnings],
    };
    const hasGaps = (attribute: number) => gaps[attribute];
    let binned: Promise<BinnedRows<AsyncEngine>> | undefined;
    const inBins = (rules: BinRules) => {
      binned ??= (async () => {
        const edges = await edgesIn(opened, rules);
        const coded = await codeRows(opened, scratch, { edges });
        return { data: { task, hasGaps, ...codedHandle(coded, scratch, engines) }, edges };
      })();
      return binned;
    };
    return {
      task,
      hasGaps,
      ...(request.coding !== "exact" && {
        inBins,
        boost() {
          const own = new SqlBoostRows(opened);
          engines.add(own);
          return own;
        },
      }),
      ...(rows ? codedHandle(rows, scratch, engines) : { engine: notCoded, part: notCoded }),
      async close() {
        for (const engine of engines) await engine.close();
        engines.clear();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function notCoded(): never {
  const message =
    "these rows were opened for learning from bins (boosting, or coding=bins): exact trees need coding=exact";
  throw new CoppiceError("ENGINE_ROWS", message, { name: "coding", rule: "exact", value: "bins" });
}
