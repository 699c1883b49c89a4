// The readings on disk: written after each, so that an interrupted run can be resumed.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/** By default, where the readings are. */
const FILE = process.env.BENCH_RESULTS ?? fileURLToPath(new URL("../results.json", import.meta.url));

export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;

/** `tasks`: by name, the date, whether it is complete, and the readings of Coppice and of each rival. */
export function loadResults(file = FILE) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { tasks: {} };
}

export function saveResults(results, file = FILE) {
  writeFileSync(`${file}.part`, `${JSON.stringify(results, null, 1)}\n`);
  renameSync(`${file}.part`, file);
}
