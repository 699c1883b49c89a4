import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { root } from "./root.mjs";

const FILE = join(root, "node_modules", ".cache", "coppice-test", "durations.json");

/** The seconds that each test file took when it last ran on this machine, by length and path. */
export function recordedDurations(length) {
  try {
    return new Map(Object.entries(JSON.parse(readFileSync(FILE, "utf8"))[length] ?? {}));
  } catch {
    return new Map();
  }
}

/** Keeps the durations of a vitest JSON report. A file that was not run keeps what is known of it. */
export function recordDurations(report, length) {
  const all = existsSync(FILE) ? readAll() : {};
  const own = { ...all[length] };
  for (const { name, startTime, endTime } of report.testResults)
    own[relative(root, name).split(sep).join("/")] = Math.round(endTime - startTime) / 1000;
  mkdirSync(dirname(FILE), { recursive: true });
  const draft = `${FILE}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ ...all, [length]: own }));
  renameSync(draft, FILE);
}

function readAll() {
  try {
    return JSON.parse(readFileSync(FILE, "utf8"));
  } catch {
    return {};
  }
}
