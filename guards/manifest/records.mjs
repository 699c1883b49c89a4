/** The recorded files: a line per case, sorted, with the case's name and its outcome between tabs. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const PARTS = ["fits", "refusals", "outputs"];
const FOLDER = "guards/manifest/recorded";
const root = fileURLToPath(new URL("../../", import.meta.url));

export const recordedPath = (part) => `${FOLDER}/${part}.tsv`;

/** Text as one cell of a line. */
const cell = (text) =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t").replaceAll("\r", "\\r");

const byName = ([a], [b]) => (a < b ? -1 : a > b ? 1 : 0);

/** The line of an outcome, without the case's name; empty cells at its end are left out. */
export const lineOf = (texts) => texts.map(cell).join("\t").trimEnd();

/** By case, its outcome as it is written. */
export function parseLines(text) {
  const lines = text.split("\n").filter((line) => line !== "");
  return new Map(
    lines.map((line) => {
      const at = line.indexOf("\t");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

export function readRecorded(part) {
  const path = join(root, recordedPath(part));
  return existsSync(path) ? parseLines(readFileSync(path, "utf8")) : new Map();
}

/** `outcomes`: by case, its line. */
export function writeRecorded(part, outcomes) {
  const path = join(root, recordedPath(part));
  mkdirSync(dirname(path), { recursive: true });
  const lines = Array.from(outcomes).sort(byName);
  writeFileSync(path, lines.map(([key, line]) => `${key}\t${line}\n`).join(""));
}
