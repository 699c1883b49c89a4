// The public sets and folds of ../shared.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { knownTarget } from "coppice/evaluate";
import { parseSchema, readTable } from "coppice/node";

export const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));

/** A set of ../shared, with only the rows whose target is known. */
export async function read(name) {
  const schema = parseSchema(JSON.parse(readFileSync(`${shared}data/${name}.json`, "utf8")));
  const file = [`${name}.csv`, `${name}.csv.gz`].map((f) => `${shared}data/${f}`).find((f) => existsSync(f));
  const { table } = await readTable(file, { schema });
  return { table: knownTarget(table, schema.target).table, target: schema.target };
}

/** The fold of each row. */
export function foldsOf(name, rows) {
  const folds = new Int32Array(rows);
  for (const line of readFileSync(`${shared}data/${name}.folds.csv`, "utf8").trim().split("\n").slice(1)) {
    const [row, fold] = line.split(",").map(Number);
    folds[row] = fold;
  }
  return folds;
}
