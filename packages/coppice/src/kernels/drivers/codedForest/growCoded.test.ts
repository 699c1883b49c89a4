import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type CodedShape, codedTables } from "../../../../test/codedTables.js";
import { checkFigures, checkLandings } from "../../../../test/forestFigures.js";
import { type ForestTable, forestMembers } from "../../../../test/forestTables.js";
import { fullCart } from "../../../../test/fullCart.js";
import { generalForest } from "../../../../test/generalForest.js";
import { keepAll } from "../../../../test/keepAll.js";
import { roundedGains } from "../../../../test/roundedGains.js";
import { scoreOptions } from "../../../../test/scoreOptions.js";
import { testTeam } from "../../../../test/testTeam.js";
import { prepare } from "../../../engine/problem.js";
import { codedForestRules } from "../../../learn/ensemble/codedForestRules.js";
import { membersOf } from "../../../learn/ensemble/members.js";
import { checkOptions } from "../../../learn/options.js";
import type { TreeOptions } from "../../../learn/treeOptions.js";
import { SoloTeam, type Team } from "../../team.js";
import { growCoded } from "./growCoded.js";

function check(
  { table, members }: ForestTable,
  options: Record<string, unknown>,
  team: Team,
  blockRows: number,
): void {
  const weighted = table.columns.some(({ name }) => name === "w");
  const problem = prepare(table, { target: "y", ...(weighted && { weight: "w" }) });
  const checked = checkOptions(fullCart, options) as TreeOptions;
  const rules = codedForestRules(checked, problem);
  expect(rules).toBeDefined();
  const fast = keepAll(growCoded(problem, rules!, members, team, { blockRows, unseen: true, sums: true }));
  const packs = generalForest(problem, checked, members);
  expect(fast.map(({ pack }) => pack)).toEqual(packs);
  checkLandings(problem, members, packs, fast);
  const outOfBag = problem.target.kind === "classes" && problem.weights === undefined;
  const told = growCoded(problem, rules!, members, team, { blockRows, outOfBag, decrease: true });
  checkFigures(problem, members, keepAll(told));
}

const blockRows = fc.constantFrom(0, 3, 10, 256);
const optionsFor = (classes: number) =>
  fc
    .record(
      {
        scores: scoreOptions(classes, ["n1", "x2"]),
        attributesPerNode: fc.constantFrom(1, 2, 3, "all"),
        minLeaf: fc.constantFrom(1, 2, 5),
        maxLeaves: fc.constantFrom(1, 2, 3, 6, 15, 60),
        maxDepth: fc.constantFrom(1, 3, 100),
        zeroGain: fc.boolean(),
        minSplit: fc.constantFrom(2, 7),
        maxExhaustive: fc.constantFrom(2, 4, 10),
        tolerance: fc.constantFrom(...(classes > 0 ? [0] : []), 1e-10, 1e-3, 0.1),
      },
      { requiredKeys: ["attributesPerNode"] },
    )
    .map(({ scores, ...rest }) => ({ ...rest, ...scores }));

const shapes: Record<string, CodedShape> = {
  "two classes": { classes: 2 },
  "two classes, many levels": { classes: 2, rows: 400, levels: 300 },
  "two classes, levels that fill two words": { classes: 2, rows: 300, levels: 64 },
  "two classes, integer weights": { classes: 2, rows: 80, weights: "integers" },
  "two classes, fractional weights": { classes: 2, rows: 80, weights: "fractions" },
  "three classes": { classes: 3 },
  "five classes": { classes: 5, rows: 120 },
  "five classes, many levels": { classes: 5, rows: 400, levels: 300 },
  "three classes, integer weights": { classes: 3, rows: 80, weights: "integers" },
  "three classes, fractional weights": { classes: 3, rows: 80, weights: "fractions" },
  "as many classes as rows": { classes: 60, rows: 90, levels: 60 },
  "a numeric target": { classes: 0 },
  "a numeric target, many levels": { classes: 0, rows: 400, levels: 300 },
  "a numeric target, integer weights": { classes: 0, rows: 80, weights: "integers" },
  "a numeric target, fractional weights": { classes: 0, rows: 80, weights: "fractions" },
};

describe("trees over codes", () => {
  it.each(Object.entries(shapes))("are those of the general grower: %s", (_, shape) => {
    const team = new SoloTeam();
    const numRuns = (shape.rows ?? 0) > 100 ? 25 : 60;
    fc.assert(
      fc.property(codedTables(shape), optionsFor(shape.classes), blockRows, (made, options, rows) =>
        check(made, options, team, rows),
      ),
      { numRuns },
    );
  });

  it("are the same if the kernel draws the rows", () => {
    const team = new SoloTeam();
    fc.assert(
      fc.property(codedTables({ classes: 3, rows: 80 }), fc.constantFrom(1, 0.3), (made, sampleShare) => {
        const problem = prepare(made.table, { target: "y" });
        const members = membersOf(problem, { bootstrap: true, sampleShare }, 5, 0, 3);
        expect(members.every(({ limits }) => limits !== undefined)).toBe(true);
        check({ ...made, members }, { attributesPerNode: 2 }, team, 256);
      }),
      { numRuns: 30 },
    );
  });

  it("are the same if gains are equal only after rounding", () => {
    const made = { table: roundedGains(), members: [{ seed: 1 }] };
    for (const rows of [0, 256])
      check(made, { tolerance: 0, attributesPerNode: "all" }, new SoloTeam(), rows);
  });

  describe("on several threads", () => {
    let teams: Team[];
    beforeAll(async () => {
      teams = await Promise.all([2, 4].map(testTeam));
    });

    it("are the same", () => {
      for (const team of teams)
        for (const shape of [{ classes: 2 }, { classes: 4 }, { classes: 0 }]) {
          const tables = fc.sample(codedTables({ ...shape, rows: 120 }), { numRuns: 3, seed: 3 });
          for (const made of tables) {
            const members = forestMembers(20, made.table.rows);
            for (const more of [{}, { scaled: true }, { maxLeaves: 9 }])
              check({ ...made, members }, { attributesPerNode: 2, ...more }, team, 30);
          }
        }
    });
  });
});
