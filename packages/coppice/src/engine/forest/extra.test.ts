import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type ForestTable, forestMembers, forestTables } from "../../../test/forestTables.js";
import { fullCart } from "../../../test/fullCart.js";
import { generalForest } from "../../../test/generalForest.js";
import { testTeam } from "../../../test/testTeam.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import { forestRules } from "../../learn/ensemble/forestRules.js";
import { checkOptions } from "../../learn/options.js";
import type { TreeOptions } from "../../learn/treeOptions.js";
import { prepare } from "../problem.js";
import { growForest } from "./growForest.js";
import type { Regimes } from "./rules.js";

const extra = (options: Record<string, unknown>) =>
  checkOptions(fullCart, { numeric: "random", nominal: "random", ...options }) as TreeOptions;

function check(
  { table, members }: ForestTable,
  options: Record<string, unknown>,
  team: Team,
  regimes: Regimes,
): void {
  const problem = prepare(table, { target: "y" });
  const checked = extra(options);
  const rules = forestRules(checked, problem);
  expect(rules).toBeDefined();
  const fast = [...growForest(problem, rules!, members, team, regimes)];
  expect(fast).toEqual(generalForest(problem, checked, members));
}

const regimes = fc.record({ blockRows: fc.constantFrom(0, 3, 10, 4096), byteRows: fc.constant(127) });
const options = fc.record(
  {
    attributesPerNode: fc.constantFrom(1, 2, 3, "all"),
    minLeaf: fc.constantFrom(1, 2, 5),
    maxDepth: fc.constantFrom(1, 3, 100),
    zeroGain: fc.boolean(),
    minSplit: fc.constantFrom(2, 7),
  },
  { requiredKeys: ["attributesPerNode"] },
);

describe("extra-trees by kernel", () => {
  it.each([
    ["two classes", { classes: 2, missing: false }],
    ["two classes, missing cells", { classes: 2, missing: true }],
    ["many classes, missing cells", { classes: 5, missing: true }],
    ["a numeric target, missing cells", { classes: 0, missing: true }],
  ] as const)("are those of the general grower: %s", (_, shape) => {
    const team = new SoloTeam();
    fc.assert(
      fc.property(forestTables(shape), options, regimes, (made, chosen, sizes) =>
        check(made, chosen, team, sizes),
      ),
      { numRuns: 150 },
    );
  });

  describe("on several threads", () => {
    let teams: Team[];
    beforeAll(async () => {
      teams = await Promise.all([2, 4].map(testTeam));
    });

    it("are the same", () => {
      for (const team of teams)
        for (const classes of [2, 4, 0])
          for (const made of fc.sample(forestTables({ classes, missing: true, rows: 120 }), {
            numRuns: 4,
            seed: 3,
          }))
            check({ ...made, members: forestMembers(20, made.table.rows) }, { attributesPerNode: 2 }, team, {
              blockRows: 30,
              byteRows: 127,
            });
    });
  });
});
