// What it costs to revise a tree after every row (`incremental`), beside growing it anew after every row by the fastest way
// there is (`cart`, the same tree). Refits are timed on prefixes of the same rows, evenly spread, three times each, of which the
// fastest counts; their mean times the number of rows is what a refit at every row would take. Times are those of the processor.
// Usage: node bench/incremental.mjs [--rows 20000] [--noise 0] [--set adult (of ../shared)] [--prefixes 10]
import { parseArgs } from "node:util";
import { fitTable } from "coppice/engine";
import { startStream } from "coppice/stream";
import { read } from "./lib/sharedSets.mjs";

const { values: asked } = parseArgs({
  options: {
    rows: { type: "string", default: "20000" },
    noise: { type: "string", default: "0" },
    set: { type: "string" },
    prefixes: { type: "string", default: "10" },
  },
});
const { table, target } = asked.set
  ? await shuffledSet(asked.set)
  : treeTable(Number(asked.rows), Number(asked.noise));
const rows = Math.min(Number(asked.rows), table.rows);

const stream = await startStream({ learner: "incremental", target, schema: schemaOf(table) });
const begun = cpuSeconds();
// The tree is revised after each row, however many are given at once.
for (let row = 0; row < rows; row += 2000) stream.update(part(table, row, Math.min(rows, row + 2000)));
const revised = cpuSeconds() - begun;

let sum = 0;
const prefixes = Number(asked.prefixes);
for (let i = 0; i < prefixes; i++) {
  const prefix = part(table, 0, Math.round(((i + 0.5) / prefixes) * rows));
  sum += Math.min(...[1, 2, 3].map(() => refit(prefix)));
}
const refitted = (sum / prefixes) * rows;
const { figures } = stream.report();
console.log(`rows                    ${rows}`);
console.log(`nodes                   ${figures.nodes}`);
console.log(
  `revised after each      ${revised.toFixed(2)} s, ${((1e6 * revised) / rows).toFixed(0)} µs a row`,
);
console.log(`refitted after each     ${refitted.toFixed(0)} s (estimated from ${prefixes} prefixes)`);
console.log(`ratio                   ${(refitted / revised).toFixed(0)}`);
console.log(`work per row            ${perRow("visited")} nodes, ${perRow("compared")} attributes compared,`);
console.log(
  `                        ${perRow("transpositions")} transpositions, ${perRow("moved")} rows moved`,
);

/** Of this process, which has one thread at work: other work on the machine does not count. */
function cpuSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function perRow(name) {
  return (figures[name] / rows).toFixed(2);
}

/** Columns are copied, so that nothing is known of them from earlier fits. */
function refit(prefix) {
  const fresh = { ...prefix, columns: prefix.columns.map((column) => ({ ...column })) };
  const start = cpuSeconds();
  // Where no attribute has levels the option makes no difference, except that kernels decline it.
  const hasLevels = fresh.columns.some(({ name, type }) => type === "nominal" && name !== target);
  const options = { prune: "none", missing: "majority", ...(hasLevels && { nominal: "oneHot" }) };
  fitTable(fresh, { target, learner: "cart", options });
  return cpuSeconds() - start;
}

function part(of, from, to) {
  const columns = of.columns.map((column) =>
    column.type === "numeric"
      ? { ...column, values: column.values.slice(from, to) }
      : { ...column, codes: column.codes.slice(from, to) },
  );
  return { ...of, rows: to - from, columns };
}

function schemaOf({ columns }) {
  return { columns: columns.map(({ name, type, levels }) => ({ name, type, ...(levels && { levels }) })) };
}

function uniform(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Ten uniform attributes; the class is that of a random tree of depth 6, and of some rows the other. */
function treeTable(count, noise) {
  const random = uniform(11);
  const grow = (depth) =>
    depth === 0 || (depth < 3 && random() < 0.15)
      ? { label: random() < 0.5 ? 0 : 1 }
      : {
          a: Math.floor(10 * random()),
          t: 0.2 + 0.6 * random(),
          low: grow(depth - 1),
          high: grow(depth - 1),
        };
  const root = grow(6);
  const columns = Array.from({ length: 10 }, (_, a) => ({
    type: "numeric",
    name: `x${a}`,
    values: Float64Array.from({ length: count }, random),
  }));
  const codes = Int32Array.from({ length: count }, (_, row) => {
    let node = root;
    while (node.label === undefined) node = columns[node.a].values[row] <= node.t ? node.low : node.high;
    return random() < noise ? 1 - node.label : node.label;
  });
  return {
    table: { rows: count, columns: [...columns, { type: "nominal", name: "y", levels: ["a", "b"], codes }] },
    target: "y",
  };
}

async function shuffledSet(name) {
  const { table: whole, target: of } = await read(name);
  const random = uniform(1);
  const order = Int32Array.from({ length: whole.rows }, (_, i) => i);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor((i + 1) * random());
    [order[i], order[j]] = [order[j], order[i]];
  }
  const columns = whole.columns
    .filter(({ type }) => type !== "string")
    .map((column) =>
      column.type === "numeric"
        ? { ...column, values: Float64Array.from(order, (row) => column.values[row]) }
        : { ...column, codes: Int32Array.from(order, (row) => column.codes[row]) },
    );
  return { table: { ...whole, columns }, target: of };
}
