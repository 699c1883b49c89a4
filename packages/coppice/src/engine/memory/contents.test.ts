import fc from "fast-check";
import { expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { tune } from "../../../test/kit/tune.js";
import { withoutKernels } from "../../../test/kit/withoutKernels.js";
import { SoloTeam } from "../../kernels/team.js";
import { makeTable } from "../../table/table.js";
import { nominal, numeric } from "../../testing/columns.js";
import { type Problem, prepare } from "../problem.js";
import type { RowChoice } from "../rowChoice.js";
import { contentsTuning } from "./contents.js";
import { memoryData } from "./data.js";

tune(contentsTuning, { rows: 1 });

const levels = ["a", "b", "c", "d"];
const tables = fc
  .record({
    cells: fc.array(fc.tuple(fc.nat(9), fc.nat(4), fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 300 }),
    ...{ isNumeric: fc.boolean(), isWeighted: fc.boolean() },
  })
  .map(({ cells, isNumeric, isWeighted }) => {
    const x = cells.map(([cell]) => cell || Number.NaN);
    const n = cells.map(([, code]) => code - 1);
    const y = cells.map(([, , target]) => target);
    const w = cells.map(([, , , weight]) => 1 + weight / 4);
    const target = isNumeric ? numeric("y", y) : nominal("y", levels, y);
    const table = makeTable([numeric("x", x), nominal("n", levels, n), numeric("w", w), target]);
    return { table, request: { target: "y", ...(isWeighted && { weight: "w" }) } };
  });

function chosen(problem: Problem, choice: RowChoice): number[] {
  const { local } = memoryData(problem, new SoloTeam()).part(choice);
  return Array.from(local!.problem.within!.rows);
}

itHolds(
  "the kernel puts rows in the order that TypeScript puts them in, of a table and of a part of it",
  100,
  [tables, fc.nat()],
  ({ table, request }, key) => {
    const folds = () => {
      const problem = prepare(table, request);
      const order = { by: "content", key } as const;
      const first = chosen(problem, { fold: 0, of: 3, order });
      const part = memoryData(problem).part({ fold: 0, of: 2, order, rest: true }).local!.problem;
      return [first, chosen(problem, { wanted: 2, order }), chosen(part, { fold: 1, of: 3, order })];
    };
    expect(folds()).toEqual(withoutKernels(folds));
  },
);
