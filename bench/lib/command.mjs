// One reading of Coppice as users meet it: the command, on a CSV file, in a cold process.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { columnOf } from "./fileTables.mjs";
import { output } from "./output.mjs";

const path = (of) => fileURLToPath(new URL(of, import.meta.url));
const COMMAND = path("../../packages/coppice/bin/coppice.js");
const scratch = (name) => join(tmpdir(), `coppice-bench-${process.pid}-${name}`);
const MODEL = scratch("model.coppice");

/**
 * Seconds of the fit by the command's own clock, seconds of the whole command (`wall`), and peak memory in kB. The first
 * reading of a task also saves the model, so its wall time and memory count only if it is the only one; every reading then
 * predicts the test rows with it.
 */
export async function commandReading({ files, learner, options, threads, limit, score }) {
  const sets = Object.entries(options ?? {}).flatMap(([name, value]) => ["--set", `${name}=${value}`]);
  const args = ["fit", files.train, ...files.flags, "--learner", learner, ...sets, "--threads", threads];
  const save = score && !existsSync(MODEL) ? ["--out", MODEL] : [];
  const { answer, wall, peak } = await runCommand([...args, ...save], limit);
  const { fit, read } = answer.seconds;
  const found = { fits: [fit], read, wall, peak, saved: save.length > 0, size: answer.size };
  return score ? { ...found, ...(await predicted(files, threads, limit)) } : found;
}

async function predicted({ test, target }, threads, limit) {
  const out = scratch("predicted.csv");
  const { answer } = await runCommand(["predict", MODEL, test, "--threads", threads, "--out", out], limit);
  const type = answer.task === "classification" ? "nominal" : "numeric";
  const given = await columnOf(out, "prediction", type);
  rmSync(out);
  const truth = await columnOf(test, target, type);
  return { predict: answer.seconds.predict, score: scoreOf(given, truth, type) };
}

/** Accuracy, or the root mean squared error. */
function scoreOf(given, truth, type) {
  const mean = (of) => truth.reduce((sum, cell, row) => sum + of(cell, given[row]), 0) / truth.length;
  if (type === "nominal") return mean((level, label) => (level === label ? 1 : 0));
  return Math.sqrt(mean((value, guess) => (value - guess) ** 2));
}

export async function runCommand(args, limit) {
  const peakFile = scratch("peak");
  const start = performance.now();
  const text = await output(process.execPath, ["--require", path("peak.cjs"), COMMAND, ...args, "--json"], {
    limit,
    env: { BENCH_PEAK: peakFile },
  });
  const wall = (performance.now() - start) / 1000;
  const answer = JSON.parse(text);
  if (answer.error) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  const [peak, cpu] = readFileSync(peakFile, "utf8").split(" ").map(Number);
  rmSync(peakFile);
  return { answer, wall, peak, cpu };
}

/** Removes the model of the last task. */
export function forgetModel() {
  rmSync(MODEL, { force: true });
}
