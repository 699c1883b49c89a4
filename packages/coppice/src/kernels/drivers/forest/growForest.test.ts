import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checkFigures, checkLandings } from "../../../../test/forestFigures.js";
import { type ForestTable, forestMembers, forestTables } from "../../../../test/forestTables.js";
import { generalForest } from "../../../../test/generalForest.js";
import { keepAll } from "../../../../test/keepAll.js";
import { roundedGains } from "../../../../test/roundedGains.js";
import { testTeam } from "../../../../test/testTeam.js";
import { prepare } from "../../../engine/problem.js";
import { forestRules } from "../../../learn/ensemble/forestRules.js";
import { checkOptions } from "../../../learn/options.js";
import type { TreeOptions } from "../../../learn/treeOptions.js";
import { fullCart } from "../../../testing/fullCart.js";
import { SoloTeam, type Team } from "../../team.js";
import { growForest } from "./growForest.js";
import type { Regimes } from "./rules.js";

const cuts = {
  random: { numeric: "random", nominal: "random" },
  best: {},
} as const;

function check(
  { table, members }: ForestTable,
  options: Record<string, unknown>,
  team: Team,
  regimes: Regimes,
): void {
  const problem = prepare(table, { target: "y" });
  const checked = checkOptions(fullCart, options) as TreeOptions;
  const rules = forestRules(checked, problem);
  expect(rules).toBeDefined();
  const fast = keepAll(growForest(problem, rules!, members, team, { regimes, unseen: true, sums: true }));
  const packs = generalForest(problem, checked, members);
  expect(fast.map(({ pack }) => pack)).toEqual(packs);
  checkLandings(problem, members, packs, fast);
  const outOfBag = problem.target.kind === "classes";
  const told = growForest(problem, rules!, members, team, { regimes, outOfBag, decrease: true });
  checkFigures(problem, members, keepAll(told));
}

const regimes = fc.record({
  blockRows: fc.constantFrom(0, 3, 10, 4096),
  byteRows: fc.constantFrom(0, 4, 127),
  windowBits: fc.constantFrom(0, 3, 16),
  // Keys for no table, for those of many values, and for all.
  crowd: fc.constantFrom(0, 0.05, 1),
});
const optionsFor = (classes: number) =>
  fc.record(
    {
      attributesPerNode: fc.constantFrom(1, 2, 3, "all"),
      minLeaf: fc.constantFrom(1, 2, 5),
      maxDepth: fc.constantFrom(1, 3, 100),
      zeroGain: fc.boolean(),
      minSplit: fc.constantFrom(2, 7),
      tolerance: fc.constantFrom(...(classes > 0 ? [0] : []), 1e-10, 1e-3),
    },
    { requiredKeys: ["attributesPerNode"] },
  );

describe("growth that is abandoned early", () => {
  it("leaves the team and its memory unchanged", async () => {
    const team = await testTeam(2);
    const [{ table }] = fc.sample(forestTables({ classes: 2, missing: false, rows: 120 }), {
      numRuns: 1,
      seed: 3,
    });
    const problem = prepare(table, { target: "y" });
    const rules = forestRules(checkOptions(fullCart, {}) as TreeOptions, problem)!;
    const members = forestMembers(60, table.rows);
    const before = team.heap.mark();
    // From the second batch on the other thread is at work while trees are taken.
    let taken = 0;
    for (const _ of growForest(problem, rules, members, team)) if (++taken === 20) break;
    expect(team.heap.mark()).toBe(before);
    expect([...growForest(problem, rules, members, team)]).toHaveLength(60);
  });
});

describe.each(["random", "best"] as const)("trees by kernel, %s cuts", (cut) => {
  it.each([
    ["two classes", { classes: 2, missing: false }],
    ["two classes, many rows", { classes: 2, missing: false, rows: 400 }],
    ["two classes, numbers only", { classes: 2, missing: false, numbersOnly: true }],
    ["two classes, numbers only, many rows", { classes: 2, missing: false, numbersOnly: true, rows: 400 }],
    ["two classes, missing values", { classes: 2, missing: true }],
    ["two classes, many rows, missing values", { classes: 2, missing: true, rows: 400 }],
    ["many classes, missing values", { classes: 5, missing: true }],
    ["a numeric target, missing values", { classes: 0, missing: true }],
    ["a numeric target", { classes: 0, missing: false, rows: 100 }],
  ] as const)("are those of the general grower: %s", (_, shape) => {
    const team = new SoloTeam();
    const numRuns = "rows" in shape ? 20 : 60;
    fc.assert(
      fc.property(forestTables(shape), optionsFor(shape.classes), regimes, (made, chosen, sizes) =>
        check(made, { ...cuts[cut], ...chosen }, team, sizes),
      ),
      { numRuns },
    );
  });

  it("are the same if gains are equal only after rounding", () => {
    const made = { table: roundedGains(), members: [{ seed: 1 }] };
    const options = { ...cuts[cut], tolerance: 0, attributesPerNode: "all" };
    check(made, options, new SoloTeam(), { blockRows: 0, byteRows: 0, crowd: 0 });
  });

  // Places of more than 4,096 rows have two digits (nodeOrder.ts).
  it.each([2, 4, 0])("are the same if there are many rows: %d classes", (classes) => {
    const made = fc
      .sample(forestTables({ classes, missing: true, rows: 12_000 }), { numRuns: 10, seed: 5 })
      .find(({ table }) => table.rows > 8000)!;
    const members = forestMembers(1, made.table.rows);
    check({ ...made, members }, { ...cuts[cut], attributesPerNode: 2 }, new SoloTeam(), {
      blockRows: 20,
      byteRows: 10,
      windowBits: 9,
      crowd: 1,
    });
  });

  describe("on several threads", () => {
    let teams: Team[];
    beforeAll(async () => {
      teams = await Promise.all([2, 4].map(testTeam));
    });

    it("are the same", () => {
      const regimes = { blockRows: 30, byteRows: 10, windowBits: 4, crowd: 1 };
      const shapes = [
        { classes: 2, missing: false, numbersOnly: true },
        ...[2, 4, 0].map((classes) => ({ classes, missing: true })),
      ];
      for (const team of teams)
        for (const shape of shapes) {
          const tables = fc.sample(forestTables({ ...shape, rows: 120 }), {
            numRuns: 3,
            seed: 3,
          });
          for (const made of tables) {
            const members = forestMembers(20, made.table.rows);
            check({ ...made, members }, { ...cuts[cut], attributesPerNode: 2 }, team, regimes);
          }
        }
    });
  });
});
