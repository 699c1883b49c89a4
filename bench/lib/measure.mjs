// Interleaved readings of Coppice and its rivals, because the machine is shared: a slow minute affects all of them.
import { leastOf } from "./arithmetic.mjs";
import { headText, linesOf, textOf } from "./report.mjs";
import { installed, RIVALS, reading } from "./rivals.mjs";
import { csvOf, isShared, sharedFiles, stored } from "./store.mjs";

export async function measureAll(tasks, settings) {
  const { rivals: wanted = [...RIVALS.keys()] } = settings;
  const versions = new Map([...installed()].filter(([name]) => wanted.includes(name)));
  const { learners } = await reading("Coppice", { kind: "probe" });
  const skipped = [];
  const skip = (text) => {
    skipped.push(text);
    console.log(`– ${text}`);
  };
  for (const [name, how] of RIVALS)
    if (wanted.includes(name) && !versions.has(name)) skip(`${name} is not installed: ${how}`);
  const lines = [];
  console.log(headText());
  for (const task of tasks) {
    if (task.learner && !learners.includes(task.learner)) {
      skip(`${task.name}: no learner ${task.learner} yet`);
      continue;
    }
    if (task.table !== "adult" && isShared(task.table) && sharedFiles(task.table) === undefined) {
      skip(`${task.name}: ../shared/data/${task.table} not found`);
      continue;
    }
    const rivals = Object.keys(task.least).filter((name) => versions.has(name));
    const found = await measure(task, rivals, settings, skip);
    if (found === undefined) continue;
    for (const line of linesOf({ task, found })) {
      lines.push(line);
      console.log(textOf(line));
    }
  }
  return { lines, skipped, versions };
}

/** The minimum of each one's readings, by name; undefined if Coppice itself failed. */
async function measure(task, rivals, { repeats, threads }, skip) {
  const spec = await specOf(task, threads);
  const readings = new Map([["Coppice", []], ...rivals.map((name) => [name, []])]);
  for (let turn = 0; turn < repeats; turn++) {
    for (const [name, taken] of [...readings]) {
      try {
        taken.push(await reading(name, spec));
      } catch (error) {
        skip(`${task.name}: ${name} failed: ${error.message}`);
        readings.delete(name);
        if (name === "Coppice") return undefined;
      }
    }
  }
  return new Map([...readings].map(([name, taken]) => [name, leastOf(taken)]));
}

/** A task with its tables generated and given by their folders. */
async function specOf(task, threads) {
  const adult = sharedFiles("adult");
  const table = task.table === "adult" && adult === undefined ? "census-50k" : task.table;
  const test = task.table === "adult" && adult === undefined ? "census-test" : task.test;
  const spec = {
    kind: task.kind,
    learner: task.learner,
    options: task.options,
    fits: task.fits ?? 1,
    threads,
  };
  if (task.kind === "csv") return { ...spec, file: await csvOf(table) };
  if (task.kind === "fileToTree") {
    return adult
      ? { ...spec, file: adult.table, schema: adult.schema }
      : { ...spec, file: await csvOf("census-50k") };
  }
  return {
    ...spec,
    ...{ table: await stored(table), tableName: table },
    ...(test && { test: await stored(test), testName: test }),
  };
}
