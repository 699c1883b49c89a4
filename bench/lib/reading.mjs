// One reading of Coppice in a separate process: node reading.mjs '<spec>' prints seconds, score and memory as JSON.
// A fit is timed from the table in memory to the model, including the start of threads.
import { readFileSync } from "node:fs";
import * as engine from "../../packages/coppice/dist/joined/engine.js";
import * as coppice from "../../packages/coppice/dist/joined/node.js";
import { loadTable } from "./store.mjs";

const spec = JSON.parse(process.argv[2]);
const clock = () => performance.now() / 1000;

let team;
const kinds = { csv: readCsv, fileToTree, probe };
console.log(JSON.stringify(await (kinds[spec.kind] ?? fitTable)()));
await team?.close();

/** The existing learners, so that tasks for others can be skipped. */
function probe() {
  return { learners: coppice.learners.map((learner) => learner.name) };
}

async function fitTable() {
  const { table, target, request } = problemOf(loadTable(spec.table));
  const before = process.resourceUsage().maxRSS;
  const fits = [];
  let model;
  let cpu;
  for (let i = 0; i < spec.fits; i++) {
    const [start, used] = [clock(), process.cpuUsage()];
    model = await fitOnce(table, request);
    fits.push(clock() - start);
    const { user, system } = process.cpuUsage(used);
    cpu ??= (user + system) / 1e6;
  }
  const memory = process.resourceUsage().maxRSS - before;
  return { fits, cpu, memory, ...evaluate(model, spec.test ? loadTable(spec.test) : undefined, target) };
}

function problemOf({ rows, columns }) {
  const target = columns.at(-1).name;
  const weight = columns.find((column) => column.weight)?.name;
  const plain = columns.map(({ weight: _, ...column }) => column);
  const request = { target, learner: spec.learner, options: spec.options ?? {}, ...(weight && { weight }) };
  return { table: { rows, columns: plain }, target, request };
}

/** With threads, which are started in the first fit and kept. `fitInParallel` itself decides whether pruning uses threads. */
function fitOnce(table, request) {
  if (spec.kind === "prune") return coppice.fitInParallel(table, request);
  if (spec.threads > 1) team ??= new coppice.NodeTeam({ threads: spec.threads });
  return engine.fitTable(table, team ? { ...request, team } : request);
}

function evaluate(model, test, target) {
  if (test === undefined) return {};
  const { table } = problemOf(test);
  const predictions = [];
  let found;
  for (let i = 0; i < 3; i++) {
    const start = clock();
    found = engine.predictTable(model, table, team);
    predictions.push(clock() - start);
  }
  const { values, codes } = table.columns.find((column) => column.name === target);
  const score =
    found.kind === "classification"
      ? found.labels.reduce((hits, label, row) => hits + (label === codes[row] ? 1 : 0), 0) / table.rows
      : Math.sqrt(found.values.reduce((sum, value, row) => sum + (value - values[row]) ** 2, 0) / table.rows);
  return { predict: Math.min(...predictions), oneRow: secondsOfOneRow(model, table), score };
}

/** Per row, the minimum of several rounds over the same rows. */
function secondsOfOneRow(model, table) {
  const attributes = model.attributes.map(({ name }) => table.columns.find((column) => column.name === name));
  const cell = ({ values, codes, levels }, row) => {
    if (values) return Number.isNaN(values[row]) ? null : values[row];
    return codes[row] < 0 ? null : levels[codes[row]];
  };
  const rows = Array.from({ length: Math.min(2000, table.rows) }, (_, row) =>
    attributes.map((column) => cell(column, row)),
  );
  const predictor = coppice.predictor(model);
  const rounds = Array.from({ length: 10 }, () => {
    const start = clock();
    for (const row of rows) predictor.row(row);
    return (clock() - start) / rows.length;
  });
  return Math.min(...rounds);
}

async function readCsv() {
  const start = clock();
  await coppice.readTable(spec.file);
  return { fits: [clock() - start], memory: process.resourceUsage().maxRSS };
}

async function fileToTree() {
  const schema = spec.schema && JSON.parse(readFileSync(spec.schema, "utf8"));
  const start = clock();
  const { table } = await coppice.readTable(spec.file, schema ? { schema } : {});
  const target = schema?.target ?? table.columns.at(-1).name;
  await fitOnce(table, { target, learner: spec.learner, options: spec.options });
  return { fits: [clock() - start] };
}
