// Tables on disk as one raw little-endian file per column (single precision, or 32-bit codes), which Node, Python and R all
// read at disk speed, with a JSON description; and as CSV and ARFF for rivals that need text.
import { once } from "node:events";
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTable } from "../../packages/coppice/dist/joined/node.js";
import { columnsOf } from "./generate.mjs";

/** BENCH_DATA may name a folder that several checkouts share. */
export const DATA = process.env.BENCH_DATA ?? fileURLToPath(new URL("../data/", import.meta.url));

/** Increase when the generators change, so that stale tables are generated again. */
const EDITION = 1;

const folderOf = (name) => join(DATA, `${name.replaceAll(":", "_")}.${EDITION}`);

/** Real tables, measured if they are in ../shared. */
const SHARED = new Set(["adult", "bank-full", "nursery"]);
const shared = (file) => fileURLToPath(new URL(`../../../shared/data/${file}`, import.meta.url));

export const isShared = (name) => SHARED.has(name);

/** A real table's file and schema; undefined if it does not exist. */
export function sharedFiles(name) {
  const table = shared(`${name}.csv.gz`);
  return existsSync(table) ? { table, schema: shared(`${name}.json`) } : undefined;
}

/** The folder of a table, which is generated if it does not exist. */
export async function stored(name) {
  const folder = folderOf(name);
  if (existsSync(join(folder, "table.json"))) return folder;
  console.error(`generating the table ${name}`);
  mkdirSync(folder, { recursive: true });
  const columns = isShared(name) ? await sharedColumns(name) : columnsOf(name);
  for (const [j, column] of columns.entries())
    writeFileSync(join(folder, `${j}.raw`), bytesOf(column.values));
  const described = columns.map(({ values, ...column }) => column);
  const rows = columns[0].values.length;
  writeFileSync(join(folder, "part"), JSON.stringify({ rows, columns: described }));
  renameSync(join(folder, "part"), join(folder, "table.json"));
  return folder;
}

/** Their numbers are integers below 2^24, exact in single precision; their levels become plain words, as ARFF requires. */
async function sharedColumns(name) {
  const { table, schema } = sharedFiles(name);
  const read = await readTable(table, { schema: JSON.parse(readFileSync(schema, "utf8")) });
  return read.table.columns.map((column) =>
    column.type === "numeric"
      ? { ...column, values: Float32Array.from(column.values) }
      : {
          name: column.name,
          type: column.type,
          levels: column.levels.map((_, code) => `l${code}`),
          values: column.codes,
        },
  );
}

const bytesOf = (values) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** The table as the library expects it. */
export function loadTable(folder) {
  const { rows, columns } = JSON.parse(readFileSync(join(folder, "table.json"), "utf8"));
  return {
    rows,
    columns: columns.map((column, j) => {
      const bytes = readFileSync(join(folder, `${j}.raw`));
      const cells = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      return column.type === "numeric"
        ? { ...column, values: Float64Array.from(new Float32Array(cells)) }
        : { ...column, codes: new Int32Array(cells) };
    }),
  };
}

/** Six significant digits, as in most tables. */
const digits = (x) => (Number.isNaN(x) ? "" : String(Number(x.toPrecision(6))));

function textOf(column) {
  if (column.type === "numeric") return (row) => digits(column.values[row]);
  return (row) => (column.codes[row] < 0 ? "" : column.levels[column.codes[row]]);
}

/** The table's CSV file, which is written if it does not exist. */
export async function csvOf(name) {
  const folder = await stored(name);
  const path = join(folder, "table.csv");
  if (existsSync(path)) return path;
  const table = loadTable(folder);
  const cells = table.columns.map(textOf);
  await writeRows(path, `${table.columns.map((column) => column.name).join(",")}\n`, table.rows, (row) =>
    cells.map((text) => text(row)).join(","),
  );
  return path;
}

/** The table's ARFF file. Names and levels are ours: plain words. */
export async function arffOf(name) {
  const folder = await stored(name);
  const path = join(folder, "table.arff");
  if (existsSync(path)) return path;
  const table = loadTable(folder);
  const head = table.columns.map((column) =>
    column.type === "numeric"
      ? `@attribute ${column.name} numeric`
      : `@attribute ${column.name} {${column.levels.join(",")}}`,
  );
  const cells = table.columns.map(textOf);
  await writeRows(path, `@relation ${name}\n${head.join("\n")}\n@data\n`, table.rows, (row) =>
    cells.map((text) => text(row) || "?").join(","),
  );
  return path;
}

export async function writeRows(path, head, rows, line) {
  const out = createWriteStream(`${path}.part`);
  out.write(head);
  const BLOCK = 5000;
  for (let from = 0; from < rows; from += BLOCK) {
    const lines = Array.from({ length: Math.min(BLOCK, rows - from) }, (_, i) => line(from + i));
    if (!out.write(`${lines.join("\n")}\n`)) await once(out, "drain");
  }
  out.end();
  await once(out, "finish");
  renameSync(`${path}.part`, path);
}
