import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { refusal } from "../../test/kit/refusal.js";
import { problems, rowsByWeight, tableProblems } from "../../test/random-problems.js";
import { columnSchema } from "../table/column.js";
import { makeTable } from "../table/table.js";
import { table } from "../testing/tableLiteral.js";
import { type Problem, type ProblemRequest, prepare, problemRows } from "./problem.js";

const NO_WEIGHT = "must be a finite non-negative number";

const read = (rows: string) => {
  const { columns } = table`x:numeric,note:string=p|q,w:numeric,y:nominal=a|b|c\n${rows}`;
  // Strings that a file declares.
  return makeTable(columns.map((column) => (column.type === "string" ? { ...column, aside: true } : column)));
};
const days = read(`1,p,1,a
  2,q,2,?
  3,p,0,b
  ?,q,0.5,b`);
const namesOf = ({ attributes }: Problem) => attributes.map(({ name }) => name);

describe("prepare", () => {
  it("leaves out rows without a target or a weight, strings and the weight column, with warnings", () => {
    const problem = prepare(days, { target: "y", weight: "w" });
    expect(problem.rows).toBe(2);
    expect(problem.task).toBe("classification");
    expect(namesOf(problem)).toEqual(["x"]);
    expect(problem.attributes[0]).toMatchObject({ values: Float64Array.of(1, Number.NaN) });
    expect(problem.target.column).toMatchObject({ codes: Int32Array.of(0, 1), levels: ["a", "b", "c"] });
    expect(problem.weights).toEqual(Float64Array.of(1, 0.5));
    expect(problem.totalWeight).toBe(1.5);
    expect(problem.warnings).toEqual([
      { code: "TARGET_MISSING_ROWS", column: "y", message: 'the target "y" is missing in 1 row: excluded' },
      { code: "ZERO_WEIGHT_ROWS", message: "1 row has weight 0: ignored" },
      { code: "STRING_IGNORED", column: "note", message: '"note" holds free text: excluded' },
    ]);
  });

  it("treats a numeric target as regression, and has no weights when none are requested", () => {
    const problem = prepare(days, { target: "w", attributes: ["x", "y"] });
    expect(problem.task).toBe("regression");
    expect(namesOf(problem)).toEqual(["x", "y"]);
    expect(problem.weights).toBeUndefined();
    expect(problem.totalWeight).toBe(4);
    expect(problem.warnings).toEqual([]);
  });

  it("shares the table's columns when every row is used", () => {
    expect(prepare(days, { target: "w", attributes: ["x"] }).attributes[0]).toBe(days.columns[0]);
  });

  it("never uses the target as an attribute, even if it is listed", () => {
    expect(namesOf(prepare(days, { target: "w", attributes: ["w", "x"] }))).toEqual(["x"]);
  });

  it.each<[string, ProblemRequest]>([
    ['COLUMN_UNKNOWN: the table has no column "z"; did you mean "x"?', { target: "z" }],
    ['COLUMN_TYPE: the weight column "y" must be numeric; got "nominal"', { target: "x", weight: "y" }],
    [`WEIGHT_INVALID: the weight of row 4 ${NO_WEIGHT}; got NaN`, { target: "y", weight: "x" }],
    [
      "ATTRIBUTE_NONE: there is no attribute to learn from besides the target",
      { target: "y", attributes: ["note"] },
    ],
  ])("reports: %s", (message, request) => expect(refusal(() => prepare(days, request))).toBe(message));

  it.each([
    ["TABLE_NO_ROWS: the table has no rows to learn from", ""],
    ['TARGET_EMPTY: the target "y" has no value in any row', "1,p,1,?"],
    ["WEIGHT_ZERO: no row with a target has a weight above 0", "1,p,0,a\n1,p,1,?"],
    [`WEIGHT_INVALID: the weight of row 2 ${NO_WEIGHT}; got -1`, "1,p,1,a\n1,p,-1,a"],
    [`WEIGHT_INVALID: the weight of row 1 ${NO_WEIGHT}; got Infinity`, "1,p,Infinity,a"],
  ])("reports: %s", (message, rows) => {
    expect(refusal(() => prepare(read(rows), { target: "y", weight: "w" }))).toBe(message);
  });

  itHolds(
    "gives a row of weight 2 the same grids as a duplicated row",
    100,
    [tableProblems({ weights: "zero" })],
    (given) => {
      const [once, twice] = [given, rowsByWeight(given)].map(({ table, request }) => prepare(table, request));
      expect([once.totalWeight, once.weightQuantum]).toEqual([twice.totalWeight, twice.weightQuantum]);
      if (once.target.kind === "classes" || twice.target.kind === "classes") return;
      const { units: _once, ...grid } = once.target.grid;
      const { units: _twice, ...gridTwice } = twice.target.grid;
      expect(grid).toEqual(gridTwice);
    },
  );
});

describe("problemRows", () => {
  itHolds(
    "takes rows on the problem's own grids",
    100,
    [problems(), fc.infiniteStream(fc.boolean())],
    (problem, chosen) => {
      const rows = Array.from({ length: problem.rows }, (_, row) => row).filter(() => chosen.next().value);
      const part = problemRows(problem, rows);
      expect([part.rows, part.weightQuantum]).toEqual([rows.length, problem.weightQuantum]);
      const weight = (row: number) => problem.weights?.[row] ?? 1;
      expect(part.totalWeight).toBe(rows.reduce((sum, row) => sum + weight(row), 0));
      if (problem.target.kind === "classes" || part.target.kind === "classes") {
        expect(columnSchema(part.target.column)).toEqual(columnSchema(problem.target.column));
        return;
      }
      const { units, ...grid } = problem.target.grid;
      expect(part.target.grid).toEqual({ ...grid, units: Float64Array.from(rows, (row) => units[row]) });
    },
  );

  it("keeps cells, weights and targets together", () => {
    const part = problemRows(prepare(days, { target: "y", weight: "w" }), [1]);
    expect(part.weights).toEqual(Float64Array.of(0.5));
    expect(part.target.column).toMatchObject({ codes: Int32Array.of(1) });
    expect(part.attributes[0]).toMatchObject({ values: Float64Array.of(Number.NaN) });
  });
});
