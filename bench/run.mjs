// Measures Coppice and every installed rival on the same tables in the same run. See bench/README.md.
//   npm run bench -- [task …] [--repeats 3] [--threads 2] [--rivals LightGBM,Weka] [--quick]
//   npm run bench -- curves [--quick]
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
if (!existsSync(file("../packages/coppice/dist/joined/node.js"))) {
  console.error("nothing to measure yet: run npm run build first");
  process.exit(1);
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repeats: { type: "string" },
    threads: { type: "string", default: "2" },
    rivals: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const settings = {
  repeats: Number(values.repeats ?? (values.quick ? 1 : 3)),
  threads: Number(values.threads),
  quick: values.quick,
  ...(values.rivals !== undefined && { rivals: values.rivals.split(",").filter((name) => name !== "") }),
};
try {
  if (positionals[0] === "curves") await (await import("./lib/curves.mjs")).runCurves(settings);
  else await runTasks();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

async function runTasks() {
  const { chosenTasks } = await import("./lib/tasks.mjs");
  const { measureAll } = await import("./lib/measure.mjs");
  const { pageOf } = await import("./lib/report.mjs");
  const tasks = chosenTasks(positionals, settings.quick);
  const results = await measureAll(tasks, settings);
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(
    file("results.json"),
    `${JSON.stringify({ date, ...settings, ...plain(results) }, null, 1)}\n`,
  );
  // The page is written only after a complete run; selected tasks are only printed.
  if (positionals.length === 0 && !settings.rivals)
    writeFileSync(file("results.md"), pageOf({ ...results, ...settings, date }));
}

function plain({ versions, ...rest }) {
  return { versions: Object.fromEntries(versions), ...rest };
}
