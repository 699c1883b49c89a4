import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./root.mjs";

/**
 * Writes the sample table: the penguins of Gorman, Williams and Fraser 2014, from vega-datasets, except that
 * the one sex recorded as "." becomes null, which Coppice reads as missing.
 */
export function writePenguins(file) {
  const rows = JSON.parse(readFileSync(join(root, "node_modules/vega-datasets/data/penguins.json"), "utf8"));
  const cleaned = rows.map((row) => (row.Sex === "." ? { ...row, Sex: null } : row));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `[\n${cleaned.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`);
  return cleaned.length;
}
