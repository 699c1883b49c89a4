import { expect, it } from "vitest";
import { pruningSequence } from "../../src/learn/prune/costComplexity.js";
import { type ClassFacts, isSplit, sizeOf, type TreeModel } from "../../src/model/tree.js";
import { dudaExample2, ticTacToe } from "../../src/synthetic/index.js";
import { fitTree } from "../fitTree.js";

/*
 * What other tools print of tables that this project has: 958 endings of tic-tac-toe, and ten points of Duda.
 * The tables that only developers have are compared with in the other files of this folder.
 */

// weka 3.6.14: java weka.classifiers.trees.J48 -t table.arff, with these flags: "Number of Leaves", "Size of the tree", errors
it.each([
  ["-C 0.25 -M 2", {}, { leaves: 95, nodes: 142 }, 60],
  ["-S -C 0.25 -M 2", { raising: false }, { leaves: 111, nodes: 166 }, 56],
  ["-U -M 2", { prune: "none" }, { leaves: 139, nodes: 208 }, 42],
  ["-U -M 1", { prune: "none", minLeaf: 1 }, { leaves: 245, nodes: 367 }, 0],
])("c45 has the leaves, the nodes and the errors of J48 on tic-tac-toe: %s", (_, options, size, errors) => {
  const model = learned("c45", { threshold: "value", ...options });
  expect(sizeOf(model)).toMatchObject(size);
  expect(errorsOf(leavesOf(model))).toBe(errors);
});

const learned = (learner: string, options: object, table = ticTacToe()) =>
  fitTree(table, { target: table.columns.at(-1)!.name, learner, options: { ...options } });

/** The leaves with rows. */
const leavesOf = ({ nodes }: TreeModel) =>
  nodes.filter((node) => !isSplit(node) && node.weight > 0) as ClassFacts[];

/** The weight of rows of another class than their leaf's. */
const errorsOf = (leaves: readonly ClassFacts[]) =>
  leaves.reduce((sum, { weight, counts, label }) => sum + weight - counts[label], 0);

const FULL = { maxDepth: 30, zeroGain: false };
const RPART = { ...FULL, prune: "costComplexity", table: "rpart" };

// rpart 4.1.19: printcp(rpart(class ~ ., data, method = "class", control = rpart.control(…))): CP, nsplit, rel error
it.each([
  [
    "xval=10",
    { minSplit: 20, minLeaf: 7, alpha: 0.01 },
    `0.132530 0 1.00000, 0.052711 1 0.86747, 0.039157 5 0.65663, 0.033133 6 0.61747, 0.030120 11 0.42771,
     0.024096 16 0.25602, 0.018072 17 0.23193, 0.012048 18 0.21386, 0.010000 19 0.20181`,
  ],
  [
    "cp=0, minsplit=2, minbucket=1",
    { minSplit: 2, minLeaf: 1, alpha: 0 },
    `0.132530 0 1.00000, 0.052711 1 0.86747, 0.039157 5 0.65663, 0.033133 6 0.61747, 0.030120 11 0.42771,
     0.024096 16 0.25602, 0.018072 17 0.23193, 0.013554 18 0.21386, 0.010542 20 0.18675, 0.009036 22 0.16566,
     0.006024 27 0.12048, 0.004518 30 0.10241, 0.003012 36 0.07530, 0.002151 45 0.04819, 0.002008 55 0.02410,
     0.001506 58 0.01807, 0.001004 66 0.00602, 0.000000 72 0.00000`,
  ],
])("cart has the table of rpart, on tic-tac-toe: %s", (_, options, printed) => {
  const model = learned("cart", { ...RPART, ...options });
  const rows = model.pruning!.map(({ alpha, splits, error }) =>
    [alpha.toFixed(6), splits, error.toFixed(5)].join(" "),
  );
  expect(rows).toEqual(printed.split(/,\s+/));
});

it("cart has the tree of rpart, on tic-tac-toe: print(rpart(class ~ ., data)), n and loss of its leaves", () => {
  const options = { ...RPART, minSplit: 20, minLeaf: 7, alpha: 0.01 };
  const leaves = leavesOf(learned("cart", options));
  const printed =
    "14 5, 20 6, 21 2, 216 0, 27 0, 30 0, 30 0, 31 0, 32 5, 32 5, 33 0, 36 15, 37 12, 38 0, 42 0, 44 8, 50 9, 60 0, 72 0, 93 0";
  expect(leaves.map((leaf) => `${leaf.weight} ${errorsOf([leaf])}`).sort()).toEqual(printed.split(", "));
});

// rpart 4.1.19: summary(rpart(y ~ ., data, method = "class", parms = list(split = …), minsplit = 2, cp = 0, maxsurrogate = 5))
it.each([
  ["gini", ["x1 3.333333", "x2 2.142857", "x3 2.142857"], 1],
  ["entropy", ["x1 4.228105", "x2 2.743585", "x3 2.743585"], Math.LN2],
])(
  "cart has the improvements and surrogates of rpart at the root, on Duda's points: %s",
  (criterion, improve, unit) => {
    const surrogates = { missing: "surrogate", association: "rpart", competitors: 4 };
    const options = { ...FULL, prune: "none", ...surrogates, criterion };
    const model = learned("cart", options, dudaExample2());
    const { nodes, attributes } = model;
    const [root] = nodes;
    if (!isSplit(root) || root.missing.kind !== "surrogates") throw new Error("a test with surrogates");
    const named = (attribute: number, ...numbers: string[]) =>
      [attributes[attribute].name, ...numbers].join(" ");
    const gains = [{ test: root.test, gain: root.gain }, ...root.competitors!];
    // Of n rows, in nats.
    expect(gains.map(({ test, gain }) => named(test.attribute, (gain * 10 * unit).toFixed(6)))).toEqual(
      improve,
    );
    expect(
      root.missing.surrogates.map(({ test, agreement, adjusted }) =>
        named(test.attribute, agreement.toFixed(1), adjusted.toFixed(2)),
      ),
    ).toEqual(["x3 0.8 0.50", "x2 0.7 0.25"]);
    expect(leavesOf(model).map(({ counts }) => counts.join())).toEqual(
      expect.arrayContaining(["3,0", "2,0", "0,1", "0,4"]),
    );
    expect(nodes).toHaveLength(7);
  },
);

// scikit-learn 1.2.1: DecisionTreeClassifier(criterion=…, max_depth=3, random_state=0), a 0/1 column per level: the leaves' values
it.each(["gini", "entropy"])(
  "cart has the tree of scikit-learn at depth 3, on tic-tac-toe: %s",
  (criterion) => {
    const options = { criterion, maxDepth: 3, prune: "none", nominal: "oneHot" };
    const { nodes } = fitTree(ticTacToe(), { target: "class", learner: "cart", options });
    const leaves = nodes.filter((node) => !isSplit(node)) as ClassFacts[];
    const printed = "0 216, 25 50, 35 120, 39 61, 41 36, 56 37, 64 106, 72 0";
    expect(leaves.map(({ counts }) => counts.join(" ")).sort()).toEqual(printed.split(", "));
  },
);

// scikit-learn 1.2.1: DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y): ccp_alphas, the equal ones once
it("cart has the pruning path of scikit-learn, on tic-tac-toe", () => {
  const options = { prune: "none", nominal: "oneHot" };
  const model = learned("cart", options);
  const { rows, unit } = pruningSequence(model, { measure: "impurity" });
  const printed = `0, 0.000596480763, 0.000695894224, 0.000753449385, 0.000994134606, 0.001252609603, 0.001272492295,
    0.001366483204, 0.001565762004, 0.001661251249, 0.001826722338, 0.001855717931, 0.001971700302, 0.002087682672,
    0.002496209862, 0.002818371608, 0.00290985886, 0.00300684296, 0.004384133612, 0.00481848759, 0.005330549756,
    0.012436039134, 0.016479789644, 0.017681424083, 0.018622173295, 0.020046869431, 0.052364034104`;
  const alphas = rows.map(({ alpha }) => (alpha * unit) / 958).reverse();
  const wanted = printed.split(",").map(Number);
  expect(alphas).toHaveLength(wanted.length);
  alphas.forEach((alpha, i) => {
    expect(alpha).toBeCloseTo(wanted[i], 11);
  });
});
