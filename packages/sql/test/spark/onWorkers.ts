import { afterAll, beforeAll, describe } from "vitest";
import { SparkConnection } from "../../src/spark/connection.js";
import { probedWorkers } from "../../src/spark/workers/probe.js";
import { Workers } from "../../src/spark/workers/workers.js";

const address = process.env.COPPICE_SPARK;

/** What tests of the batch function are given. */
export interface OnWorkers {
  connection(): SparkConnection;
  workers(): Workers;
}

/** Tests on the Python workers of a cluster; without one they are skipped, with a line that says so. */
export function describeOnWorkers(name: string, tests: (cluster: OnWorkers) => void): void {
  if (address === undefined)
    console.log(`${name}: COPPICE_SPARK names no Spark Connect server (npm run test:spark starts one)`);
  describe.skipIf(address === undefined)(name, () => {
    let connection: SparkConnection | undefined;
    let workers: Workers;
    beforeAll(async () => {
      connection = await SparkConnection.open(address!);
      await connection.configure({ "spark.sql.shuffle.partitions": "2" });
      const found = await probedWorkers(connection);
      if (!(found instanceof Workers)) throw new Error(found.why);
      workers = found;
    }, 600_000);
    afterAll(() => connection?.close());
    tests({ connection: () => connection!, workers: () => workers });
  });
}
