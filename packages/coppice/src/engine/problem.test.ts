import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problems, rowsByWeight, tableProblems } from "../../test/random-problems.js";
import { CoppiceError } from "../base/errors.js";
import { tableOf } from "../synthetic/columns.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Table } from "../table/table.js";
import { type ProblemRequest, prepare, problemRows } from "./problem.js";

const schema: ColumnSchema[] = [
  { name: "x", type: "numeric" },
  { name: "note", type: "string", levels: ["p", "q"] },
  { name: "w", type: "numeric" },
  { name: "y", type: "nominal", levels: ["a", "b", "c"] },
];
const read = tableOf(schema, [
  [1, "p", 1, "a"],
  [2, "q", 2, undefined],
  [3, "p", 0, "b"],
  [undefined, "q", 0.5, "b"],
]);
/** Strings that a file declares. */
const table = {
  ...read,
  columns: read.columns.map((column) =>
    column.type === "string" ? { ...column, aside: true as const } : column,
  ),
};

function failure(request: ProblemRequest, of: Table = table): string {
  try {
    prepare(of, request);
  } catch (error) {
    if (error instanceof CoppiceError) return error.toString();
    throw error;
  }
  return "no failure";
}

describe("prepare", () => {
  it("leaves out rows without a target or a weight, strings and the weight column, with warnings", () => {
    const problem = prepare(table, { target: "y", weight: "w" });
    expect(problem.rows).toBe(2);
    expect(problem.task).toBe("classification");
    expect(problem.attributes.map((column) => column.name)).toEqual(["x"]);
    expect(problem.attributes[0]).toMatchObject({ values: Float64Array.of(1, Number.NaN) });
    expect(problem.target.column).toMatchObject({ codes: Int32Array.of(0, 1), levels: ["a", "b", "c"] });
    expect(problem.weights).toEqual(Float64Array.of(1, 0.5));
    expect(problem.totalWeight).toBe(1.5);
    expect(problem.warnings).toEqual([
      { code: "TARGET_MISSING_ROWS", column: "y", message: 'the target "y" is missing in 1 row: excluded' },
      { code: "ZERO_WEIGHT_ROWS", message: "1 row has weight 0: ignored" },
      {
        code: "STRING_IGNORED",
        column: "note",
        message: '"note" holds free text: excluded',
      },
    ]);
  });

  it("treats a numeric target as regression, and has no weights when none are requested", () => {
    const problem = prepare(table, { target: "w", attributes: ["x", "y"] });
    expect(problem.task).toBe("regression");
    expect(problem.attributes.map((column) => column.name)).toEqual(["x", "y"]);
    expect(problem.weights).toBeUndefined();
    expect(problem.totalWeight).toBe(4);
    expect(problem.warnings).toEqual([]);
  });

  it("shares the table's columns when every row is used", () => {
    expect(prepare(table, { target: "w", attributes: ["x"] }).attributes[0]).toBe(table.columns[0]);
  });

  it("never uses the target as an attribute, even if it is listed", () => {
    const { attributes } = prepare(table, { target: "w", attributes: ["w", "x"] });
    expect(attributes.map((column) => column.name)).toEqual(["x"]);
  });

  it.each<[string, ProblemRequest]>([
    ['COLUMN_UNKNOWN: the table has no column "z"; did you mean "x"?', { target: "z" }],
    ['COLUMN_TYPE: the weight column "y" must be numeric; got "nominal"', { target: "x", weight: "y" }],
    [
      "WEIGHT_INVALID: the weight of row 4 must be a finite non-negative number; got NaN",
      { target: "y", weight: "x" },
    ],
    [
      "ATTRIBUTE_NONE: there is no attribute to learn from besides the target",
      { target: "y", attributes: ["note"] },
    ],
  ])("reports: %s", (message, request) => expect(failure(request)).toBe(message));

  it.each<[string, (string | number | undefined)[][]]>([
    ["TABLE_NO_ROWS: the table has no rows to learn from", []],
    ['TARGET_EMPTY: the target "y" has no value in any row', [[1, "p", 1, undefined]]],
    [
      "WEIGHT_ZERO: no row with a target has a weight above 0",
      [
        [1, "p", 0, "a"],
        [1, "p", 1, undefined],
      ],
    ],
    [
      "WEIGHT_INVALID: the weight of row 2 must be a finite non-negative number; got -1",
      [
        [1, "p", 1, "a"],
        [1, "p", -1, "a"],
      ],
    ],
    [
      "WEIGHT_INVALID: the weight of row 1 must be a finite non-negative number; got Infinity",
      [[1, "p", 1 / 0, "a"]],
    ],
  ])("reports: %s", (message, rows) => {
    expect(failure({ target: "y", weight: "w" }, tableOf(schema, rows))).toBe(message);
  });

  it("gives a row of weight 2 the same grids as a duplicated row", () => {
    fc.assert(
      fc.property(tableProblems({ weights: "zero" }), (given) => {
        const expanded = rowsByWeight(given);
        const [once, twice] = [
          prepare(given.table, given.request),
          prepare(expanded.table, expanded.request),
        ];
        expect(once.totalWeight).toBe(twice.totalWeight);
        expect(once.weightQuantum).toBe(twice.weightQuantum);
        if (once.target.kind === "classes" || twice.target.kind === "classes") return;
        const { units: _once, ...grid } = once.target.grid;
        const { units: _twice, ...gridTwice } = twice.target.grid;
        expect(grid).toEqual(gridTwice);
      }),
    );
  });
});

describe("problemRows", () => {
  it("takes rows on the problem's own grids", () => {
    fc.assert(
      fc.property(problems(), fc.infiniteStream(fc.boolean()), (problem, chosen) => {
        const rows = Array.from({ length: problem.rows }, (_, row) => row).filter(() => chosen.next().value);
        const part = problemRows(problem, rows);
        expect(part.rows).toBe(rows.length);
        expect(part.weightQuantum).toBe(problem.weightQuantum);
        const weight = (row: number) => problem.weights?.[row] ?? 1;
        expect(part.totalWeight).toBe(rows.reduce((sum, row) => sum + weight(row), 0));
        if (problem.target.kind === "classes" || part.target.kind === "classes") {
          expect(part.target.column).toMatchObject({
            levels: problem.target.column.type === "numeric" ? [] : problem.target.column.levels,
          });
          return;
        }
        const { units, ...grid } = problem.target.grid;
        expect(part.target.grid).toEqual({ ...grid, units: Float64Array.from(rows, (row) => units[row]) });
      }),
    );
  });

  it("keeps cells, weights and targets together", () => {
    const problem = prepare(table, { target: "y", weight: "w" });
    const part = problemRows(problem, [1]);
    expect(part.weights).toEqual(Float64Array.of(0.5));
    expect(part.target.column).toMatchObject({ codes: Int32Array.of(1) });
    expect(part.attributes[0]).toMatchObject({ values: Float64Array.of(Number.NaN) });
  });
});
