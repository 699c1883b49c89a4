// Tables larger than memory: boosting from disk beside XGBoost's external memory, a tree, a forest; times against the number of rows,
// and peaks against the limit on memory. See bench/README.md.
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./lib/command.mjs";
import { output } from "./lib/output.mjs";
import { pythonCommand } from "./lib/rivals.mjs";

const peer = (name) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));
const folder = process.env.BENCH_BIG ?? join(process.env.BENCH_DATA ?? tmpdir(), "big");
const megabytes = (bytes) => Math.round(bytes / 1e6);
const set = (options) => Object.entries(options).flatMap(([name, value]) => ["--set", `${name}=${value}`]);

const LEARNERS = {
  boost: ["--learner", "gradientBoost", ...set({ rounds: 5, maxDepth: 6, maxLeaves: 64, growth: "depth" })],
  tree: set({ prune: "none", maxDepth: 6 }),
  forest: ["--learner", "forest", ...set({ trees: 10 })],
};

/** Pieces of work, named as --only selects them; `more` ones are left out by --quick. By DuckDB unless `own` says the library's reader. */
const PIECES = [
  { name: "boost/10m", learner: "boost", rows: 10e6, memory: "700mb", rival: true },
  { name: "tree/10m", learner: "tree", rows: 10e6, memory: "700mb" },
  { name: "tree/10m/own", learner: "tree", rows: 10e6, memory: "700mb", own: true, more: true },
  { name: "boost/10m/400mb", learner: "boost", rows: 10e6, memory: "400mb", more: true },
  ...["boost", "tree"].flatMap((learner) =>
    [5e6, 50e6].map((rows) => ({
      ...{ name: `${learner}/${rows / 1e6}m`, learner, rows, memory: "2gb", more: true },
    })),
  ),
  ...["2gb", "700mb"].flatMap((memory) =>
    [1e6, 5e6].map((rows) => ({
      ...{ name: `forest/${rows / 1e6}m/${memory}`, learner: "forest", rows, memory, more: true },
    })),
  ),
];

/** The table as Parquet, generated if it is not there. */
export async function tableOf(rows, limit) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `boost-${rows / 1e6}m.parquet`);
  if (existsSync(path)) return path;
  const part = `${path}.part`;
  await output(pythonCommand(), [peer("bigTable.py"), part, String(rows)], { limit });
  renameSync(part, path);
  return path;
}

/** By DuckDB where the package coppice-sql is; otherwise by the library's own reader. */
async function ours({ learner, rows, memory, own }, { threads, limit }) {
  const path = await tableOf(rows, limit);
  const disk = ["--target", "y", "--engine", "disk", "--assess", "none", "--threads", String(threads)];
  // A forest is large: what writing it takes belongs to its peak.
  const model = join(folder, "model.json");
  const out = learner === "forest" ? ["--out", model] : [];
  const args = (source) => ["fit", source, ...disk, ...LEARNERS[learner], "--memory", memory, ...out];
  const isMissing = (error) => /PACKAGE_MISSING/.test(error.message);
  const found = await runCommand(args(own ? path : `duckdb:${path}`), limit).catch((error) => {
    if (isMissing(error)) return runCommand(args(path), limit);
    throw error;
  });
  rmSync(model, { force: true });
  const { read, code, fit } = found.answer.seconds;
  return { read: read + code, fit, wall: found.wall, peak: 1000 * found.peak, cpu: found.cpu };
}

async function xgboost(path, { threads, limit }) {
  const text = await output(pythonCommand(), [peer("externalMemory.py"), path, "5", String(threads)], {
    limit,
  });
  const { readCpu, fitCpu, ...found } = JSON.parse(text);
  return { ...found, cpu: readCpu + fitCpu };
}

const least = (readings, name) => Math.min(...readings.map((reading) => reading[name]));

/** The least of each figure, and the greatest peak. */
function show(name, readings, limit) {
  const [read, fit, cpu] = ["read", "fit", "cpu"].map((figure) => least(readings, figure));
  const peak = Math.max(...readings.map((reading) => reading.peak));
  const seconds = `read and coded ${read.toFixed(1)} s, learned ${fit.toFixed(1)} s, processor ${cpu.toFixed(1)} s`;
  const room = limit === undefined ? "" : ` of ${megabytes(limit)}${peak > limit ? ": ABOVE THE LIMIT" : ""}`;
  console.log(`${name.padEnd(28)} ${seconds}, peak ${megabytes(peak)} MB${room}`);
  return { read, fit, cpu };
}

const UNITS = { mb: 2 ** 20, gb: 2 ** 30 };

function bytesOf(memory) {
  const [, number, unit] = /^(\d+)(mb|gb)$/.exec(memory);
  return Number(number) * UNITS[unit];
}

async function measurePiece(piece, settings) {
  const [own, other] = [[], []];
  // Long ones are read once.
  const repeats = piece.more ? 1 : settings.repeats;
  for (let i = 0; i < repeats; i++) {
    own.push(await ours(piece, settings));
    if (!piece.rival) continue;
    try {
      other.push(await xgboost(await tableOf(piece.rows, settings.limit), settings));
    } catch (error) {
      console.error(`XGBoost is not measured: ${error.message}`);
    }
  }
  const found = show(`${piece.name} (${piece.memory})`, own, bytesOf(piece.memory));
  if (other.length === 0) return found;
  const rival = show("XGBoost, external memory", other);
  const ratio = (name) => `x${(rival[name] / found[name]).toFixed(2)}`;
  console.log(`  rounds ${ratio("fit")}, reading and coding ${ratio("read")}`);
  return found;
}

/** How many times as long more rows take: as many times as there are more of them, if time is linear. */
function showGrowth(found) {
  for (const [small, large] of [
    ["boost/5m", "boost/50m"],
    ["tree/5m", "tree/50m"],
    ["forest/1m/2gb", "forest/5m/2gb"],
    ["forest/1m/700mb", "forest/5m/700mb"],
  ]) {
    const [a, b] = [found.get(small), found.get(large)];
    if (a && b)
      console.log(`${large} takes ${(b.cpu / a.cpu).toFixed(1)} times the processor time of ${small}`);
  }
}

/** `only`: the pieces with one of these in their names. */
export async function measureDisk({ quick, only, ...settings }) {
  const isWanted = ({ name, more }) => (only ? only.some((text) => name.includes(text)) : !(quick && more));
  const found = new Map();
  for (const piece of PIECES.filter(isWanted)) found.set(piece.name, await measurePiece(piece, settings));
  showGrowth(found);
}
