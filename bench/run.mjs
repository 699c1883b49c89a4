// Measures Coppice and every installed rival on the same tables in the same run. See bench/README.md.
//   npm run bench -- [task …] [--only adult,boost] [--how file] [--repeats 3] [--threads 2] [--rivals LightGBM,Weka]
//                    [--limit 900] [--quick] [--resume]
//   npm run bench -- --chart
//   npm run bench -- table my.csv --target y [--schema s.json] [--only forest,boost] [--repeats 2] [--threads 2] [--rivals …]
//   npm run bench -- studio [--quick]
//   npm run bench -- spark [--most 1000000]
//   npm run bench -- disk [--quick] [--only forest,tree/50m] [--repeats 3]
//   npm run bench -- duckdb [--quick] [--repeats 3]
//   npm run bench -- kernels --against <commit> [--only forest,boost] [--repeats 3]
//   npm run bench -- kernels --hashes [--against <commit>]
//   npm run bench -- curves [--quick] [--only forest/rows,threads] [--most 1000000]
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
if (!existsSync(file("../packages/coppice/dist/joined/node.js"))) {
  console.error("nothing to measure yet: run npm run build first");
  process.exit(1);
}
const { values, positionals } = given({
  repeats: { type: "string" },
  threads: { type: "string", default: "2" },
  rivals: { type: "string" },
  only: { type: "string" },
  most: { type: "string" },
  target: { type: "string" },
  schema: { type: "string" },
  how: { type: "string" },
  limit: { type: "string", default: "900" },
  against: { type: "string" },
  hashes: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  resume: { type: "boolean", default: false },
  chart: { type: "boolean", default: false },
});
const listOf = (text) => text?.split(",").filter((name) => name !== "");
const settings = {
  repeats: Number(values.repeats ?? (values.quick ? 1 : 3)),
  threads: Number(values.threads),
  quick: values.quick,
  limit: Number(values.limit),
  resume: values.resume,
  ...(values.rivals !== undefined && { rivals: listOf(values.rivals) }),
};
try {
  if (positionals[0] === "curves")
    await (await import("./lib/curves.mjs")).runCurves({
      ...{ ...settings, only: listOf(values.only) },
      ...(values.most !== undefined && { most: Number(values.most) }),
    });
  else if (positionals[0] === "table")
    await (await import("./table.mjs")).measureTable(positionals.slice(1), {
      ...{ ...settings, only: listOf(values.only), target: values.target, schema: values.schema },
    });
  else if (positionals[0] === "spark")
    await (await import("./spark.mjs")).measureSpark({ rows: Number(values.most ?? 1_000_000) });
  else if (positionals[0] === "disk")
    await (await import("./disk.mjs")).measureDisk({ ...settings, only: listOf(values.only) });
  else if (positionals[0] === "duckdb") await (await import("./duckdb.mjs")).measureDuckDb(settings);
  else if (positionals[0] === "kernels") {
    const { measureKernels } = await import("./kernels.mjs");
    const { against, hashes } = values;
    const { repeats } = settings;
    if (!(await measureKernels({ against, hashes, repeats, only: listOf(values.only) })))
      process.exitCode = 1;
  } else if (positionals[0] === "studio") await (await import("./studio.mjs")).measureStudio(settings);
  else if (values.chart) await drawChart();
  else await runTasks();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** The command line, or one line about what is wrong with it. */
function given(options) {
  try {
    const parsed = parseArgs({ allowPositionals: true, options });
    for (const name of ["repeats", "threads", "limit", "most"]) {
      const text = parsed.values[name];
      if (text !== undefined && !/^[1-9]\d*$/.test(text))
        throw new Error(`--${name} must be a positive integer; got ${text}`);
    }
    return parsed;
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

async function runTasks() {
  const { chosenTasks } = await import("./lib/tasks.mjs");
  const { measureAll } = await import("./lib/measure.mjs");
  const { pageOf, targetsText } = await import("./lib/report.mjs");
  const { quick, threads, repeats } = settings;
  const tasks = chosenTasks(positionals, { quick, only: listOf(values.only), how: values.how });
  const results = await measureAll(tasks, settings);
  console.log(targetsText(results.lines));
  // The page is written only after a complete run; selected tasks are only printed.
  if (positionals.length === 0 && !settings.rivals && !values.only && !values.how) {
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(file("results.md"), pageOf({ ...results, threads, repeats, date }));
  }
}

/** The chart of the README, from the readings of the last run. */
async function drawChart() {
  const { loadResults } = await import("./lib/results.mjs");
  const { barsOf, chartOf } = await import("./lib/chart.mjs");
  const results = loadResults();
  const { bars, absent } = barsOf(results.tasks);
  for (const name of absent) console.error(`not in results.json: ${name}`);
  writeFileSync(file("../docs/images/benchmarks.svg"), chartOf(bars));
  for (const { label, rival, ratio } of bars) console.log(`${label}: ${ratio.toFixed(2)}x ${rival}`);
}
