import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type DrawnTable, drawnTables } from "../../../../test/drawnTables.js";
import { checkFigures, checkLandings } from "../../../../test/forestFigures.js";
import { forestMembers } from "../../../../test/forestTables.js";
import { generalForest } from "../../../../test/generalForest.js";
import { keepAll } from "../../../../test/keepAll.js";
import { roundedGains } from "../../../../test/roundedGains.js";
import { scoreOptions } from "../../../../test/scoreOptions.js";
import { testTeam } from "../../../../test/testTeam.js";
import { prepare } from "../../../engine/problem.js";
import { extraTreesRules } from "../../../learn/ensemble/extraTreesRules.js";
import { membersOf } from "../../../learn/ensemble/members.js";
import { checkOptions } from "../../../learn/options.js";
import type { TreeOptions } from "../../../learn/treeOptions.js";
import { makeTable } from "../../../table/table.js";
import { fullCart } from "../../../testing/fullCart.js";
import { SoloTeam, type Team } from "../../team.js";
import { growExtraTrees } from "./growExtraTrees.js";

const RANDOM = { numeric: "random", nominal: "random" } as const;

function check(
  { table, weight, members }: DrawnTable,
  options: Record<string, unknown>,
  team: Team,
  shrink: number,
): void {
  const problem = prepare(table, { target: "y", ...(weight !== undefined && { weight }) });
  const checked = checkOptions(fullCart, options) as TreeOptions;
  const rules = extraTreesRules(checked, problem);
  expect(rules).toBeDefined();
  const wanted = { unseen: true, sums: true, shrink };
  const fast = keepAll(growExtraTrees(problem, rules!, members, team, wanted));
  const packs = generalForest(problem, checked, members);
  expect(fast.map(({ pack }) => pack)).toEqual(packs);
  checkLandings(problem, members, packs, fast);
  const outOfBag = problem.target.kind === "classes" && problem.weights === undefined;
  const told = growExtraTrees(problem, rules!, members, team, { outOfBag, decrease: true, shrink });
  checkFigures(problem, members, keepAll(told));
}

const optionsFor = (classes: number) =>
  fc
    .record(
      {
        examined: fc.constantFrom(
          { attributesPerNode: 1 },
          { attributesPerNode: 3 },
          { attributesPerNode: 9 },
          { attributesPerNode: "all" },
          { randomTests: 1 },
          { randomTests: 4 },
          { randomTests: 30 },
        ),
        scores: scoreOptions(classes, ["n5", "x2"]),
        minLeaf: fc.constantFrom(1, 2, 5),
        maxDepth: fc.constantFrom(1, 3, 100),
        zeroGain: fc.boolean(),
        minSplit: fc.constantFrom(2, 7),
        tolerance: fc.constantFrom(...(classes > 0 ? [0] : []), 1e-10, 1e-3),
      },
      { requiredKeys: ["examined"] },
    )
    .map(({ examined, scores, ...rest }) => ({
      ...("randomTests" in examined ? {} : RANDOM),
      ...examined,
      ...rest,
      ...scores,
    }));

const shrink = fc.constantFrom(2, 3, 4, 1000);

describe("trees with random tests, by kernel", () => {
  it.each([
    ["two classes", { classes: 2, missing: false }],
    ["two classes, many rows", { classes: 2, missing: false, rows: 600 }],
    ["two classes, missing values", { classes: 2, missing: true }],
    ["two classes, missing values, many rows", { classes: 2, missing: true, rows: 600 }],
    ["two classes, weights", { classes: 2, missing: true, weights: "whole" }],
    ["two classes, broken weights", { classes: 2, missing: false, weights: "broken", rows: 200 }],
    ["many classes", { classes: 7, missing: true, rows: 100 }],
    ["many classes, no missing values", { classes: 7, missing: false, rows: 300 }],
    ["more classes than planes", { classes: 70, missing: true, rows: 200 }],
    ["many classes, weights", { classes: 5, missing: true, weights: "broken" }],
    ["a numeric target", { classes: 0, missing: false, rows: 100 }],
    ["a numeric target, missing values", { classes: 0, missing: true }],
    ["a numeric target, weights", { classes: 0, missing: true, weights: "broken" }],
  ] as const)("are those of the general grower: %s", (_, shape) => {
    const team = new SoloTeam();
    fc.assert(
      fc.property(drawnTables(shape), optionsFor(shape.classes), shrink, (made, options, part) =>
        check(made, options, team, part),
      ),
      { numRuns: "rows" in shape ? 20 : 60 },
    );
  });

  it.each([32, 64, 128])("have room for as many answers as there are rows: %i", (rows) => {
    const values = Float64Array.from({ length: rows }, (_, row) => (row * 37) % 101);
    const y = Float64Array.from({ length: rows }, (_, row) => row);
    const columns = [
      { type: "numeric", name: "x", values },
      { type: "numeric", name: "z", values: y.map((value) => rows - value) },
      { type: "numeric", name: "y", values: y },
    ] as const;
    const members = [{ seed: 3 }, { seed: 4 }];
    const made = { table: makeTable([...columns]), members };
    check(made, { ...RANDOM, attributesPerNode: "all" }, new SoloTeam(), 2);
  });

  it("are the same if gains are equal only after rounding", () => {
    const made = { table: roundedGains(), members: [{ seed: 1 }] };
    check(made, { ...RANDOM, tolerance: 0 }, new SoloTeam(), 4);
  });

  it("are the same if the kernel draws the rows", () => {
    const team = new SoloTeam();
    const tables = drawnTables({ classes: 3, missing: true, rows: 80 });
    fc.assert(
      fc.property(tables, fc.constantFrom(1, 0.3), (made, sampleShare) => {
        const problem = prepare(made.table, { target: "y" });
        const members = membersOf(problem, { bootstrap: true, sampleShare }, 5, 0, 3);
        expect(members.every(({ limits }) => limits !== undefined)).toBe(true);
        check({ ...made, members }, { randomTests: 5 }, team, 4);
      }),
      { numRuns: 30 },
    );
  });

  describe("on several threads", () => {
    let teams: Team[];
    beforeAll(async () => {
      teams = await Promise.all([2, 4].map(testTeam));
    });

    it("are the same", () => {
      for (const team of teams)
        for (const classes of [2, 4, 0]) {
          const tables = fc.sample(drawnTables({ classes, missing: true, rows: 150 }), {
            numRuns: 3,
            seed: 3,
          });
          for (const made of tables) {
            const members = forestMembers(20, made.table.rows);
            for (const scaled of [false, true])
              check({ ...made, members }, { ...RANDOM, attributesPerNode: 3, scaled }, team, 2);
          }
        }
    });

    it("leave the team's memory as it was when growth is abandoned", () => {
      const [team] = teams;
      const shape = { classes: 2, missing: false, rows: 120 };
      const [{ table }] = fc.sample(drawnTables(shape), { numRuns: 1, seed: 3 });
      const problem = prepare(table, { target: "y" });
      const rules = extraTreesRules(checkOptions(fullCart, RANDOM) as TreeOptions, problem)!;
      const members = forestMembers(60, table.rows);
      const before = team.heap.mark();
      let taken = 0;
      for (const _ of growExtraTrees(problem, rules, members, team)) if (++taken === 20) break;
      expect(team.heap.mark()).toBe(before);
      expect([...growExtraTrees(problem, rules, members, team)]).toHaveLength(60);
    });
  });
});
