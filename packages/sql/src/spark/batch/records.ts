import type { SparkConnection } from "../connection.js";

/** Records of a batch that go to a worker at once, and rows of a block. */
const MOST_ROWS = 65_536;
const BATCH_BYTES = 1 << 24;

const RECORDS = "spark.sql.execution.arrow.maxRecordsPerBatch";

/** Rows go to the workers many at a time. */
export async function manyRecords(connection: SparkConnection, columns: number): Promise<void> {
  const records = Math.floor(BATCH_BYTES / (8 * columns));
  await connection.configure({ [RECORDS]: String(Math.max(256, Math.min(MOST_ROWS, records))) });
}

/** A block is a record of megabytes: one is enough for a batch. */
export async function singleRecords(connection: SparkConnection): Promise<void> {
  await connection.configure({ [RECORDS]: "1" });
}
