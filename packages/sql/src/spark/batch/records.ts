import type { RowColumns } from "../../engine/request.js";
import type { SparkConnection } from "../connection.js";

/** Records of a batch that go to a worker at once, and rows of a block. */
const MOST_ROWS = 65_536;
const BATCH_BYTES = 1 << 24;

const RECORDS = "spark.sql.execution.arrow.maxRecordsPerBatch";
const BYTES = "spark.sql.execution.arrow.maxBytesPerBatch";

/** Spark adds up the bytes of a batch after every row, cell by cell, which takes as long as writing it; unless this is the limit. */
const UNLIMITED = 2 ** 31 - 1;
const USUAL = 1 << 26;

/** What rows of these attributes have, with target, weight and key: columns, and among the attributes such as may be long. */
export interface RowWidth {
  readonly columns: number;
  readonly texts: number;
}

export function widthOf(attributes: RowColumns["attributes"]): RowWidth {
  const texts = attributes.filter(({ schema }) => schema.type !== "numeric").length;
  return { columns: attributes.length + 3, texts };
}

/** Rows go to the workers many at a time. */
export async function manyRecords(connection: SparkConnection, { columns, texts }: RowWidth): Promise<void> {
  const records = Math.floor(BATCH_BYTES / (8 * columns));
  await connection.configure({
    [RECORDS]: String(Math.max(256, Math.min(MOST_ROWS, records))),
    [BYTES]: String(texts === 0 ? UNLIMITED : USUAL),
  });
}

/** A block is a record of megabytes: one is enough for a batch. */
export async function singleRecords(connection: SparkConnection): Promise<void> {
  await connection.configure({ [RECORDS]: "1" });
}
