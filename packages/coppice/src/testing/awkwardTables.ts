import type { Task } from "../model/tree.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numeric } from "./columns.js";

const N = Number.NaN;

function target(task: Task, values: number[]): Column {
  return task === "regression"
    ? numeric("y", values)
    : nominal(
        "y",
        ["no", "yes", "perhaps"],
        values.map((v) => v % 3),
      );
}

/** Tables that have broken learners before. */
export function awkwardTables(task: Task): Record<string, Table> {
  const y = (values: number[]) => target(task, values);
  return {
    "one row": makeTable([numeric("x", [3]), y([1])]),
    "two rows": makeTable([numeric("x", [3, 4]), y([1, 0])]),
    "one class or value": makeTable([
      numeric("x", [1, 2, 3, 4]),
      nominal("c", ["a", "b"], [0, 1, 0, 1]),
      y([1, 1, 1, 1]),
    ]),
    "one column": makeTable([nominal("c", ["a", "b"], [0, 1, 0, 1, 0]), y([1, 0, 1, 0, 2])]),
    "all missing": makeTable([
      numeric("x", [N, N, N, N]),
      nominal("c", ["a", "b"], [-1, -1, -1, -1]),
      y([0, 1, 1, 2]),
    ]),
    "one attribute all missing": makeTable([
      numeric("x", [N, N, N, N]),
      numeric("z", [1, 2, 3, 4]),
      y([0, 0, 1, 1]),
    ]),
    "no level declared": makeTable([nominal("c", [], [-1, -1, -1]), numeric("z", [1, 2, 3]), y([0, 0, 1])]),
    constant: makeTable([numeric("x", [7, 7, 7, 7]), nominal("c", ["a"], [0, 0, 0, 0]), y([0, 1, 1, 2])]),
    strings: makeTable([
      numeric("x", [1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1]),
      numeric("z", [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2]),
      {
        type: "string",
        name: "s",
        levels: ["", "<b>", "a😀c", "ac", "éa"],
        codes: Int32Array.of(0, 1, 2, 3, 4, -1, 2, 3, 4, 1, 2, 3, 4, 0),
      },
      y([0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0]),
    ]),
    "duplicate rows": makeTable([numeric("x", [1, 1, 1, 2, 2, 2]), y([0, 0, 1, 1, 1, 0])]),
    "huge and denormal": makeTable([
      numeric("x", [1e308, -1e308, 5e-324, 0, -5e-324, 1.7e308, -1.7e308, 1e-310]),
      y([0, 1, 0, 1, 0, 1, 0, 1]),
    ]),
    "huge and denormal targets": makeTable([
      numeric("x", [1, 2, 3, 4, 5, 6]),
      y(task === "regression" ? [1.7e308, -1.7e308, 5e-324, 0, 1e308, -5e-324] : [0, 1, 2, 0, 1, 2]),
    ]),
    "denormal targets": makeTable([
      numeric("x", [1, 2, 3, 4]),
      y(task === "regression" ? [5e-324, 0, 1e-323, 5e-324] : [0, 1, 0, 1]),
    ]),
    "neighbouring doubles": makeTable([
      numeric("x", [1, 1 + Number.EPSILON, 1, 1 + Number.EPSILON]),
      y([0, 1, 0, 1]),
    ]),
    "integer-like strings": makeTable([
      nominal("zip", ["007", "1", "10", "2"], [0, 1, 2, 3, 0, 1]),
      y([0, 1, 0, 1, 0, 1]),
    ]),
    "names of prototypes": makeTable([
      numeric("__proto__", [1, 2, 3, 4]),
      nominal("constructor", ["__proto__", "toString"], [0, 1, 0, 1]),
      y([0, 1, 0, 1]),
    ]),
    "a level no row has": makeTable([
      nominal("c", ["a", "ghost", "b"], [0, 2, 0, 2, 0, 2]),
      y([0, 1, 0, 1, 0, 1]),
    ]),
    "many levels": makeTable([
      nominal(
        "c",
        Array.from({ length: 40 }, (_, i) => `v${i}`),
        Array.from({ length: 40 }, (_, i) => i),
      ),
      y(Array.from({ length: 40 }, (_, i) => i % 3)),
    ]),
  };
}
