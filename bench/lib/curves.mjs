// How time grows with rows, attributes, classes and threads, and the fitted exponent.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exponentOf, figure, leastOf } from "./arithmetic.mjs";
import { reading } from "./rivals.mjs";
import { stored } from "./store.mjs";

const LEARNERS = [
  { name: "cart", learner: "cart", options: { prune: "none" } },
  {
    name: "gradientBoost",
    learner: "gradientBoost",
    options: { rounds: 20, maxLeaves: 63, learningRate: 0.1 },
  },
  { name: "forest", learner: "forest", options: { trees: 10 } },
  { name: "extraTrees", learner: "extraTrees", options: { trees: 10 }, over: ["rows"] },
  {
    ...{ name: "regression", learner: "cart", options: { prune: "none" }, over: ["rows"] },
    table: (rows) => `friedman:${rows}`,
  },
];

const CURVES = [
  {
    over: "rows",
    sizes: [10_000, 30_000, 100_000, 300_000, 1_000_000, 5_000_000],
    quick: 4,
    table: (n) => `wave:${n}:28:2`,
  },
  { over: "attributes", sizes: [10, 20, 40, 80, 160], quick: 3, table: (n) => `wave:50000:${n}:2` },
  { over: "classes", sizes: [2, 4, 8, 16, 32], quick: 3, table: (n) => `wave:50000:28:${n}` },
  { over: "threads", sizes: [1, 2, 4], quick: 3, table: () => "wave-200k" },
];

/**
 * `only`: the curves with one of these in their name, such as forest/rows; `most`: no larger sizes. The file is written only
 * if all are measured.
 */
export async function runCurves({ repeats, threads, quick, only, most }) {
  const { learners } = await reading("Coppice", { kind: "probe" });
  const results = [];
  for (const task of LEARNERS) {
    if (!learners.includes(task.learner)) {
      console.log(`– no learner ${task.learner} yet`);
      continue;
    }
    for (const curve of CURVES) {
      const name = `${task.name}/${curve.over}`;
      if (task.over && !task.over.includes(curve.over)) continue;
      if (only && !only.some((part) => name.includes(part))) continue;
      results.push(await measureCurve(curve, task, { repeats, threads, quick, most }));
    }
  }
  if (only || most) return;
  const file = fileURLToPath(new URL("../curves.json", import.meta.url));
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

async function measureCurve(curve, task, { repeats, threads, quick, most = Number.POSITIVE_INFINITY }) {
  const { name, learner, options, table = curve.table } = task;
  const sizes = (quick ? curve.sizes.slice(0, curve.quick) : curve.sizes).filter((size) => size <= most);
  const seconds = [];
  const cpu = [];
  for (const size of sizes) {
    const spec = { kind: "tree", learner, options, fits: 1, table: await stored(table(size)) };
    const threadsNow = curve.over === "threads" ? size : threads;
    const readings = [];
    for (let turn = 0; turn < repeats; turn++)
      readings.push(await reading("Coppice", { ...spec, threads: threadsNow }));
    seconds.push(leastOf(readings).cold);
    cpu.push(Math.min(...readings.map((found) => found.cpu)));
    console.log(
      [name.padEnd(14), String(size).padStart(8), curve.over.padEnd(10), `${figure(seconds.at(-1))} s,`]
        .concat(`${figure(cpu.at(-1))} s of processors`)
        .join(" "),
    );
  }
  const { exponent, explained } = exponentOf(sizes, seconds);
  console.log(
    `${name}: seconds grow as ${curve.over} to the power ${exponent.toFixed(2)} (R² ${(100 * explained).toFixed(1)}%)`,
  );
  if (curve.over === "rows") console.log(`${perStep(name, sizes, cpu)}\n`);
  else console.log();
  return { name, learner, over: curve.over, sizes, seconds, cpu, exponent, explained };
}

/** Processor time does not depend on what else runs. If it grows as rows times their logarithm, these are equal. */
function perStep(name, sizes, cpu) {
  const steps = sizes.map((rows, i) => `${figure((1e9 * cpu[i]) / rows / Math.log2(rows))}`);
  const { exponent } = exponentOf(sizes.slice(-3), cpu.slice(-3));
  const ideal = exponentOf(
    sizes.slice(-3),
    sizes.slice(-3).map((rows) => rows * Math.log2(rows)),
  ).exponent;
  const tail = `the last three sizes: power ${exponent.toFixed(2)}; rows x log(rows): ${ideal.toFixed(2)}`;
  return `${name}: ns of processors per row and log2(rows): ${steps.join(", ")}; ${tail}`;
}
