import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import type { Model } from "../src/model/model.js";
import { predictTable } from "../src/predict/predictTable.js";
import { parseSchema } from "../src/table/declare.js";
import { columnOf, selectRows, type Table } from "../src/table/table.js";
import { readTable } from "../src/targets/files.js";

/** Public data and the results of reference systems, in ../shared on developers' machines only. */
const folder = fileURLToPath(new URL("../../../../shared/", import.meta.url));
export const hasShared = existsSync(`${folder}expected`);
if (!hasShared)
  console.log("skipped: ../shared not found, so nothing is compared with rpart, scikit-learn and Weka");

/** A suite that needs ../shared; without it, it is skipped, with a message. */
export function describeShared(name: string, suite: () => void): void {
  describe.skipIf(!hasShared)(name, suite);
}

export interface SharedSet {
  readonly name: string;
  readonly table: Table;
  readonly target: string;
}

export async function sharedSet(name: string): Promise<SharedSet> {
  const schema = parseSchema(JSON.parse(readFileSync(`${folder}data/${name}.json`, "utf8")));
  const file = [`${name}.csv`, `${name}.csv.gz`].map((f) => `${folder}data/${f}`).find((f) => existsSync(f))!;
  const { table } = await readTable(file, { schema });
  return { name, table, target: schema.target! };
}

/** A file of ../shared/expected, or undefined if that system was not run on that set. */
export function expectedOf<T>(name: string, file: string): T | undefined {
  const path = `${folder}expected/${name}/${file}.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as T) : undefined;
}

/** A system's printed model, or undefined if it was not run on that set. */
export function printedOf(name: string, file: string): string | undefined {
  const path = `${folder}expected/${name}/${file}.txt`;
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The fold of each row. */
export function sharedFolds(name: string): Int32Array {
  const lines = readFileSync(`${folder}data/${name}.folds.csv`, "utf8").trim().split("\n").slice(1);
  const folds = new Int32Array(lines.length);
  for (const line of lines) {
    const [row, fold] = line.split(",").map(Number);
    folds[row] = fold;
  }
  return folds;
}

/** The codes or numbers of the target. */
export function truthOf({ table, target }: SharedSet): Int32Array | Float64Array {
  const column = columnOf(table, target);
  return column.type === "numeric" ? column.values : column.codes;
}

/** The codes or numbers that a model predicts. */
export function answersOf(model: Model, table: Table): Int32Array | Float64Array {
  const found = predictTable(model, table);
  return found.kind === "classification" ? found.labels : found.values;
}

/** For each of the given folds: its rows, the table of them, and the table of the others. */
export function sharedParts({ name, table }: SharedSet) {
  const folds = sharedFolds(name);
  const rowsOf = (isChosen: (fold: number) => boolean) =>
    [...folds.keys()].filter((row) => isChosen(folds[row]));
  return [...new Set(folds)].map((fold) => {
    const rows = rowsOf((one) => one === fold);
    const training = selectRows(
      table,
      rowsOf((one) => one !== fold),
    );
    return { rows, held: selectRows(table, rows), training };
  });
}

/** The words of a text. */
export const words = (text: string) => text.trim().split(/\s+/);

export const CLASS_SETS = words(`
  weather-nominal contact-lenses labor kyphosis zoo promoters stagec iris wine glass breast-cancer
  heart-c horse-colic vote wdbc pima-diabetes titanic tic-tac-toe car splice kr-vs-kp hypothyroid
  mushroom nursery
`);

export const VALUE_SETS = words(`
  car-test-frame cu-summary cpu servo auto-mpg solder airfoil winequality-red abalone
`);

/** The sets on which a system was run. */
export const setsWith = (file: string) =>
  [...CLASS_SETS, ...VALUE_SETS].filter((name) => hasShared && expectedOf(name, file) !== undefined);
