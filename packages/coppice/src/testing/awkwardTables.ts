import type { Task } from "../model/tree.js";
import type { Column } from "../table/column.js";
import { makeTable, type Table } from "../table/table.js";
import { names, nominal, numeric } from "./columns.js";

const N = Number.NaN;
const ONCE = Array.from({ length: 40 }, (_, i) => i);
const THIRDS = ONCE.map((i) => i % 3);

const x = (...values: number[]) => numeric("x", values);
const z = (...values: number[]) => numeric("z", values);
const c = (levels: readonly string[], ...codes: number[]) => nominal("c", levels, codes);

/** Tables that have broken learners before. */
export function awkwardTables(task: Task): Record<string, Table> {
  const isRegression = task === "regression";
  const of = (y: readonly number[], ...attributes: Column[]) => {
    const codes = y.map((v) => v % 3);
    const target = isRegression ? numeric("y", y) : nominal("y", ["no", "yes", "perhaps"], codes);
    return makeTable([...attributes, target]);
  };
  return {
    "one row": of([1], x(3)),
    "two rows": of([1, 0], x(3, 4)),
    "one class or value": of([1, 1, 1, 1], x(1, 2, 3, 4), c(["a", "b"], 0, 1, 0, 1)),
    "one column": of([1, 0, 1, 0, 2], c(["a", "b"], 0, 1, 0, 1, 0)),
    "all missing": of([0, 1, 1, 2], x(N, N, N, N), c(["a", "b"], -1, -1, -1, -1)),
    "one attribute all missing": of([0, 0, 1, 1], x(N, N, N, N), z(1, 2, 3, 4)),
    "no level declared": of([0, 0, 1], c([], -1, -1, -1), z(1, 2, 3)),
    constant: of([0, 1, 1, 2], x(7, 7, 7, 7), c(["a"], 0, 0, 0, 0)),
    strings: of(
      [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0],
      x(1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1),
      z(1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2),
      {
        ...{ type: "string", name: "s", levels: ["", "<b>", "a😀c", "ac", "éa"] },
        codes: Int32Array.of(0, 1, 2, 3, 4, -1, 2, 3, 4, 1, 2, 3, 4, 0),
      },
    ),
    "duplicate rows": of([0, 0, 1, 1, 1, 0], x(1, 1, 1, 2, 2, 2)),
    "huge and denormal": of(
      [0, 1, 0, 1, 0, 1, 0, 1],
      x(1e308, -1e308, 5e-324, 0, -5e-324, 1.7e308, -1.7e308, 1e-310),
    ),
    "huge and denormal targets": of(
      isRegression ? [1.7e308, -1.7e308, 5e-324, 0, 1e308, -5e-324] : [0, 1, 2, 0, 1, 2],
      x(1, 2, 3, 4, 5, 6),
    ),
    "denormal targets": of(isRegression ? [5e-324, 0, 1e-323, 5e-324] : [0, 1, 0, 1], x(1, 2, 3, 4)),
    "neighbouring doubles": of([0, 1, 0, 1], x(1, 1 + Number.EPSILON, 1, 1 + Number.EPSILON)),
    "integer-like strings": of(
      [0, 1, 0, 1, 0, 1],
      nominal("zip", ["007", "1", "10", "2"], [0, 1, 2, 3, 0, 1]),
    ),
    "names of prototypes": of(
      [0, 1, 0, 1],
      numeric("__proto__", [1, 2, 3, 4]),
      nominal("constructor", ["__proto__", "toString"], [0, 1, 0, 1]),
    ),
    "a level no row has": of([0, 1, 0, 1, 0, 1], c(["a", "ghost", "b"], 0, 2, 0, 2, 0, 2)),
    "many levels": of(THIRDS, c(names("v", 40), ...ONCE)),
  };
}
