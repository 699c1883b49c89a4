// Starts a Spark cluster on this machine, runs the tests that need one, and stops it.  npm run test:spark
// With --if-possible a machine without Java or Python is no failure: the tests are skipped, with the reason.
import { build } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";
import { closingLine, isGreen } from "./lib/summary.mjs";

await main(async () => {
  await install();
  await build();
  const { runSparkTests } = await import("./lib/sparkTests.mjs");
  const summary = await runSparkTests({ ifPossible: process.argv.includes("--if-possible") });
  if (summary === undefined) return;
  if (!isGreen(summary)) process.exitCode = 1;
  console.log(closingLine(summary));
});
