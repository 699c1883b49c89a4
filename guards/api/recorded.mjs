import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sizeFaults } from "./sizes.mjs";

const SURFACE = fileURLToPath(new URL("./surface/", import.meta.url));
const SIZES = fileURLToPath(new URL("./sizes.tsv", import.meta.url));
const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** What differs from the files in `surface`, as diffs of their lines. */
export function surfaceFaults(found, folder = SURFACE) {
  const names = new Set(found.map(({ file }) => file));
  const stale = readdirSync(folder).filter((name) => !names.has(name));
  return [
    ...found.flatMap(({ file, text }) => linesOf(file, textOf(join(folder, file)), text)),
    ...stale.map((name) => `${name}: no entry has this name`),
  ];
}

/** Lines are compared as sets: each block has its name in its first line, which a reader finds. */
function linesOf(file, recorded, text) {
  if (recorded === text) return [];
  const [was, is] = [recorded, text].map((one) => new Set(one.split("\n")));
  const gone = [...was].filter((line) => !is.has(line)).map((line) => `${file} - ${line}`);
  const added = [...is].filter((line) => !was.has(line)).map((line) => `${file} + ${line}`);
  const all = [...gone, ...added];
  return all.length === 0 ? [`${file}: the same lines in another order`] : all;
}

export const recordedSizeFaults = (found) => sizeFaults(textOf(SIZES), found);

/** Sizes that are within the tolerance stay as they are recorded. */
export function record(found, sizes) {
  rmSync(SURFACE, { recursive: true, force: true });
  mkdirSync(SURFACE);
  for (const { file, text } of found) writeFileSync(join(SURFACE, file), text);
  if (recordedSizeFaults(sizes).length > 0) writeFileSync(SIZES, sizes);
}
