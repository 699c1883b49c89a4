import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ratioTreeTuning } from "../../src/engine/memory/ratioTree.js";
import { ratioTreeSizes } from "../../src/kernels/drivers/ratioTree.js";
import { SoloTeam, type Team } from "../../src/kernels/team.js";
import { few, levels, type RandomTable } from "../../src/testing/randomTable.js";
import { checkTwin } from "../kernelTwin.js";
import { type ArbitraryTable, tableFrom } from "../kit/arbitraryTable.js";
import { draws, isDeep } from "../kit/index.js";
import { ratioShape } from "../kit/ratioTables.js";
import { testTeam } from "../testTeam.js";
import { drawn, restoreSizes, TREE_KERNELS, type TreeKernel, unpruned } from "./treeKernels.js";

let teams: Team[] = [];

beforeAll(async () => {
  teams = [new SoloTeam(), await testTeam(2), await testTeam(4)];
});

afterEach(restoreSizes);

/** What the kernel grew; its models are those from tallies, on every team. */
function check(row: TreeKernel, { table, weight }: ArbitraryTable, options: object, sizes?: object) {
  const request = { target: "y", learner: row.learner, options, ...(weight && { weight }) };
  return checkTwin(table, request as Parameters<typeof checkTwin>[1], teams, () => {
    row.force();
    row.resize(sizes);
  });
}

describe.each(TREE_KERNELS)(
  "the kernel $kernel grows the trees that tallies grow, on 1, 2 and 4 threads",
  (row) => {
    it.each(row.properties)("$what", (property) => {
      const { numRuns } = draws(property.runs);
      let grown = 0;
      fc.assert(
        fc.property(drawn(property), ([made, options, sizes]) => {
          const found = check(row, made, options, sizes);
          grown += found.subtrees;
          const isWhole = property.isWhole?.(made.shape, options);
          if (isWhole !== undefined) expect(found.trees).toBe(isWhole ? teams.length : 0);
        }),
        { numRuns },
      );
      expect(grown).toBeGreaterThanOrEqual(property.grown * numRuns * teams.length);
    });

    const cases = Object.entries(row.cases).filter(([, one]) => isDeep || !one.isDeep);
    it.each(cases)("%s", (_, { shape, options = {}, sizes }) => {
      expect(check(row, tableFrom(shape), options, sizes).trees).toBe(teams.length);
    });
  },
);

const [classTree, , , ratioTree, sortedLists] = TREE_KERNELS;
/** How many teams grow the tree by kernel. */
const grown = (row: TreeKernel, shape: RandomTable, options: object = {}) =>
  check(row, tableFrom(shape), options).trees;

describe("tables, options and memory that a kernel does not support are left to tallies", () => {
  const ofRatioTree = ratioShape(0, { rows: 200, seed: 9, classes: 3, gaps: 0.1 });
  const two = { rows: 100, seed: 1, classes: 2, attributes: { n: levels(4), x: few(9) }, signal: 0.8 };

  it("three levels, by classTree", () => {
    const attributes = { a: levels(3), b: levels(3), c: levels(3) };
    expect(grown(classTree, { rows: 900, seed: 1, classes: 3, attributes, signal: 0.5 })).toBe(0);
  });

  it("not the usual options, by ratioTree", () => {
    expect(grown(ratioTree, ofRatioTree)).toBe(teams.length);
  });

  it.each([
    ...["surrogate", "fraction", "level"].map((missing) => ({ missing })),
    ...[{ nominal: "subset" }, { competitors: 2 }, { maxLeaves: 5 }, { minGain: 0.01 }, { priors: "equal" }],
    ...[{ candidates: "boundaries" }, { attributesPerNode: 2 }, { significance: 0.05 }],
    { criterion: "gini", mdlCorrection: false },
  ])("%o, by ratioTree", (options) => expect(grown(ratioTree, ofRatioTree, options)).toBe(0));

  it.each([
    ...[{ nominal: "perLevel" }, { missing: "share" }, { scaled: true }, { minGain: 0.01 }],
    ...[{ maxLeaves: 5, order: "level" }, { criterion: "twoing" }],
  ])("%o, from sorted lists", (options) => {
    expect(check(sortedLists, tableFrom(two), options).subtrees).toBe(0);
  });

  it.each([
    { nodes: 20, entries: 1e5 },
    { nodes: 1e4, entries: 1200 },
  ])("more than $nodes nodes, $entries entries: ratioTree starts anew if there is memory", (room) => {
    const shape = ratioShape(0, { rows: 1000, seed: 8, classes: 3, gaps: 0.1 });
    ratioTreeTuning.room = room;
    expect(grown(ratioTree, shape, unpruned)).toBe(teams.length);
    ratioTreeSizes.mostBytes = 1;
    expect(grown(ratioTree, shape, unpruned)).toBe(0);
  });
});
