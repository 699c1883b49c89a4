// Tables as the command meets them: CSV files of training and test rows. Real ones if they are in ../shared, otherwise
// generated ones of their shape.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { random } from "../../packages/coppice/dist/base/random.js";
import { readTable } from "../../packages/coppice/dist/joined/node.js";
import { csvOf, DATA, sharedFiles, stored } from "./store.mjs";

/** Training and test table by name. */
const GENERATED = {
  adult: ["census-50k", "census-test"],
  "bank-full": ["campaign-45k", "campaign-test"],
  nursery: ["grid-13k", "grid-test"],
  orbits: ["orbits-58k", "orbits-test"],
  pixels: ["pixels-6k", "pixels-test"],
  letters: ["letters-20k", "letters-test"],
  mixed: ["mixed-200k", "mixed-test"],
  wave: ["wave-200k", "wave-test"],
  wave20k: ["wave-20k", "wave-test"],
  friedman: ["friedman-200k", "friedman-test"],
  wide: ["wide-5k", "wide-test"],
};
const REAL = new Set(["adult", "bank-full", "nursery"]);

/** The share of a real table's rows that are kept for testing. */
const HELD_OUT = 0.1;

/** The column that `weighted` adds. */
export const WEIGHT = "rowWeight";

/**
 * The files of a table: `train` and `test` as CSV, `schema` (the target, and the type of each column), and the `flags`
 * with which the command reads them.
 */
export async function fileTable(name, { weighted = false } = {}) {
  const files = (REAL.has(name) && realTable(name)) || (await generatedTable(name));
  if (!weighted) return files;
  return { ...files, train: weightedCsv(files.train), flags: [...files.flags, "--weight", WEIGHT] };
}

async function generatedTable(name) {
  const [train, test] = GENERATED[name];
  const folder = await stored(train);
  const { columns } = JSON.parse(readFileSync(join(folder, "table.json"), "utf8"));
  const schema = join(folder, "schema.json");
  const target = columns.at(-1).name;
  const described = columns.map(({ name, type }) => ({ name, type }));
  writeWhole(schema, JSON.stringify({ target, columns: described }));
  return { train: await csvOf(train), test: await csvOf(test), schema, target, flags: ["--target", target] };
}

function realTable(name) {
  const found = sharedFiles(name);
  if (found === undefined) return undefined;
  const { table, schema } = found;
  const folder = join(DATA, `${name}-file`);
  const [train, test] = [join(folder, `${name}.csv`), join(folder, `${name}-test.csv`)];
  if (!existsSync(train)) {
    mkdirSync(folder, { recursive: true });
    const [head, ...lines] = gunzipSync(readFileSync(table)).toString("utf8").trimEnd().split("\n");
    const isTest = heldOut();
    const kept = [[], []];
    for (const line of lines) kept[isTest() ? 1 : 0].push(line);
    writeWhole(test, `${[head, ...kept[1]].join("\n")}\n`);
    writeWhole(train, `${[head, ...kept[0]].join("\n")}\n`);
  }
  const { target } = JSON.parse(readFileSync(schema, "utf8"));
  return { train, test, schema, target, flags: ["--schema", schema] };
}

/** The same rows with a column of weights from 0.5 to 1.5. */
function weightedCsv(path) {
  const weighted = path.replace(/\.csv$/, "-weighted.csv");
  if (existsSync(weighted)) return weighted;
  const [head, ...lines] = readFileSync(path, "utf8").trimEnd().split("\n");
  const rng = random(19);
  const rows = lines.map((line) => `${line},${(0.5 + rng.uniform()).toFixed(3)}`);
  writeWhole(weighted, `${[`${head},${WEIGHT}`, ...rows].join("\n")}\n`);
  return weighted;
}

/** A column of a CSV: numbers, or the levels as texts; NaN or undefined where missing. */
export async function columnOf(path, name, type) {
  const { table } = await readTable(path, { schema: { columns: [{ name, type }] } });
  const column = table.columns.find((one) => one.name === name);
  return type === "numeric" ? column.values : Array.from(column.codes, (code) => column.levels[code]);
}

/** Which rows of a real table are kept for testing: the same in every run. */
export function heldOut() {
  const rng = random(17);
  return () => rng.uniform() < HELD_OUT;
}

export function writeWhole(path, text) {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}
