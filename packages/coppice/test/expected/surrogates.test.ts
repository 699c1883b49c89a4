import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { branchOf } from "../../src/model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../src/model/tree.js";
import { type Cells, cellsOf } from "../../src/predict/cells.js";
import { answersOf, describeShared, expectedOf, sharedSet, truthOf } from "../shared.js";
import { type RpartFile, type RpartSplit, withSomethingKnown } from "./rpartTree.js";

/** Walks both trees as long as their tests split the same rows the same way, and compares the surrogates. */
function compare(model: TreeModel, cells: readonly Cells[], rpart: RpartFile) {
  const found = { same: 0, surrogates: 0, faults: [] as string[] };
  const rowsAt = (node: number) => rpart.frame.find((row) => row.node === node)!.n;
  const visit = (at: number, node: number): void => {
    const ours = model.nodes[at];
    const primary = rpart.splits.find((split) => split.node === node && split.role === "primary");
    if (ours.weight !== rowsAt(node))
      return void found.faults.push(`rpart node ${node}: ${rowsAt(node)} rows, here ${ours.weight}`);
    const alike = isSplit(ours) && primary && orientation(ours, primary, model, cells, rpart);
    if (!isSplit(ours) || alike === undefined) return;
    found.same++;
    found.surrogates += compareSurrogates(ours, node, model, rpart, found.faults);
    // If both sides have equal weight, rpart stops rows without a surrogate at the node; here they continue.
    if (rowsAt(2 * node) + rowsAt(2 * node + 1) < rowsAt(node)) return;
    visit(ours.branches[alike ? 0 : 1], 2 * node);
    visit(ours.branches[alike ? 1 : 0], 2 * node + 1);
  };
  visit(0, 1);
  return found;
}

/** Whether our branch 0 is rpart's left; undefined if the tests differ on some row of the table. */
function orientation(
  { test }: SplitNode,
  split: RpartSplit,
  { attributes }: TreeModel,
  cells: readonly Cells[],
  { csplit, xlevels }: RpartFile,
): boolean | undefined {
  const { name, levels = [] } = attributes[test.attribute];
  if (name !== split.var) return undefined;
  /** 1 to the left, 3 to the right, 2 if the level is at no row of the node. */
  const sideOf = (cell: number) =>
    split.ncat < 2
      ? cell < split.index === split.ncat < 0
        ? 1
        : 3
      : csplit![split.index - 1][xlevels![name].indexOf(levels[cell])];
  const known = Array.from(cells[test.attribute]).filter(
    (cell) => !Number.isNaN(cell) && branchOf(test, cell) >= 0 && sideOf(cell) !== 2,
  );
  const agreements = new Set(known.map((cell) => (branchOf(test, cell) === 0) === (sideOf(cell) === 1)));
  return agreements.size === 1 ? [...agreements][0] : undefined;
}

/** How many surrogates rpart has at a node; what differs is added to the faults. */
function compareSurrogates(
  { missing, competitors = [], weight }: SplitNode,
  node: number,
  { attributes }: TreeModel,
  { splits }: RpartFile,
  faults: string[],
): number {
  const digits = (...numbers: number[]) => numbers.map((x) => x.toFixed(9)).join(" ");
  const theirs = (role: RpartSplit["role"]) =>
    splits.filter((split) => split.node === node && split.role === role);
  const surrogates = theirs("surrogate").map((split) => `${split.var} ${digits(split.improve, split.adj)}`);
  const ours = missing.kind === "surrogates" ? missing.surrogates : [];
  for (const [wanted, found] of [
    [
      theirs("competitor").map(({ improve }) => digits(improve)),
      competitors.map(({ gain }) => digits(gain * weight)),
    ],
    [
      surrogates,
      ours.map((one) => `${attributes[one.test.attribute].name} ${digits(one.agreement, one.adjusted)}`),
    ],
  ])
    if (found.join("; ") !== wanted.join("; "))
      faults.push(`rpart node ${node}: ${wanted.join("; ")}, here ${found.join("; ")}`);
  return surrogates.length;
}

/** The tree, compared with rpart's of a file. */
async function compared(name: string, file: string, more: object) {
  const rpart = expectedOf<RpartFile>(name, file)!;
  const { table: whole, target } = await sharedSet(name);
  const table = withSomethingKnown(whole, target);
  const surrogates = { missing: "surrogate", association: "rpart", competitors: 4, ...more };
  const options = { prune: "none", maxDepth: 30, zeroGain: false, ...surrogates };
  const model = fitTable(table, { target, learner: "cart", options });
  const truth = truthOf({ name, table, target });
  const right = answersOf(model, table).filter((label, row) => label === truth[row]).length;
  return { rpart, accuracy: right / table.rows, ...compare(model, cellsOf(model, table).cells, rpart) };
}

describeShared("surrogates against rpart, grown full", () => {
  // Nodes with the same test in both trees, and rpart's surrogates there: the others are below ties.
  it.each([
    ["kyphosis", 11, 7],
    ["stagec", 24, 25],
    ["labor", 5, 1],
    ["horse-colic", 26, 20],
    ["vote", 30, 19],
  ])("%s: the same surrogates, agreements and competitors", async (name, same, surrogates) => {
    const found = await compared(name, "rpart-full", {});
    expect(found).toMatchObject({ faults: [], same, surrogates });
    expect(found.accuracy).toBeCloseTo(found.rpart.trainAccuracy, 2);
  });

  it.each(["kyphosis", "stagec"])("%s: surrogatestyle=1 is adjustedKnown", async (name) => {
    const options = { minSplit: 20, minLeaf: 7, association: "adjustedKnown" };
    const found = await compared(name, "rpart-surstyle1", options);
    expect(found.faults).toEqual([]);
    expect(found.surrogates).toBeGreaterThan(0);
  });
});
