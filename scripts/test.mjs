// npm test [-- [--quick | --deep] [words of paths, options of vitest]]; CONTRIBUTING.md says which length is for what.
import { build } from "./lib/build.mjs";
import { provideChromium } from "./lib/chromium.mjs";
import { install } from "./lib/install.mjs";
import { main } from "./lib/main.mjs";
import { seedOfTests } from "./lib/seed.mjs";
import { addSummaries, closingLine, isGreen } from "./lib/summary.mjs";

const { length, args } = lengthOf(process.argv.slice(2));
let summary = { passed: 0, failed: 1, skipped: 0 };
await main(async () => {
  await install();
  await build();
  if (length !== "quick") await provideChromium();
  console.log(`tests: ${length}; COPPICE_SEED=${(await seedOfTests()) ?? "none"} gives the same examples`);
  summary = await run();
});
if (!isGreen(summary)) process.exitCode = 1;
console.log(closingLine(summary));

async function run() {
  // Imported here: these need packages that may not be installed before.
  const { runTests } = await import("./lib/vitest.mjs");
  const isPart = args.some((arg) => !arg.startsWith("-"));
  if (isPart || length === "normal") return runTests({ length, args });
  if (length === "quick") {
    const { quickFiles } = await import("./lib/testGroups.mjs");
    return runTests({ length, args: [...args, ...(await quickFiles())] });
  }
  const { deeperFiles } = await import("./lib/testGroups.mjs");
  const { runSparkTests } = await import("./lib/sparkTests.mjs");
  const here = await runTests({ length, args: [...args, ...(await deeperFiles())] });
  return addSummaries([here, await runSparkTests({ ifPossible: true })]);
}

function lengthOf(given) {
  const lengths = given.filter((arg) => arg === "--quick" || arg === "--deep");
  if (new Set(lengths).size > 1) throw new Error("--quick and --deep are two lengths: choose one");
  return {
    length: lengths[0]?.slice(2) ?? "normal",
    args: given.filter((arg) => !lengths.includes(arg)),
  };
}
