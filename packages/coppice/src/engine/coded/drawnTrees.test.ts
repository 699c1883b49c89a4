import fc from "fast-check";
import { beforeAll, describe, expect } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { testTeam } from "../../../test/testTeam.js";
import { rootKey, seedWithRoot } from "../../base/nodeRandom.js";
import type { Team } from "../../kernels/team.js";
import { forestRules } from "../../learn/ensemble/forestRules.js";
import { checkOptions } from "../../learn/options.js";
import { learnTree } from "../../learn/treeLearner.js";
import type { TreeOptions } from "../../learn/treeOptions.js";
import { packTree } from "../../model/packTree.js";
import { columnSchema } from "../../table/column.js";
import { makeTable } from "../../table/table.js";
import { diskData } from "../../targets/disk/diskData.js";
import { fullCart } from "../../testing/fullCart.js";
import type { DataHandle } from "../data.js";
import { drive } from "../drive.js";
import { memoryData } from "../memory/data.js";
import { type Problem, prepare } from "../problem.js";
import type { CodedEngine } from "./engine.js";

let team: Team;
beforeAll(async () => {
  team = await testTeam(2);
});

const numbersOnly = (target: "classes" | "values", rows: number, seed: number) => {
  const { columns } = mixedTable({ target, rows, seed, missing: 0.05 });
  const kept = columns.filter(({ type, name }) => type !== "nominal" || name === "y");
  return prepare(makeTable(kept), { target: "y" });
};

function packed(data: DataHandle, problem: Problem, options: TreeOptions, seed: number, drawnRows?: number) {
  const engine = data.engine({ team });
  const drawn = drawnRows === undefined ? undefined : forestRules(options, problem);
  const facts = { ...engine.facts, ...(drawnRows !== undefined && { drawnRows }) };
  const asked: string[] = [];
  const told = {
    facts,
    answer(request: Parameters<CodedEngine["answer"]>[0]) {
      asked.push(request.ask);
      return engine.answer(request);
    },
  };
  const context = { task: data.task, facts, seed, ...(drawn && { drawn }) };
  const { nodes } = drive(learnTree(options, context), told);
  const tree = packTree(nodes, problem.attributes.map(columnSchema));
  return { tree, asked };
}

describe("trees in the place of leaves", () => {
  itHolds(
    "have the seed of a tree with that root",
    100,
    [fc.integer({ min: 0, max: 2 ** 32 - 1 })],
    (key) => {
      expect(rootKey(seedWithRoot(key))).toBe(key);
    },
  );

  itHolds(
    "are those that the learner grows from sums, of a bag and of all rows",
    40,
    [
      fc.integer({ min: 1, max: 1e6 }),
      fc.constantFrom("classes" as const, "values" as const),
      fc.constantFrom(0, 20, 60, 1000),
      fc.boolean(),
    ],
    (seed, target, drawnRows, isBag) => {
      const problem = numbersOnly(target, 120, seed);
      const options = checkOptions(fullCart, {
        attributesPerNode: 2,
        minLeaf: 1 + (seed % 3),
      }) as TreeOptions;
      const bag = { key: seed, share: 1, replacement: true };
      const of = (data: DataHandle) => (isBag ? data.part({ bag }) : data);
      const disk = diskData(problem, { memory: 1e8, team });
      try {
        const some = packed(of(disk), problem, options, seed, drawnRows);
        const whole = packed(of(memoryData(problem)), problem, options, seed);
        expect(some.tree).toEqual(whole.tree);
        expect(some.asked.includes("drawnTrees")).toBe(drawnRows > 2);
      } finally {
        void disk.close?.();
      }
    },
  );
});
