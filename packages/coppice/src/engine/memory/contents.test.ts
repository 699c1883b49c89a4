import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { useKernels } from "../../kernels/support.js";
import { SoloTeam } from "../../kernels/team.js";
import type { Column } from "../../table/column.js";
import { type Problem, prepare } from "../problem.js";
import type { RowChoice } from "../rowChoice.js";
import { contentsTuning } from "./contents.js";
import { memoryData } from "./data.js";

const { rows: usual } = contentsTuning;

afterEach(() => {
  contentsTuning.rows = usual;
  useKernels(true);
});

interface Drawn {
  readonly cells: readonly (readonly [number, number, number, number])[];
  readonly numeric: boolean;
  readonly weighted: boolean;
}

function columnsOf({ cells, numeric }: Drawn): Column[] {
  const nominal = (name: string, codes: Int32Array): Column => ({
    ...{ name, type: "nominal", codes },
    levels: ["a", "b", "c", "d"],
  });
  const target = Int32Array.from(cells, ([, , y]) => y);
  return [
    { name: "x", type: "numeric", values: Float64Array.from(cells, ([x]) => (x === 0 ? Number.NaN : x)) },
    nominal(
      "n",
      Int32Array.from(cells, ([, n]) => n - 1),
    ),
    { name: "w", type: "numeric", values: Float64Array.from(cells, ([, , , w]) => 1 + w / 4) },
    numeric ? { name: "y", type: "numeric", values: Float64Array.from(target) } : nominal("y", target),
  ];
}

const drawn = fc.record({
  cells: fc.array(fc.tuple(fc.nat(9), fc.nat(4), fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 300 }),
  ...{ numeric: fc.boolean(), weighted: fc.boolean() },
});

function chosen(problem: Problem, choice: RowChoice): number[] {
  const { local } = memoryData(problem, new SoloTeam()).part(choice);
  return Array.from(local!.problem.within!.rows);
}

test("the kernel puts rows in the order that TypeScript puts them in, of a table and of a part of it", () => {
  fc.assert(
    fc.property(drawn, fc.nat(), (table, key) => {
      const columns = columnsOf(table);
      const request = { target: "y", ...(table.weighted && { weight: "w" }) };
      const folds = (use: boolean) => {
        contentsTuning.rows = 1;
        useKernels(use);
        const problem = prepare({ rows: table.cells.length, columns }, request);
        const order = { by: "content", key } as const;
        const first = chosen(problem, { fold: 0, of: 3, order });
        const part = memoryData(problem).part({ fold: 0, of: 2, order, rest: true }).local!.problem;
        return [first, chosen(problem, { wanted: 2, order }), chosen(part, { fold: 1, of: 3, order })];
      };
      expect(folds(true)).toEqual(folds(false));
    }),
    { numRuns: 100 },
  );
});
