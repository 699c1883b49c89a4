import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { prepare } from "../../src/engine/problem.js";
import type { ForestMember } from "../../src/kernels/drivers/forest/rules.js";
import { SoloTeam, type Team } from "../../src/kernels/team.js";
import { membersOf } from "../../src/learn/ensemble/members.js";
import { checkOptions } from "../../src/learn/options.js";
import type { TreeOptions } from "../../src/learn/treeOptions.js";
import { makeTable, type Table } from "../../src/table/table.js";
import { few, mirrored, randomTable } from "../../src/testing/randomTable.js";
import { checkFigures, checkLandings, generalForest, keepAll } from "../forestFigures.js";
import { arbitraryTable } from "../kit/arbitraryTable.js";
import { draws, fullCart, itHolds, numeric } from "../kit/index.js";
import { inTurn } from "../kit/inTurn.js";
import { forestMembers, withoutRepeats } from "../kit/members.js";
import { roundedGains } from "../roundedGains.js";
import { testTeam } from "../testTeam.js";
import { FOREST_KERNELS, type ForestKernel } from "./forestKernels.js";

interface Forest {
  readonly table: Table;
  readonly weight?: string | undefined;
  readonly members: readonly ForestMember[];
}

/** What the kernel grows by these options, which it must know. */
function growerOf({ grower, by }: ForestKernel, { table, weight }: Omit<Forest, "members">, options: object) {
  const problem = prepare(table, { target: "y", ...(weight && { weight }) });
  const checked = checkOptions(fullCart, { ...by, ...options }) as TreeOptions;
  return { problem, checked, grow: grower(problem, checked)! };
}

/** Trees, leaves, sums and figures are those of the general grower. */
function check(row: ForestKernel, forest: Forest, options: object, team: Team, sizes: object): void {
  const { problem, checked, grow } = growerOf(row, forest, options);
  expect(grow).toBeDefined();
  const { members } = forest;
  const fast = keepAll(grow(members, team, { unseen: true, sums: true, ...sizes }));
  const packs = generalForest(problem, checked, members);
  expect(fast.map(({ pack }) => pack)).toEqual(packs);
  checkLandings(problem, members, packs, fast);
  const outOfBag = problem.target.kind === "classes" && problem.weights === undefined;
  checkFigures(problem, members, keepAll(grow(members, team, { outOfBag, decrease: true, ...sizes })));
}

const forests = (tables: Parameters<typeof arbitraryTable>[0]) =>
  fc
    .tuple(arbitraryTable(tables), fc.integer({ min: 1, max: 4 }))
    .map(([{ table, weight, shape }, count]): Forest => {
      const members = forestMembers(count, table.rows, shape.seed);
      return { table, weight, members: weight ? withoutRepeats(members) : members };
    });

describe.each(FOREST_KERNELS)("the kernel $kernel grows the trees of the general grower", (row) => {
  const turn = FOREST_KERNELS.indexOf(row);
  const { properties, options, sizes, threaded, threadedTables, large } = row;
  const solo = new SoloTeam();

  for (const [what, { tables, runs }] of Object.entries(properties))
    itHolds(what, runs, [forests(tables), options(tables.classes[0]), sizes], (forest, given, size) =>
      check(row, forest, given, solo, size),
    );

  it("gains that are equal only after rounding", () => {
    const forest = { table: roundedGains(), members: [{ seed: 1 }] };
    for (const size of fc.sample(sizes, 4))
      check(row, forest, { tolerance: 0, attributesPerNode: "all" }, solo, size);
  });

  if (row.drawsRows)
    itHolds(
      "rows that the kernel draws",
      30,
      [
        arbitraryTable({ ...threadedTables[0], classes: [3], rows: [1, 80] }),
        fc.constantFrom(1, 0.3),
        fc.constantFrom(...threaded.options),
      ],
      ({ table }, sampleShare, given) => {
        const problem = prepare(table, { target: "y" });
        const members = membersOf(problem, { bootstrap: true, sampleShare }, 5, 0, 3);
        expect(members.every(({ limits }) => limits !== undefined)).toBe(true);
        check(row, { table, members }, given, solo, threaded.sizes);
      },
    );

  for (const tables of inTurn(large, turn))
    it(`many rows, ${tables.classes} classes`, () => {
      const [{ table }] = fc.sample(arbitraryTable(tables), { numRuns: 1, seed: 5 });
      const members = forestMembers(1, table.rows);
      const size = { regimes: { blockRows: 20, byteRows: 10, windowBits: 9, crowd: 1 } };
      check(row, { table, members }, { attributesPerNode: 2 }, solo, size);
    });

  describe("on several threads", () => {
    let teams: Team[];
    beforeAll(async () => {
      teams = await Promise.all([2, 4].map(testTeam));
    });

    it("the same trees", () => {
      for (const tables of threadedTables)
        for (const { table } of fc.sample(arbitraryTable(tables), { ...draws(5), seed: 3 }))
          for (const given of threaded.options)
            for (const team of teams)
              check(row, { table, members: forestMembers(20, table.rows) }, given, team, threaded.sizes);
    });

    it("growth that is abandoned leaves the team and its memory unchanged", () => {
      const [team] = teams;
      const tables = { ...threadedTables[0], classes: [2], gaps: [0], rows: [60, 120] as const };
      const [{ table }] = fc.sample(arbitraryTable(tables), { numRuns: 1, seed: 3 });
      const { grow } = growerOf(row, { table }, {});
      const members = forestMembers(60, table.rows);
      const before = team.heap.mark();
      // From the second batch on the other thread is at work while trees are taken.
      let taken = 0;
      for (const _ of grow(members, team, {})) if (++taken === 20) break;
      expect(team.heap.mark()).toBe(before);
      expect([...grow(members, team, {})]).toHaveLength(60);
    });
  });
});

it.each([32, 64, 128])("extraTrees has room for as many answers as there are rows: %i", (rows) => {
  const attributes = { x: few(rows), z: mirrored("x") };
  const { columns } = randomTable({ rows, seed: 1, attributes, classes: 0 });
  const y = numeric(
    "y",
    Array.from({ length: rows }, (_, row) => row),
  );
  const table = makeTable([...columns.slice(0, -1), y]);
  const row = FOREST_KERNELS.find(({ kernel }) => kernel === "extraTrees")!;
  const members = [{ seed: 3 }, { seed: 4 }];
  check(row, { table, members }, { attributesPerNode: "all" }, new SoloTeam(), { shrink: 2 });
});
