// Interleaved readings of Coppice and its rivals, because the machine is shared: a slow minute affects all of them.
import { forgetModel } from "./command.mjs";
import { fileTable } from "./fileTables.mjs";
import { FILE_TASKS } from "./fileTasks.mjs";
import { headText, linesOf, textOf } from "./report.mjs";
import { loadResults, machine, saveResults } from "./results.mjs";
import { installed, RIVALS, reading } from "./rivals.mjs";
import { csvOf, isShared, sharedFiles, stored } from "./store.mjs";

/** A reading with a fit of more seconds than this is not repeated. */
const LONG = 60;

/**
 * Measures the tasks and prints each when it is done. `among`: the tasks that `against` may name. `file`: where the readings
 * are kept, if not with those of all runs.
 */
export async function measureAll(tasks, settings) {
  const { rivals: wanted = [...RIVALS.keys()], file } = settings;
  const versions = new Map([...installed()].filter(([name]) => wanted.includes(name)));
  const { learners } = await reading("Coppice", { kind: "probe" });
  const skipped = [];
  const skip = (text) => {
    skipped.push(text);
    console.log(`– ${text}`);
  };
  for (const [name, how] of RIVALS)
    if (wanted.includes(name) && !versions.has(name)) skip(`${name} is not installed: ${how}`);
  const { threads, repeats } = settings;
  const results = { ...loadResults(file), machine: machine(), threads, repeats };
  results.versions = { ...results.versions, ...Object.fromEntries(versions) };
  const lines = [];
  console.log(headText());
  for (const task of tasks) {
    const cannot = whyNot(task, learners);
    if (cannot !== undefined) {
      skip(`${task.name}: ${cannot}`);
      continue;
    }
    const rivals = Object.keys(task.least).filter((name) => versions.has(name));
    const found = await measure(task, rivals, { ...settings, results }, skip);
    if (found === undefined) continue;
    for (const line of linesOf(task, found)) {
      lines.push(line);
      console.log(textOf(line));
    }
  }
  return { lines, skipped, versions };
}

function whyNot(task, learners) {
  if (task.learner && !learners.includes(task.learner)) return `no learner ${task.learner} yet`;
  const needed = task.how === "memory" && task.table !== "adult" && isShared(task.table);
  return needed && sharedFiles(task.table) === undefined
    ? `../shared/data/${task.table} not found`
    : undefined;
}

/** The readings of each by name; undefined if Coppice itself failed. Those of an earlier run are kept with `resume`. */
async function measure(task, rivals, settings, skip) {
  const { repeats, threads, limit, results, resume, file, among = FILE_TASKS } = settings;
  const spec = { ...(await specOf(task, threads)), limit };
  const readers = new Map([["Coppice", spec], ...rivals.map((name) => [name, spec])]);
  if (task.against) {
    const other = among.find(({ name }) => name === task.against.task);
    readers.set(other.name, { ...(await specOf(other, threads)), limit, score: false });
  }
  const before = resume ? results.tasks[task.name]?.readings : undefined;
  const readings = new Map([...readers.keys()].map((name) => [name, before?.[name] ?? []]));
  const save = () => {
    const kept = Object.fromEntries([...readings].filter(([, taken]) => taken.length > 0));
    results.tasks[task.name] = { date: new Date().toISOString().slice(0, 10), readings: kept };
    saveResults(results, file);
  };
  forgetModel();
  for (let turn = 0; turn < repeats; turn++) {
    for (const [name, taken] of [...readings]) {
      if (taken.length > turn || taken.some(({ fits }) => fits[0] > LONG)) continue;
      try {
        taken.push(await reading(name === task.against?.task ? "Coppice" : name, readers.get(name)));
        save();
      } catch (error) {
        skip(`${task.name}: ${name} failed: ${error.message}`);
        readings.delete(name);
        if (name === "Coppice") return undefined;
      }
    }
  }
  forgetModel();
  return Object.fromEntries([...readings].filter(([, taken]) => taken.length > 0));
}

/** A task with its tables generated and given by their files or folders. */
async function specOf(task, threads) {
  const spec = {
    kind: task.kind,
    learner: task.learner,
    options: task.options,
    fits: task.fits ?? 1,
    threads,
  };
  if (task.how === "file")
    return { ...spec, score: true, files: task.files ?? (await fileTable(task.table, task)) };
  const adult = sharedFiles("adult");
  const table = task.table === "adult" && adult === undefined ? "census-50k" : task.table;
  const test = task.table === "adult" && adult === undefined ? "census-test" : task.test;
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
