import { afterAll, beforeAll, describe, expect } from "vitest";
import { allRows } from "../../src/connection/results.js";
import { SparkConnection } from "../../src/spark/connection.js";
import { probedWorkers } from "../../src/spark/workers/probe.js";
import { Workers } from "../../src/spark/workers/workers.js";

/** What tests on a cluster are given. */
export interface Cluster {
  /** Of a Spark Connect server. */
  readonly address: string;
  /** A session that they share. */
  readonly connection: SparkConnection;
  /** The Python workers of the cluster. */
  workers(): Promise<Workers>;
  /** Fails if a fit has left scratch tables. */
  expectNothingLeft(): Promise<void>;
}

/** Tests on a cluster; without one they are skipped, with a line that says so. */
export function describeOnCluster(name: string, tests: (cluster: Cluster) => void): void {
  const address = process.env.COPPICE_SPARK;
  if (address === undefined)
    console.log(`${name}: COPPICE_SPARK names no Spark Connect server (npm run test:spark starts one)`);
  describe.skipIf(address === undefined)(name, { timeout: 300_000 }, () => {
    let connection: SparkConnection | undefined;
    let workers: Promise<Workers> | undefined;
    beforeAll(async () => {
      connection = await SparkConnection.open(address!);
      await connection.configure({ "spark.sql.shuffle.partitions": "2" });
    });
    afterAll(() => connection?.close());
    tests({
      address: address ?? "",
      get connection() {
        return connection!;
      },
      workers() {
        workers ??= probedWorkers(connection!).then((found) => {
          if (found instanceof Workers) return found;
          throw new Error(found.why);
        });
        return workers;
      },
      async expectNothingLeft() {
        expect((await allRows(connection!, "SHOW SCHEMAS LIKE 'coppice*'")).rows).toBe(0);
      },
    });
  });
}
