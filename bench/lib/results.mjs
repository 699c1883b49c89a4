// The readings on disk: written after each, so that an interrupted run can be resumed.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

const FILE = process.env.BENCH_RESULTS ?? fileURLToPath(new URL("../results.json", import.meta.url));

export const machine = () =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}`;

/** `tasks`: by name, the date, whether it is complete, and the readings of Coppice and of each rival. */
export function loadResults() {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, "utf8")) : { tasks: {} };
}

export function saveResults(results) {
  writeFileSync(`${FILE}.part`, `${JSON.stringify(results, null, 1)}\n`);
  renameSync(`${FILE}.part`, FILE);
}
