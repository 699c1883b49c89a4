// How time grows with rows, attributes, classes and threads, and the fitted exponent.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { exponentOf, figure, leastOf } from "./arithmetic.mjs";
import { reading } from "./rivals.mjs";
import { stored } from "./store.mjs";

const LEARNERS = [
  { learner: "cart", options: { prune: "none" } },
  { learner: "gradientBoost", options: { rounds: 20, maxLeaves: 63, learningRate: 0.1 } },
  { learner: "forest", options: { trees: 10 } },
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

/** `only`: the curves with one of these in their name, such as forest/rows; the file is written only if all are measured. */
export async function runCurves({ repeats, threads, quick, only }) {
  const { learners } = await reading("Coppice", { kind: "probe" });
  const results = [];
  for (const { learner, options } of LEARNERS) {
    if (!learners.includes(learner)) {
      console.log(`– no learner ${learner} yet`);
      continue;
    }
    for (const curve of CURVES) {
      const name = `${learner}/${curve.over}`;
      if (only && !only.some((part) => name.includes(part))) continue;
      results.push(await measureCurve(curve, { learner, options, repeats, threads, quick }));
    }
  }
  if (only) return;
  const file = fileURLToPath(new URL("../curves.json", import.meta.url));
  writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`);
}

async function measureCurve(curve, { learner, options, repeats, threads, quick }) {
  const sizes = quick ? curve.sizes.slice(0, curve.quick) : curve.sizes;
  const seconds = [];
  for (const size of sizes) {
    const spec = { kind: "tree", learner, options, fits: 1, table: await stored(curve.table(size)) };
    const threadsNow = curve.over === "threads" ? size : threads;
    const readings = [];
    for (let turn = 0; turn < repeats; turn++)
      readings.push(await reading("Coppice", { ...spec, threads: threadsNow }));
    seconds.push(leastOf(readings).cold);
    console.log(
      `${learner.padEnd(14)} ${String(size).padStart(8)} ${curve.over.padEnd(10)} ${figure(seconds.at(-1))} s`,
    );
  }
  const { exponent, explained } = exponentOf(sizes, seconds);
  console.log(
    `${learner}: seconds grow as ${curve.over} to the power ${exponent.toFixed(2)} (R² ${(100 * explained).toFixed(1)}%)\n`,
  );
  return { learner, over: curve.over, sizes, seconds, exponent, explained };
}
