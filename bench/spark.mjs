// A tree and boosting on a Spark cluster of two workers on this machine, against MLlib on the same cluster and the same rows.
//   npm run bench -- spark [--most 1000000]
// Needs what `npm run spark:setup` makes. Two times of each: of the whole, from the Parquet files to the model (connecting, coding,
// pulling, learning; MLlib: reading, assembling and caching vectors, `fit`), and of learning alone, on rows that are ready (pulled;
// or coded in blocks, coding included, but of trees not the pass that reads the rows and lists their values; MLlib: `fit` on cached
// vectors). Both have fitted a small table before, in the same JVMs.
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

const WAYS = ["pull", "batch"];
const TREE = ["--learner", "cart", "--set", "prune=none", "--set", "maxDepth=6"];
const BOOST = [
  ...["--learner", "gradientBoost", "--set", "rounds=20", "--set", "maxDepth=6", "--set", "maxLeaves=64"],
  ...["--row-key", "id"],
];

/** Rounds of boosting; MLlib's of large tables are fewer, and their time is scaled. */
const ROUNDS = 20;
const FEW_ROUNDS = 4;

export async function measureSpark({ rows }) {
  const isLarge = rows > 2_000_000;
  // Gigabytes of a worker: MLlib keeps the rows as vectors.
  const memory = isLarge ? 5 : 2;
  const spark = await startSpark({ memory });
  const times = {};
  try {
    await makeRows(spark, "small", 20_000);
    const path = await makeRows(spark, "bench", rows);
    for (const flags of [TREE, BOOST]) for (const way of WAYS) await runFit(spark, "small", flags, way);
    const hashes = new Map();
    for (const [what, flags] of [
      ["tree", TREE],
      ["boosting", BOOST],
    ])
      for (const way of WAYS) {
        const { whole, learning, model } = await runFit(spark, "bench", flags, way);
        times[`${what}, ${way}`] = { whole, learning };
        console.log(`${what}, ${way}: ${whole.toFixed(1)} s, learning ${learning.toFixed(1)} s`);
        hashes.set(what, new Set([...(hashes.get(what) ?? []), model]));
      }
    for (const [what, models] of hashes)
      if (models.size !== 1) throw new Error(`the ways gave different models of ${what}`);
    // Its applications take all cores: the server makes room for MLlib's.
    await spark.stopServer();
    const rounds = isLarge ? FEW_ROUNDS : ROUNDS;
    Object.assign(times, rivalTimes(await runRival(spark, path, memory, rounds), rounds));
    if (rounds < ROUNDS) console.log(`MLlib's ${ROUNDS} rounds are those of ${rounds}, scaled`);
  } finally {
    await spark.stop();
  }
  print(rows, times);
}

/** Rows from arithmetic on their numbers, with 2,000 values in every attribute, as Parquet in the cluster's folder. */
async function makeRows({ address, folder }, name, rows) {
  const { SparkConnection } = await import("coppice-sql");
  const connection = await SparkConnection.open(address);
  const chance = (k) => `(pmod(xxhash64(id, ${k}), 1000003) / 1000003.0D)`;
  const names = Array.from({ length: ATTRIBUTES }, (_, k) => `f${k}`);
  const cells = names.map((name, k) => `CAST(floor(${chance(k)} * 2000) / 1000 AS FLOAT) AS ${name}`);
  const score =
    "f0 * 1.3 + f1 * f2 - 0.7 * f3 + CASE WHEN f4 > 0.5 THEN f5 ELSE -f6 END + 0.5 * f7 * f8 - abs(f9 - 1)";
  const base = `SELECT id, ${cells.join(", ")} FROM range(0, ${rows}, 1, ${Math.max(2, Math.ceil(rows / 500_000))})`;
  const label = `CASE WHEN ${score} + 2 * ${chance(999)} > 3 THEN 1D ELSE 0D END`;
  const path = join(folder, `rows-${name}`);
  const query = `SELECT *, CASE WHEN label = 1 THEN 'yes' ELSE 'no' END AS y FROM (SELECT *, ${label} AS label FROM (${base}))`;
  await connection.run(`CREATE TABLE ${name} USING parquet LOCATION '${path}' AS ${query}`);
  await connection.close();
  return path;
}

/** One command; its wall time, that of learning from rows that are here or coded, and the model as text. */
async function runFit({ address, folder }, table, flags, way) {
  const out = join(folder, "model.json");
  const started = performance.now();
  const { stdout } = await run(
    process.execPath,
    [
      ...[COMMAND, "fit", `spark:${address}#${table}`, "--target", "y", "--ignore", "label", "--way", way],
      ...[...flags, ...(flags.includes("--row-key") ? [] : ["--ignore", "id"]), "--out", out, "--json"],
      ...(way === "pull" ? ["--assess", "none"] : []),
    ],
    ROOM,
  );
  const whole = (performance.now() - started) / 1000;
  // Rows that are learned from disk are coded apart from that; MLlib's `fit` bins them, too.
  const { code = 0, fit } = JSON.parse(stdout).seconds;
  return { whole, learning: code + fit, model: readFileSync(out, "utf8") };
}

async function runRival({ master, python, env }, path, memory, rounds) {
  const given = [RIVAL, master, path, String(ATTRIBUTES), `${900 * memory}m`, String(rounds)];
  const { stdout } = await run(python, given, { ...ROOM, env });
  return JSON.parse(stdout.trim().split("\n").at(-1));
}

function rivalTimes({ load, tree, boosting }, rounds) {
  const all = (boosting * ROUNDS) / rounds;
  return {
    "tree, MLlib": { whole: load + tree, learning: tree },
    "boosting, MLlib": { whole: load + all, learning: all },
  };
}

function print(rows, times) {
  console.log(`${rows.toLocaleString("en")} rows x ${ATTRIBUTES}, two workers of one core, seconds`);
  for (const what of ["tree", "boosting"])
    for (const way of [...WAYS, "MLlib"]) {
      const own = times[`${what}, ${way}`];
      const rival = times[`${what}, MLlib`];
      const figure = (part) => {
        const ratio = way === "MLlib" ? "" : ` (${(rival[part] / own[part]).toFixed(1)}x MLlib)`;
        return `${own[part].toFixed(1).padStart(7)}${ratio.padEnd(14)}`;
      };
      console.log(`  ${`${what}, ${way}`.padEnd(16)} whole${figure("whole")} learning${figure("learning")}`);
    }
}
