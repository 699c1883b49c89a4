import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { branchOf, type Test } from "../../src/model/test.js";
import { isSplit, type SplitNode, type TreeModel } from "../../src/model/tree.js";
import { type Cells, cellsOf } from "../../src/predict/cells.js";
import { answersOf, describeShared, expectedOf, sharedSet, truthOf } from "../shared.js";
import { type RpartFile, type RpartSplit, withSomethingKnown } from "./rpartTree.js";

interface Found {
  /** Nodes with the same test and the same rows in both trees. */
  same: number;
  surrogates: number;
  ties: number;
  readonly faults: string[];
}

/** Walks both trees as long as their tests split the same rows the same way, and compares the surrogates. */
function compare(model: TreeModel, cells: readonly Cells[], rpart: RpartFile): Found {
  const found: Found = { same: 0, surrogates: 0, ties: 0, faults: [] };
  const stack = [{ at: 0, node: 1 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { at, node } = next;
    const ours = model.nodes[at];
    const primary = rpart.splits.find((split) => split.node === node && split.role === "primary");
    const frame = rpart.frame.find((row) => row.node === node)!;
    if (ours.weight !== frame.n) {
      found.faults.push(`rpart node ${node}: ${frame.n} rows, here ${ours.weight}`);
      continue;
    }
    if (!isSplit(ours) || primary === undefined) continue;
    const alike = orientation(ours, primary, model, cells, rpart);
    if (alike === undefined) {
      found.ties++;
      continue;
    }
    found.same++;
    found.surrogates += compareSurrogates(ours, node, model, rpart, found.faults);
    // If both sides have equal weight, rpart stops rows without a surrogate at the node; here they continue.
    if (rowsAt(2 * node, rpart) + rowsAt(2 * node + 1, rpart) < frame.n) continue;
    const [left, right] = alike ? [0, 1] : [1, 0];
    stack.push({ at: ours.branches[left], node: 2 * node }, { at: ours.branches[right], node: 2 * node + 1 });
  }
  return found;
}

function rowsAt(node: number, { frame }: RpartFile): number {
  return frame.find((row) => row.node === node)!.n;
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
  let alike: boolean | undefined;
  for (const cell of cells[test.attribute]) {
    const branch = branchOf(test as Test, cell);
    if (branch < 0 || Number.isNaN(cell) || sideOf(cell) === 2) continue;
    const agrees = (branch === 0) === (sideOf(cell) === 1);
    if (alike !== undefined && agrees !== alike) return undefined;
    alike = agrees;
  }
  return alike;
}

function compareSurrogates(
  { missing, competitors, weight }: SplitNode,
  node: number,
  { attributes }: TreeModel,
  { splits }: RpartFile,
  faults: string[],
): number {
  const theirs = splits
    .filter((split) => split.node === node && split.role === "surrogate")
    .map((split) => `${split.var} ${split.improve.toFixed(9)} ${split.adj.toFixed(9)}`);
  const ours =
    missing.kind !== "surrogates"
      ? []
      : missing.surrogates.map(
          ({ test, agreement, adjusted }) =>
            `${attributes[test.attribute].name} ${agreement.toFixed(9)} ${adjusted.toFixed(9)}`,
        );
  const rivals = splits
    .filter((split) => split.node === node && split.role === "competitor")
    .map((split) => split.improve.toFixed(9));
  const kept = competitors?.map(({ gain }) => (gain * weight).toFixed(9)) ?? [];
  if (kept.join("; ") !== rivals.join("; ")) {
    faults.push(`rpart node ${node}: competitors ${rivals.join("; ")}, here ${kept.join("; ")}`);
  }
  if (ours.join("; ") !== theirs.join("; ")) {
    faults.push(`rpart node ${node}: ${theirs.join("; ")}, here ${ours.join("; ")}`);
  }
  return theirs.length;
}

const FULL = {
  prune: "none",
  missing: "surrogate",
  association: "rpart",
  maxDepth: 30,
  zeroGain: false,
  competitors: 4,
};

describeShared("surrogates against rpart, grown full", () => {
  /** Nodes with the same test in both trees, and rpart's surrogates there: the others are below ties. */
  const compared: Record<string, [nodes: number, surrogates: number]> = {
    kyphosis: [11, 7],
    stagec: [24, 25],
    labor: [5, 1],
    "horse-colic": [26, 20],
    vote: [30, 19],
  };

  it.each(Object.keys(compared))("%s: the same surrogates, agreements and competitors", async (name) => {
    const rpart = expectedOf<RpartFile>(name, "rpart-full")!;
    const { table: whole, target } = await sharedSet(name);
    const table = withSomethingKnown(whole, target);
    const model = fitTable(table, { target, learner: "cart", options: FULL });
    const found = compare(model, cellsOf(model, table).cells, rpart);
    expect(found.faults).toEqual([]);
    expect([found.same, found.surrogates]).toEqual(compared[name]);
    const truth = truthOf({ name, table, target });
    const right = answersOf(model, table).filter((label, row) => label === truth[row]).length;
    expect(right / table.rows).toBeCloseTo(rpart.trainAccuracy, 2);
  });

  it.each(["kyphosis", "stagec"])("%s: surrogatestyle=1 is adjustedKnown", async (name) => {
    const rpart = expectedOf<RpartFile>(name, "rpart-surstyle1")!;
    const { table, target } = await sharedSet(name);
    const small = { minSplit: 20, minLeaf: 7, prune: "none" };
    const options = { ...FULL, ...small, association: "adjustedKnown" };
    const model = fitTable(table, { target, learner: "cart", options });
    const found = compare(model, cellsOf(model, table).cells, rpart);
    expect(found.faults).toEqual([]);
    expect(found.surrogates).toBeGreaterThan(0);
  });
});
