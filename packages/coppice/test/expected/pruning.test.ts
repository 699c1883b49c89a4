import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { type PruningSequence, pruneAt, pruningSequence } from "../../src/learn/prune/costComplexity.js";
import { type ClassFacts, isSplit, type TreeModel, type TreeNode } from "../../src/model/tree.js";
import { describeShared, expectedOf, setsWith, sharedSet, words } from "../shared.js";
import { COSTS, type RpartFile, withSomethingKnown } from "./rpartTree.js";

/** CP, nsplit and rel error. Where rounding separates equal CPs, rpart prints a row for each: at the first, all are pruned. */
function rpartTable({ cptable }: RpartFile): number[][] {
  const rows = cptable.rows.map((row) => row.slice(0, 3));
  return rows.filter(([cp], i) => i === 0 || rows[i - 1][0] - cp > 1e-9);
}

function ourTable(rows: PruningSequence["rows"]): number[][] {
  const table = rows.map(({ alpha, splits, error }) => [alpha, splits, error]);
  return table.filter(([alpha], i) => i === 0 || table[i - 1][0] - alpha > 1e-9);
}

function expectTable(ours: number[][], theirs: number[][]): void {
  expect(ours.length).toBe(theirs.length);
  ours.forEach((row, i) => {
    row.forEach((x, k) => {
      expect(Math.abs(x - theirs[i][k]), `row ${i}: ${row} and ${theirs[i]}`).toBeLessThan(1e-6);
    });
  });
}

/** rpart's own tree as a model with rpart's node costs: only the recursion is compared. */
function modelOfFrame({ frame }: RpartFile): TreeModel {
  const place = new Map(frame.map(({ node }, i) => [node, i]));
  const test = { kind: "threshold", attribute: 0, threshold: 0 } as const;
  const missing = { kind: "branch", to: 0 } as const;
  const nodes = frame.map(({ node, var: name, dev }): TreeNode => {
    const facts = { weight: 1, value: 0, error: dev };
    const branches = [place.get(2 * node)!, place.get(2 * node + 1)!];
    return name === "<leaf>" ? facts : { ...facts, test, branches, missing, gain: 0 };
  });
  const [target, attribute] = ["y", "x"].map((name) => ({ name, type: "numeric" }) as const);
  const training = { rows: 1, weight: 1, seed: 1 };
  const head = { format: "coppice-tree", version: 2, learner: "rpart", options: {}, training } as const;
  return { ...head, task: "regression", target, attributes: [attribute], nodes };
}

/**
 * In abalone's 2372 splits a child and its parent have the same alpha twice, and the last bit decides which is pruned
 * first; the file's 15 digits do not have that bit. After that one row of 764 differs.
 */
const NOISE = new Set(["abalone"]);

describeShared("table=rpart against rpart's own trees", () => {
  it.each(["rpart-full", "rpart-default"])("%s: CP, nsplit and rel error on every set", (file) => {
    expect(setsWith(file).length).toBeGreaterThan(30);
    for (const name of setsWith(file)) {
      if (file === "rpart-full" && NOISE.has(name)) continue;
      const reference = expectedOf<RpartFile>(name, file)!;
      const model = modelOfFrame(reference);
      const { rows } = pruningSequence(model, { table: "rpart", least: reference.control.cp });
      expectTable(ourTable(rows), rpartTable(reference));
    }
  });
});

/** With missing values growth needs rpart's surrogates, found as rpart finds them. */
const MISSING = words(`
  labor stagec breast-cancer heart-c horse-colic vote titanic
  hypothyroid mushroom car-test-frame cu-summary auto-mpg
`);
/** Here splits with exactly equal gain lead to full trees of other sizes: rpart.test.ts finds no other difference. */
const TIES = new Set(["nursery", "solder", "winequality-red", "abalone"]);
/** Here rpart stops rows at a node: see the test below. */
const STOPPED_ROWS = new Set(["titanic", "vote"]);

function likeRpart(name: string, { control }: RpartFile): Record<string, unknown> {
  const { minsplit: minSplit, minbucket: minLeaf } = control;
  const surrogates = MISSING.includes(name) && { missing: "surrogate", association: "rpart" };
  return { minSplit, minLeaf, maxDepth: 30, zeroGain: false, ...surrogates };
}

const prunedLikeRpart = (name: string, reference: RpartFile) => ({
  ...likeRpart(name, reference),
  ...{ prune: "costComplexity", table: "rpart", alpha: reference.control.cp },
});

/**
 * If no surrogate applies to a row and both branches have the same weight, rpart stops it at the node: it is in neither
 * branch. Here it goes down the first. The nodes of rpart's tree where ours first differs, with the fate of their rows in
 * rpart.
 */
function partings(model: TreeModel, { frame, yval2 }: RpartFile): { behind: number; other: number } {
  const place = new Map(frame.map(({ node }, i) => [node, i]));
  const countsOf = (node: number) => yval2![place.get(node)!].slice(1, 3).join();
  const found = { behind: 0, other: 0 };
  const compare = (at: number, node: number): void => {
    const ours = model.nodes[at];
    // Splits without gain are not in rpart's tree: it is pruned at alpha 0.
    if (!isSplit(ours) || frame[place.get(node)!].var === "<leaf>") return;
    const sides = ours.branches.map((branch) => (model.nodes[branch] as ClassFacts).counts.join());
    const theirs = [countsOf(2 * node), countsOf(2 * node + 1)];
    const straight = sides[0] === theirs[0] && sides[1] === theirs[1];
    if (straight || (sides[0] === theirs[1] && sides[1] === theirs[0])) {
      ours.branches.forEach((branch, b) => {
        compare(branch, 2 * node + (straight ? b : 1 - b));
      });
      return;
    }
    const weightOf = (of: number) => frame[place.get(of)!].n;
    if (weightOf(2 * node) + weightOf(2 * node + 1) < weightOf(node)) found.behind++;
    else found.other++;
  };
  compare(0, 1);
  return found;
}

describeShared("full trees of sets where rpart leaves rows behind", () => {
  it.each([...STOPPED_ROWS])("%s: ours differs only there", async (name) => {
    const reference = expectedOf<RpartFile>(name, "rpart-full")!;
    const { table, target } = await sharedSet(name);
    const options = { ...likeRpart(name, reference), prune: "none" };
    const model = fitTable(withSomethingKnown(table, target), { target, learner: "cart", options });
    expect(partings(model, reference)).toEqual({ behind: expect.toSatisfy((count) => count > 0), other: 0 });
  });
});

describeShared("cart pruned as rpart does", () => {
  for (const file of ["rpart-full", "rpart-default"]) {
    const sets = setsWith(file).filter(
      (name) => !(file === "rpart-full" && (TIES.has(name) || STOPPED_ROWS.has(name))),
    );
    it.each(sets)(`${file} %s: the same table`, async (name) => {
      const reference = expectedOf<RpartFile>(name, file)!;
      const { table, target } = await sharedSet(name);
      const options = prunedLikeRpart(name, reference);
      const model = fitTable(withSomethingKnown(table, target), { target, learner: "cart", options });
      expectTable(ourTable(model.pruning!), rpartTable(reference));
      expect(model.nodes.length).toBe(reference.frame.length);
    });
  }
});

describeShared("cart with priors and losses, pruned as rpart does", () => {
  const cases = ["kyphosis", "stagec"].flatMap((name) => Object.keys(COSTS).map((file) => ({ name, file })));
  it.each(cases)("$name $file: the same table", async ({ name, file }) => {
    const reference = expectedOf<RpartFile>(name, file)!;
    const { table, target } = await sharedSet(name);
    const surrogates = { missing: "surrogate", association: "rpart" };
    const options = { ...prunedLikeRpart(name, reference), ...surrogates, ...COSTS[file] };
    const model = fitTable(table, { target, learner: "cart", options });
    const theirs = rpartTable(reference);
    // A tree of one leaf has rpart's own cp in other files (weather-nominal), and 0 in kyphosis' loss2: only that differs.
    const ours = ourTable(model.pruning!).map((row) =>
      theirs.length === 1 ? [theirs[0][0], row[1], row[2]] : row,
    );
    expectTable(ours, theirs);
  });
});

interface SklearnFile {
  readonly trees: Record<string, { ccp_alphas: number[]; ccp_impurities: number[]; ccp_pruned: Pruned[] }>;
}

interface Pruned {
  readonly alpha: number;
  readonly n_leaves: number;
}

describeShared("cost-complexity pruning against scikit-learn's path", () => {
  const sets = ["iris", "wine", "glass", "kyphosis", "wdbc"];
  it.each(sets.flatMap((name) => [`${name} gini`, `${name} entropy`]))("%s", async (both) => {
    const [name, criterion] = both.split(" ");
    const reference = expectedOf<SklearnFile>(name, "sklearn-tree")!.trees[`${criterion}-depthNone`];
    const { table, target } = await sharedSet(name);
    const model = fitTable(table, { target, learner: "cart", options: { criterion, prune: "none" } });
    const sequence = pruningSequence(model, { measure: "impurity" });
    // Ours are relative to the root, the largest alpha first; theirs have a line for each of several equal links.
    const perRow = sequence.unit / model.training.weight;
    const alphas = sequence.rows.map(({ alpha }) => alpha * perRow).reverse();
    const impurities = sequence.costs.map((cost) => cost / model.training.weight).reverse();
    const last = (i: number) => !(reference.ccp_alphas[i + 1] - reference.ccp_alphas[i] < 1e-9);
    const theirs = [...reference.ccp_alphas.keys()].filter(last);
    expect(alphas.length).toBe(theirs.length);
    theirs.forEach((i, k) => {
      expect(Math.abs(alphas[k] - reference.ccp_alphas[i])).toBeLessThan(1e-9);
      expect(Math.abs(impurities[k] - reference.ccp_impurities[i])).toBeLessThan(1e-9);
    });
  });
});

describeShared("a chosen tree", () => {
  it("is the expected row of the table", async () => {
    const { table, target } = await sharedSet("pima-diabetes");
    const model = fitTable(table, { target, learner: "cart", options: { prune: "costComplexity" } });
    const full = fitTable(table, { target, learner: "cart", options: { prune: "none" } });
    const row = model.pruning!.find(({ splits }) => splits === model.nodes.filter(isSplit).length)!;
    expect(row.crossError).toBe(Math.min(...model.pruning!.map(({ crossError }) => crossError!)));
    expect(pruneAt(full, pruningSequence(full), row.alpha).nodes).toEqual(model.nodes);
  });
});
