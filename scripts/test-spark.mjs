// Starts a Spark cluster on this machine, runs the tests that need one, and stops it.  npm run test:spark
// With --if-possible a machine without Java or Python is no failure: the tests are skipped, with the reason.
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";
import { commandOf } from "./lib/root.mjs";
import { setUpSpark, sparkObstacle, startSpark } from "./lib/spark.mjs";
import { inherited } from "./lib/steps.mjs";

const ifPossible = process.argv.includes("--if-possible");

await main(async () => {
  const obstacle = (await sparkObstacle()) ?? (await setUp());
  if (obstacle !== undefined) {
    if (!ifPossible) throw new Error(obstacle);
    console.log(`the tests on Spark are skipped: ${obstacle}`);
    return;
  }
  const spark = await startSpark();
  console.log(`Spark at ${spark.address}, two workers`);
  // They run in groups of their own, which a signal to this process does not reach.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void spark.stop().finally(() => process.exit(1)));
  try {
    const env = {
      ...process.env,
      COPPICE_SPARK: spark.address,
      COPPICE_SPARK_WORKERS: spark.workers.join(","),
    };
    const code = await inherited(
      [...commandOf("vitest"), "run", "--no-file-parallelism", "packages/sql/test/spark"],
      { env },
    );
    if (code !== 0) process.exitCode = 1;
  } finally {
    await spark.stop();
  }
});

/** Why the packages cannot be installed, such as no network. */
async function setUp() {
  await install();
  await build();
  try {
    await setUpSpark();
    return undefined;
  } catch (error) {
    return `Spark cannot be installed (${error.message})`;
  }
}
