/** The files that command lines of the manifest read, written into the working folder when a case first names them. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { BAD_FILES, OTHER_FILES } from "./handmade.mjs";
import { tableNamed } from "./tables.mjs";
import { BASE } from "./values.mjs";

/** `tables/mixed-classes.csv`, `models/cart-classes.json`, `models/cart-values-surrogate.json`, `other/titles.csv`, `bad/ragged.csv`. */
const TABLE = /^tables\/(\w+)-(classes|values)\.csv$/;
const MODEL = /^models\/(\w+)-(classes|values)(?:-(\w+))?\.(?:json|coppice)$/;

const TASKS = { classes: "classification", values: "regression" };

/** The table that models are learned from: some rows of each kind of column. */
export const MODEL_TABLE = "mixed";

/** Writes the files that the words of a command name, if they are not there. */
export async function provideFiles(product, words) {
  for (const word of words) {
    const path = word.includes("=") && !existsSync(word) ? word.slice(word.indexOf("=") + 1) : word;
    if (existsSync(path)) continue;
    const content = await contentOf(product, path);
    if (content === undefined) continue;
    mkdirSync(path.slice(0, path.indexOf("/")), { recursive: true });
    writeFileSync(path, content);
  }
}

async function contentOf(product, path) {
  const [, table, kind] = TABLE.exec(path) ?? [];
  if (table !== undefined) return csvOf(tableNamed(table, TASKS[kind]));
  if (MODEL.test(path)) return modelIn(product, path);
  return { ...BAD_FILES, ...OTHER_FILES }[path];
}

async function modelIn(product, path) {
  const [, learner, kind, missing] = MODEL.exec(path);
  const { columns, rows, request } = tableNamed(learner === "strings" ? "strings" : MODEL_TABLE, TASKS[kind]);
  const name = learner === "strings" ? "cart" : learner;
  const options = { ...BASE[name], ...(missing && { missing }) };
  const model = product.engine.fitTable({ columns, rows }, { ...request, learner: name, options });
  const format = path.endsWith(".coppice") ? "compact" : "json";
  return product.node.saveModel(model, { format, gzip: false });
}

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export function csvOf({ columns, rows }) {
  const cell = (column, row) => {
    if (column.type === "numeric") return Number.isNaN(column.values[row]) ? "" : String(column.values[row]);
    return column.codes[row] < 0 ? "" : quoted(column.levels[column.codes[row]]);
  };
  const lines = Array.from({ length: rows }, (_, row) =>
    columns.map((column) => cell(column, row)).join(","),
  );
  return `${[columns.map(({ name }) => quoted(name)).join(","), ...lines].join("\n")}\n`;
}
