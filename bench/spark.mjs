// A tree and boosting on a Spark cluster of two workers on this machine, against MLlib on the same cluster and the same rows.
//   npm run bench -- spark [--most 1000000]
// Needs what `npm run spark:setup` makes. Coppice's times are of the whole command: connecting, coding, pulling, learning. MLlib's are
// of `fit` alone, on rows that are already vectors in the executors' memory.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startSpark } from "../scripts/lib/spark.mjs";

const ATTRIBUTES = 28;
/** Not the synchronous one: the cluster's log is read meanwhile, and it stops when nobody reads it. */
const run = promisify(execFile);
const ROOM = { maxBuffer: 2 ** 28 };
const COMMAND = fileURLToPath(new URL("../packages/coppice/bin/coppice.js", import.meta.url));
const RIVAL = fileURLToPath(new URL("peers/mllib.py", import.meta.url));

const TREE = ["--learner", "cart", "--set", "prune=none", "--set", "maxDepth=6"];
const BOOST = [
  ...["--learner", "gradientBoost", "--set", "rounds=20", "--set", "maxDepth=6", "--set", "maxLeaves=64"],
  ...["--row-key", "id"],
];

export async function measureSpark({ rows }) {
  // Gigabytes of a worker: MLlib keeps the rows as vectors.
  const memory = rows > 2_000_000 ? 5 : 2;
  const spark = await startSpark({ memory });
  const times = {};
  try {
    const path = await makeRows(spark, rows);
    const hashes = new Map();
    for (const [what, flags] of [
      ["tree", TREE],
      ["boosting", BOOST],
    ])
      for (const way of ["pull", "batch"]) {
        const { seconds, model } = await runFit(spark, flags, way);
        times[`${what}, ${way}`] = seconds;
        console.log(`${what}, ${way}: ${seconds.toFixed(1)} s`);
        hashes.set(what, new Set([...(hashes.get(what) ?? []), model]));
      }
    for (const [what, models] of hashes)
      if (models.size !== 1) throw new Error(`the ways gave different models of ${what}`);
    // Its applications take all cores: the server makes room for MLlib's.
    await spark.stopServer();
    Object.assign(times, await runRival(spark, path, memory));
  } finally {
    await spark.stop();
  }
  print(rows, times);
}

/** Rows from arithmetic on their numbers, with 2,000 values in every attribute, as Parquet in the cluster's folder. */
async function makeRows({ address, folder }, rows) {
  const { SparkConnection } = await import("coppice-sql");
  const connection = await SparkConnection.open(address);
  const chance = (k) => `(pmod(xxhash64(id, ${k}), 1000003) / 1000003.0D)`;
  const names = Array.from({ length: ATTRIBUTES }, (_, k) => `f${k}`);
  const cells = names.map((name, k) => `CAST(floor(${chance(k)} * 2000) / 1000 AS FLOAT) AS ${name}`);
  const score =
    "f0 * 1.3 + f1 * f2 - 0.7 * f3 + CASE WHEN f4 > 0.5 THEN f5 ELSE -f6 END + 0.5 * f7 * f8 - abs(f9 - 1)";
  const base = `SELECT id, ${cells.join(", ")} FROM range(0, ${rows}, 1, ${Math.max(2, Math.ceil(rows / 500_000))})`;
  const label = `CASE WHEN ${score} + 2 * ${chance(999)} > 3 THEN 1D ELSE 0D END`;
  const path = join(folder, "rows");
  const query = `SELECT *, CASE WHEN label = 1 THEN 'yes' ELSE 'no' END AS y FROM (SELECT *, ${label} AS label FROM (${base}))`;
  await connection.run(`CREATE TABLE bench USING parquet LOCATION '${path}' AS ${query}`);
  await connection.close();
  return path;
}

/** One command; its wall time, and the model as text. */
async function runFit({ address, folder }, flags, way) {
  const out = join(folder, "model.json");
  const started = performance.now();
  await run(
    process.execPath,
    [
      ...[COMMAND, "fit", `spark:${address}#bench`, "--target", "y", "--ignore", "label", "--way", way],
      ...[...flags, ...(flags.includes("--row-key") ? [] : ["--ignore", "id"]), "--out", out],
      ...(way === "pull" ? ["--assess", "none"] : []),
    ],
    ROOM,
  );
  return { seconds: (performance.now() - started) / 1000, model: readFileSync(out, "utf8") };
}

async function runRival({ master, python, env }, path, memory) {
  const given = [RIVAL, master, path, String(ATTRIBUTES), `${900 * memory}m`];
  const { stdout } = await run(python, given, { ...ROOM, env });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

function print(rows, times) {
  console.log(`${rows.toLocaleString("en")} rows x ${ATTRIBUTES}, two workers of one core, seconds`);
  for (const what of ["tree", "boosting"]) {
    const rival = times[`${what}, MLlib`];
    for (const way of ["pull", "batch", "MLlib"]) {
      const seconds = times[`${what}, ${way}`];
      const ratio = way === "MLlib" ? "" : `  ${(rival / seconds).toFixed(1)} times as fast as MLlib`;
      console.log(`  ${`${what}, ${way}`.padEnd(16)} ${seconds.toFixed(1).padStart(8)}${ratio}`);
    }
  }
}
