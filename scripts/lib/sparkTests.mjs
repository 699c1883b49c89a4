import { setUpSpark, sparkObstacle, startSpark } from "./spark.mjs";
import { runTests } from "./vitest.mjs";

/**
 * Starts a Spark cluster on this machine, runs the tests that need one, stops it, and returns how many passed. Without
 * Java, Python or Spark that is an error, or, if `ifPossible`, undefined after a line with the reason.
 */
export async function runSparkTests({ ifPossible = false } = {}) {
  const obstacle = (await sparkObstacle()) ?? (await setUp());
  if (obstacle !== undefined) {
    if (!ifPossible) throw new Error(obstacle);
    console.log(`the tests on Spark are skipped: ${obstacle}`);
    return undefined;
  }
  const spark = await startSpark();
  console.log(`Spark at ${spark.address}, two workers`);
  // They run in groups of their own, which a signal to this process does not reach.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void spark.stop().finally(() => process.exit(1)));
  try {
    return await runTests({
      length: "deep",
      args: ["--no-file-parallelism", "packages/sql/test/spark"],
      env: { COPPICE_SPARK: spark.address, COPPICE_SPARK_WORKERS: spark.workers.join(",") },
    });
  } finally {
    await spark.stop();
  }
}

/** Why the packages cannot be installed, such as no network. */
async function setUp() {
  try {
    await setUpSpark();
    return undefined;
  } catch (error) {
    return `Spark cannot be installed (${error.message})`;
  }
}
