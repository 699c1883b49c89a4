// Tables larger than memory: boosting from disk beside XGBoost's external memory, and linear time. See bench/README.md.
import { existsSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./lib/command.mjs";
import { output } from "./lib/output.mjs";
import { pythonCommand } from "./lib/rivals.mjs";

const peer = (name) => fileURLToPath(new URL(`peers/${name}`, import.meta.url));
const folder = process.env.BENCH_BIG ?? join(process.env.BENCH_DATA ?? tmpdir(), "big");
const FIT = ["--target", "y", "--learner", "gradientBoost", "--set", "rounds=5", "--set", "maxDepth=6"];
const SETTINGS = [...FIT, "--set", "maxLeaves=64", "--set", "growth=depth", "--engine", "disk"];
const megabytes = (bytes) => Math.round(bytes / 1e6);

/** The table as Parquet, generated if it is not there. */
async function tableOf(rows, limit) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `boost-${rows / 1e6}m.parquet`);
  if (!existsSync(path)) await output(pythonCommand(), [peer("bigTable.py"), path, String(rows)], { limit });
  return path;
}

/** By DuckDB where the package coppice-sql is; otherwise by the library's own reader. */
async function ours(path, memory, { threads, limit }) {
  const args = (source) => ["fit", source, ...SETTINGS, "--memory", memory, "--threads", String(threads)];
  const { answer, peak, cpu } = await runCommand(args(`duckdb:${path}`), limit).catch(() =>
    runCommand(args(path), limit),
  );
  const { read, code, fit } = answer.seconds;
  return { read: read + code, fit, peak: 1000 * peak, cpu };
}

async function xgboost(path, { threads, limit }) {
  const text = await output(pythonCommand(), [peer("externalMemory.py"), path, "5", String(threads)], {
    limit,
  });
  const { readCpu, fitCpu, ...found } = JSON.parse(text);
  return { ...found, cpu: readCpu + fitCpu };
}

const least = (readings, name) => Math.min(...readings.map((reading) => reading[name]));

function show(name, readings) {
  const [read, fit, cpu, peak] = ["read", "fit", "cpu", "peak"].map((figure) => least(readings, figure));
  const seconds = `read and coded ${read.toFixed(1)} s, five rounds ${fit.toFixed(1)} s, processor ${cpu.toFixed(1)} s`;
  console.log(`${name.padEnd(28)} ${seconds}, peak ${megabytes(peak)} MB`);
  return { read, fit };
}

/** Ten million rows beside XGBoost, interleaved; then, unless it is to be quick, five and fifty million. */
export async function measureDisk({ repeats, quick, ...settings }) {
  const path = await tableOf(10e6, settings.limit);
  const [own, other] = [[], []];
  for (let i = 0; i < repeats; i++) {
    own.push(await ours(path, "700mb", settings));
    try {
      other.push(await xgboost(path, settings));
    } catch (error) {
      console.error(`XGBoost is not measured: ${error.message}`);
    }
  }
  const found = show("Coppice, 10M x 28, 700mb", own);
  if (other.length > 0) {
    const rival = show("XGBoost, external memory", other);
    console.log(
      `rounds x${(rival.fit / found.fit).toFixed(2)}, reading and coding x${(rival.read / found.read).toFixed(2)}`,
    );
  }
  if (quick) return;
  for (const rows of [5e6, 50e6]) {
    const readings = [await ours(await tableOf(rows, settings.limit), "2gb", settings)];
    show(`Coppice, ${rows / 1e6}M x 28, 2gb`, readings);
  }
}
