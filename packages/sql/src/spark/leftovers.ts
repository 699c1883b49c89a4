import { allRows } from "../connection/results.js";
import { SCRATCH_SCHEMA } from "../dialect/spark.js";
import { isAbandoned } from "../engine/scratchName.js";
import type { SparkConnection } from "./connection.js";

/** Drops scratch tables whose process has ended without dropping them; returns how many. */
export async function removeLeftovers(connection: SparkConnection): Promise<number> {
  const schemas = await allRows(connection, `SHOW SCHEMAS LIKE '${SCRATCH_SCHEMA}'`);
  if (schemas.rows === 0) return 0;
  // Another fit may drop the schema, or the same leftovers, at the same time.
  try {
    const tables = await allRows(connection, `SHOW TABLES IN ${SCRATCH_SCHEMA}`);
    let removed = 0;
    for (const name of tables.texts(1)) {
      if (name === null || !isAbandoned(name)) continue;
      await connection.run(`DROP TABLE IF EXISTS ${SCRATCH_SCHEMA}.${connection.dialect.identifier(name)}`);
      removed++;
    }
    if (removed > 0) await connection.run(`DROP SCHEMA IF EXISTS ${SCRATCH_SCHEMA}`).catch(() => undefined);
    return removed;
  } catch {
    return 0;
  }
}
