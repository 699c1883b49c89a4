import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { root } from "../../scripts/lib/root.mjs";
import { ENTRIES } from "./entries.mjs";

/** Sizes may move by this share without being recorded anew, and by this many bytes where that is less. */
const TOLERANCE = 0.02;
const BYTES = 300;
const COLUMNS = [
  "entry",
  "minified",
  "gzip",
  "minified with what is loaded later",
  "gzip with what is loaded later",
];

/** What each entry weighs in bytes, bundled from its source, as a table with tabs. Other packages do not count. */
export async function sizesText() {
  const rows = [COLUMNS];
  for (const entry of ENTRIES) rows.push(await sizeOf(entry));
  return rows.map((row) => `${row.join("\t")}\n`).join("");
}

async function sizeOf({ entry, source, isNode }) {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: [source], absWorkingDir: root, outdir: "out", packages: "external" },
    ...{ bundle: true, splitting: true, minify: true, write: false, metafile: true },
    ...{ format: "esm", platform: isNode ? "node" : "browser", target: "es2022", logLevel: "silent" },
  });
  const paths = Object.keys(metafile.outputs);
  const main = paths.find((path) => resolve(root, metafile.outputs[path].entryPoint ?? "") === source);
  const sizes = new Map(outputFiles.map(({ contents }, at) => [paths[at], contents]));
  return [entry, ...weightOf(sizes, loadedWith(metafile, main)), ...weightOf(sizes, paths)];
}

/** The files that are loaded with one, not later. */
function loadedWith({ outputs }, path, found = new Set()) {
  if (found.has(path)) return found;
  found.add(path);
  for (const { path: next, kind, external } of outputs[path].imports)
    if (kind === "import-statement" && !external) loadedWith({ outputs }, next, found);
  return found;
}

function weightOf(sizes, paths) {
  const files = [...paths].map((path) => sizes.get(path));
  const sum = (weigh) => files.reduce((total, file) => total + weigh(file), 0);
  return [sum((file) => file.length), sum((file) => gzipSync(file, { level: 9 }).length)];
}

/** What is outside the tolerance, or has no counterpart, one line for each. */
export function sizeFaults(recorded, found) {
  const [was, is] = [recorded, found].map(rowsOf);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((entry) => {
    const [before, now] = [was.get(entry), is.get(entry)];
    if (before === undefined || now === undefined)
      return [`${entry}: ${now === undefined ? "is gone" : "is new"}`];
    return now.flatMap((size, at) => {
      const allowed = Math.max(BYTES, TOLERANCE * before[at]);
      if (Math.abs(size - before[at]) <= allowed) return [];
      return [`${entry}, ${COLUMNS[at + 1]}: ${before[at]}  →  ${size} bytes`];
    });
  });
}

const rowsOf = (text) =>
  new Map(
    text
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((line) => line.split("\t"))
      .map(([entry, ...sizes]) => [entry, sizes.map(Number)]),
  );
