// Anybody's table as files that Coppice and its rivals read alike: only the rows and columns that Coppice learns from, with
// the types that it infers, as CSV with quotes where they are needed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { csvCell } from "../../packages/coppice/dist/cli/csv.js";
import { parseSchema, readTable } from "../../packages/coppice/dist/joined/node.js";
import { cellText } from "../../packages/coppice/dist/table/column.js";
import { isStringType } from "../../packages/coppice/dist/table/schema.js";
import { trainingFrom } from "../../packages/coppice/dist/table/training/trainingFrom.js";
import { heldOut, writeWhole } from "./fileTables.mjs";
import { DATA, writeRows } from "./store.mjs";

/** The table's name, folder and `files` (as of `fileTable`), what they contain, and warnings about what was left out. */
export async function ownTable(path, { target: wanted, schema: schemaPath }) {
  const declared = schemaPath === undefined ? undefined : schemaIn(schemaPath);
  const read = await readTable(path, declared && { schema: declared });
  const training = trainingFrom(read, { target: wanted }, "flag");
  const { attributes, texts } = usable(training);
  const columns = [...attributes, columnNamed(training.table, training.target.name)];
  const name = basename(path).replace(/\.(csv|tsv|arff|json|parquet|arrow|data)(\.gz)?$/, "");
  const folder = folderOf(name, [path, schemaPath], training.target.name);
  const target = training.target.name;
  const schema = join(folder, "schema.json");
  writeWhole(schema, JSON.stringify({ target, columns: columns.map(typeOf) }));
  const { train, test } = await writeParts(folder, columns, training.table.rows);
  return {
    ...{ name, folder, isClasses: training.target.type !== "numeric" },
    files: {
      ...{ train: train.path, test: test.path, schema, target },
      flags: ["--schema", schema],
    },
    ...{ trainRows: train.rows.length, testRows: test.rows.length, columns },
    warnings: [...remarks(training), ...texts],
  };
}

function schemaIn(path) {
  if (!existsSync(path)) throw new Error(`no such file: ${path}`);
  try {
    return parseSchema(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path}: ${error.message}`);
  }
}

const columnNamed = (table, name) => table.columns.find((column) => column.name === name);

/** No rival tests letters or words: columns declared as string or text are left out on both sides. */
function usable({ table, attributes }) {
  const columns = attributes.map((name) => columnNamed(table, name));
  const texts = columns.filter(({ type }) => isStringType(type));
  const rest = columns.filter((column) => !texts.includes(column));
  if (rest.length === 0) throw new Error("no column to learn from: all are excluded");
  return { attributes: rest, texts: texts.map(({ name }) => `"${name}" holds strings: excluded`) };
}

/** Warnings about the rows, the target and excluded columns: what is measured depends on them. */
const remarks = ({ warnings, attributes }) =>
  warnings.filter(({ column }) => !attributes.includes(column)).map(({ message }) => message);

/** Only an ordered column needs its levels. Dates have become numbers, so no notation is left. */
const typeOf = ({ name, type, levels }) => ({ name, type, ...(type === "ordered" && { levels }) });

/** A folder per content, so that --resume never continues with readings of another table. */
function folderOf(name, paths, target) {
  const hash = createHash("sha256").update(target);
  for (const path of paths) if (path !== undefined) hash.update(readFileSync(path));
  const folder = join(DATA, "own", `${name.replace(/[^\w-]/g, "_")}-${hash.digest("hex").slice(0, 8)}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function writeParts(folder, columns, rows) {
  const train = { path: join(folder, "train.csv"), rows: [] };
  const test = { path: join(folder, "test.csv"), rows: [] };
  const isTest = heldOut();
  for (let row = 0; row < rows; row++) (isTest() ? test : train).rows.push(row);
  if (test.rows.length === 0) throw new Error(`no row to test with: the table has only ${rows} rows`);
  const head = `${columns.map(({ name }) => csvCell(name)).join(",")}\n`;
  for (const { path, rows: kept } of [train, test])
    await writeRows(path, head, kept.length, (i) => lineOf(columns, kept[i]));
  return { train, test };
}

/** A missing value is an empty cell. */
const lineOf = (columns, row) =>
  columns
    .map((column) => {
      const text = cellText(column, row);
      return text === undefined ? "" : csvCell(text);
    })
    .join(",");
