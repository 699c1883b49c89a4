// Measures the command and every installed rival on a table of your own:  npm run bench -- table my.csv --target y
import { join } from "node:path";
import { measureAll } from "./lib/measure.mjs";
import { ownTable } from "./lib/ownTable.mjs";
import { ownTasks } from "./lib/ownTasks.mjs";
import { targetsText } from "./lib/report.mjs";
import { RIVALS } from "./lib/rivals.mjs";

export async function measureTable(paths, { target, schema, only, ...settings }) {
  if (paths.length !== 1) throw new Error("one table, please: npm run bench -- table my.csv --target y");
  checkRivals(settings.rivals);
  const own = await ownTable(paths[0], { target, schema });
  const all = ownTasks(own);
  const tasks = only ? all.filter(({ name }) => only.some((text) => shortName(name).includes(text))) : all;
  if (tasks.length === 0) {
    const known = all.map(({ name }) => shortName(name)).join(" ");
    throw new Error(`no such task: ${only.join(", ")}; available: ${known}`);
  }
  for (const message of own.warnings) console.log(`– ${message}`);
  console.log(summary(own));
  // A rival that can do none of this is not worth a line.
  const able = new Set(tasks.flatMap(({ least }) => Object.keys(least)));
  const rivals = (settings.rivals ?? [...RIVALS.keys()]).filter((name) => able.has(name));
  const file = join(own.folder, "results.json");
  const { lines } = await measureAll(tasks, { ...settings, rivals, file, among: all });
  console.log(targetsText(lines));
}

/** Without the table's name: `--only forest` should not find every task of forest.csv. */
const shortName = (name) => name.slice(name.lastIndexOf("/") + 1);

function checkRivals(names = []) {
  const unknown = names.filter((name) => !RIVALS.has(name));
  if (unknown.length > 0)
    throw new Error(`no such rival: ${unknown.join(", ")}; available: ${[...RIVALS.keys()].join(" ")}`);
}

function summary({ name, columns, trainRows, testRows, isClasses }) {
  const [target, attributes] = [columns.at(-1), columns.slice(0, -1)];
  const nominal = attributes.filter(({ type }) => type !== "numeric").length;
  const classes = isClasses ? `${target.levels.length} classes, score: accuracy` : "numeric, score: rmse";
  return `${name}: ${trainRows} training rows, ${testRows} test rows, ${attributes.length} attributes (${nominal} nominal), target ${target.name} (${classes})`;
}
