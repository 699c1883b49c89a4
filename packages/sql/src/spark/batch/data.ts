import type { Model } from "coppice";
import type { AsyncDataHandle, FigureSums } from "coppice/engine";
import type { Relation } from "../../dialect/relation.js";

import { columnsFor, type RowsRequest } from "../../engine/request.js";
import { Scratch } from "../../engine/scratch.js";
import { storedColumns } from "../../source/feed.js";
import type { Workers } from "../workers/workers.js";
import { BatchBoostRows } from "./boostRows.js";
import { type ExactBlocks, exactBlocks } from "./exactBlocks.js";
import { blockFigures } from "./figures.js";
import { type Listing, listing } from "./listing.js";
import { blocksHandle } from "./parts.js";

export interface BatchOptions {
  readonly source?: string;
  /** Whether coded rows of small nodes may be taken here, which is faster. */
  readonly mayPull?: boolean;
}

/** Figures of models of these rows; undefined where a query must tell. */
export type BatchData = AsyncDataHandle & { figures(model: Model): Promise<FigureSums | undefined> };

/** A handle on the rows of a relation, for `fitData`: coded by the workers into blocks of their own, and summed by them. */
export async function batchData(
  workers: Workers,
  relation: Relation,
  request: RowsRequest,
  { source = "the relation", mayPull = false }: BatchOptions = {},
): Promise<BatchData> {
  const { connection } = workers;
  const scratch = new Scratch(connection);
  const end = async () => {
    await scratch.close();
    for (const statement of connection.dialect.afterScratch ?? [])
      await connection.run(statement).catch(() => {});
  };
  try {
    const { target, weight, rowKey, attributes } = request;
    const isNeeded = (name: string) =>
      attributes === undefined || [target, weight, rowKey, ...attributes].includes(name);
    const stored = await storedColumns(connection, relation, source, isNeeded);
    const columns = columnsFor(request, stored, source);
    for (const statement of connection.dialect.beforeScratch ?? []) await connection.run(statement);
    const known = await listing(workers, relation, columns, { coding: request.coding ?? "exact", scratch });
    return handleOn(known, scratch, { close: end, mayPull });
  } catch (error) {
    await end();
    throw error;
  }
}

function handleOn(
  known: Listing,
  scratch: Scratch,
  { close, mayPull }: { readonly close: () => Promise<void>; readonly mayPull: boolean },
): BatchData {
  let exact: ExactBlocks | undefined;
  let boosted: BatchBoostRows | undefined;
  const blocks = blocksHandle(known, () => (exact ??= exactBlocks(known, scratch)), { scratch, mayPull });
  const { task } = known;
  return {
    task,
    hasGaps: (attribute) => known.attributes[attribute].hasGaps,
    ...blocks,
    boost() {
      void boosted?.end();
      boosted = new BatchBoostRows(known, new Scratch(known.workers.connection));
      return boosted;
    },
    figures: (model) => blockFigures(model, { task, engine: () => blocks.engine(), boosted }),
    async close() {
      // Their tables are gone before the schema is.
      await boosted?.end();
      await close();
    },
  };
}
