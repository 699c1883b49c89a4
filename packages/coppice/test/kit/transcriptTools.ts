import { readdirSync, readFileSync, rmSync } from "node:fs";
import { random } from "../../src/base/random.js";
import { csvOf, pairCsv } from "../../src/cli/testTables.js";
import * as synthetic from "../../src/synthetic/index.js";
import type { Table } from "../../src/table/table.js";

const text = (path: string) => readFileSync(path, "utf8");

/** What can be typed beside `coppice`; each gives the text that it prints. */
const TOOLS: Readonly<Record<string, (...args: string[]) => string>> = {
  cat: (path) => text(path),
  ls: (path) =>
    readdirSync(path)
      .sort()
      .map((name) => `${name}\n`)
      .join(""),
  rm: (path) => {
    rmSync(path);
    return "";
  },
  /** Fails unless two files are the same. */
  cmp: (one, two) => {
    if (text(one) !== text(two)) throw new Error(`the files differ: ${one} ${two}`);
    return "";
  },
  /** Lines from one to another, the first being 1. */
  lines: (from, to, path) =>
    text(path)
      .split(/(?<=\n)/)
      .slice(Number(from) - 1, Number(to))
      .join(""),
  /** The rows of a CSV file from the last to the first. */
  backwards: (path) => {
    const [head, ...rows] = text(path).trimEnd().split("\n");
    return [head, ...rows.reverse(), ""].join("\n");
  },
  /** A CSV file without quotes as an object on each line. */
  objects: (path) => {
    const [names, ...rows] = text(path)
      .trimEnd()
      .split("\n")
      .map((line) => line.split(","));
    const value = (cell: string) => (cell === "" || Number.isNaN(Number(cell)) ? cell : Number(cell));
    return rows
      .map(
        (cells) => `${JSON.stringify(Object.fromEntries(cells.map((cell, j) => [names[j], value(cell)])))}\n`,
      )
      .join("");
  },
  count: (pattern, path) => `${text(path).match(new RegExp(pattern, "gm"))?.length ?? 0}\n`,
  /** A part of a JSON file by its path. */
  pick: (path, file) =>
    `${JSON.stringify(path.split(".").reduce((value, key) => value?.[key], JSON.parse(text(file))))}\n`,
  /** A table by a template of its rows: `i` is the row, `rng` draws. */
  rows: (count, header, template) => {
    const row = new Function("i", "rng", `return \`${template}\``) as (i: number, rng: unknown) => string;
    const rng = random(5);
    return [header, ...Array.from({ length: Number(count) }, (_, i) => row(i, rng)), ""].join("\n");
  },
  /** A table of 60 rows of which one cell in seven is missing. */
  pairs: () => pairCsv(),
  /** A table that the library generates. */
  generate: (name, options = "{}") =>
    csvOf((synthetic as unknown as Record<string, (given: object) => Table>)[name](JSON.parse(options))),
};

export function runTool(
  command: string,
  args: readonly string[],
): { code: number; out: string; err: string } {
  const tool = TOOLS[command];
  if (tool === undefined) throw new Error(`a transcript has no command "${command}"`);
  try {
    return { code: 0, out: tool(...args), err: "" };
  } catch (error) {
    return { code: 1, out: "", err: `${(error as Error).message}\n` };
  }
}
