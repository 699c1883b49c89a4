import { random } from "../../base/random.js";
import { type Column, cellText } from "../../table/column.js";
import { makeTable, type Table } from "../../table/table.js";
import { names, nominal, numeric } from "../columns.js";
import { type Check, ensure, ensureSame } from "./check.js";

/** Puts a table where the source has its rows, and reads it from there, with the types of its columns declared if need be. */
export type ThroughSource = (table: Table) => Promise<Table> | Table;

/**
 * What every source must do: give back names, numbers to the last bit, texts of any characters and gaps, in the order of the rows,
 * however many there are. Levels may be in another order, and -0 may become 0.
 *
 * ```ts
 * for (const { name, run } of sourceContract((table) => readMine(writeMine(table)))) it(name, run);
 * ```
 */
export function sourceContract(through: ThroughSource): Check[] {
  return Object.entries(tables()).map(([name, table]) => ({
    name: `gives back ${name}`,
    async run() {
      ensureSameCells(await through(table), table);
    },
  }));
}

function ensureSameCells(found: Table, wanted: Table): void {
  ensureSame(found.rows, wanted.rows, "the number of rows");
  ensureSame(
    found.columns.map(({ name }) => name),
    wanted.columns.map(({ name }) => name),
    "the names",
  );
  wanted.columns.forEach((column, c) => {
    const other = found.columns[c];
    const isNumeric = column.type === "numeric";
    ensure(
      (other.type === "numeric") === isNumeric,
      `column ${column.name} is ${other.type}, but ${column.type} is wanted`,
    );
    for (let row = 0; row < wanted.rows; row++)
      ensureSame(cellOf(other, row), cellOf(column, row), `row ${row + 1} of ${column.name}`);
  });
}

/** A number, without the sign of 0; or a text; undefined if it is missing. */
function cellOf(column: Column, row: number): number | string | undefined {
  if (column.type !== "numeric") return cellText(column, row);
  const value = column.values[row] + 0;
  return Number.isNaN(value) ? undefined : value;
}

const { MAX_VALUE, MIN_VALUE, EPSILON, MAX_SAFE_INTEGER } = Number;
const N = Number.NaN;

const TEXTS = [
  ...["plain", 'a "quoted" one', "it's", "a,b;c|d", "two\nlines", "tab\there", "éß", "😀", "<b>&amp;"],
  ...["\\", "%"],
];
const NAMES = ['say "hi"', "a,b", "it's", "__proto__", "constructor", "größe 😀", "select", "x y"];
const LEVELS = names("level ", 300);
const MANY = 5000;

function tables(): Record<string, Table> {
  const rng = random(1);
  const many = (cell: (row: number) => number) => Array.from({ length: MANY }, (_, row) => cell(row));
  const number = () => (rng.below(20) === 0 ? N : rng.normal());
  const code = () => rng.below(LEVELS.length + 1) - 1;
  const eachText = Array.from(TEXTS.keys());
  return {
    "one row": makeTable([numeric("x", [1]), nominal("c", ["a"], [0])]),
    "one column": makeTable([nominal("c", ["a", "b"], [0, 1, 0])]),
    "awkward numbers": makeTable([
      numeric("x", [0.1 + 0.2, 1 / 3, MIN_VALUE, -MAX_VALUE, MAX_VALUE, 1 + EPSILON, -1e-7, 1e21, 0, -0]),
      numeric("whole", [MAX_SAFE_INTEGER, -MAX_SAFE_INTEGER, 0, 1, 2, 3, 4, 5, 6, 1e15]),
    ]),
    "awkward texts": makeTable([nominal("c", TEXTS, eachText), numeric("x", eachText)]),
    "awkward names": makeTable(NAMES.map((name, i) => numeric(name, [i, i + 0.5]))),
    "missing values": makeTable([
      numeric("x", [N, 1, N, 2, 3]),
      nominal("c", ["a", "b"], [0, -1, 1, -1, 0]),
      numeric("z", [1, 2, 3, 4, N]),
    ]),
    "texts that look like numbers": makeTable([nominal("zip", ["007", "1", "1.0", "1e3"], [0, 1, 2, 3, 0])]),
    "many rows, in their order": makeTable([
      ...[
        numeric(
          "id",
          many((row) => row),
        ),
        numeric("x", many(number)),
        nominal("c", LEVELS, many(code)),
      ],
    ]),
  };
}
