import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { type Random, random } from "../../base/random.js";
import type { TreeModel, TreeNode } from "../../model/tree.js";
import { readyTree } from "../predictTree.js";
import { answersOf, walkedTree } from "../treeAnswers.js";
import { gateAnswers } from "./gateAnswers.js";

const ATTRIBUTES = 4;

/** Gates on any attribute, often the same one twice; some so steep that shares underflow. */
function randomTree(rng: Random, classes: number): TreeModel {
  const nodes: TreeNode[] = [];
  const facts = () =>
    classes > 0
      ? {
          weight: 1,
          counts: Array.from({ length: classes }, () => 1 + rng.below(5)),
          label: rng.below(classes),
        }
      : { weight: 1, value: rng.normal(), error: 0 };
  const grow = (depth: number): number => {
    const index = nodes.length;
    nodes.push(facts());
    if (index > 0 && (depth === 0 || rng.below(4) === 0)) return index;
    const branches = [grow(depth - 1), grow(depth - 1)];
    const slope = Math.abs(rng.normal()) * (rng.below(3) === 0 ? 400 : 2) + 1e-3;
    const test = { kind: "gate", attribute: rng.below(ATTRIBUTES), threshold: rng.normal(), slope } as const;
    nodes[index] = { ...nodes[index], test, branches, missing: { kind: "branch", to: 0 }, gain: 0 };
    return index;
  };
  grow(4);
  return {
    ...{ format: "coppice-tree", version: 2, learner: "softTree", options: {}, nodes },
    task: classes > 0 ? "classification" : "regression",
    target:
      classes > 0
        ? { name: "y", type: "nominal", levels: Array.from({ length: classes }, (_, k) => `c${k}`) }
        : { name: "y", type: "numeric" },
    attributes: Array.from({ length: ATTRIBUTES }, (_, a) => ({ name: `x${a}`, type: "numeric" as const })),
    training: { rows: 1, weight: 1, seed: 1 },
  };
}

describe("gateAnswers", () => {
  it.each([0, 2, 5])("gives the bits of the walk, by kernel: %i classes", (classes) => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 500, max: 9000 }), (seed, rows) => {
        const rng = random(seed);
        const model = randomTree(rng, classes);
        const cells = Array.from({ length: ATTRIBUTES }, () =>
          Float64Array.from({ length: rows }, () => (rng.below(50) === 0 ? Number.NaN : 2 * rng.normal())),
        );
        expect(answersOf(readyTree(model), cells, rows)).toEqual(answersOf(walkedTree(model), cells, rows));
      }),
      draws(15),
    );
  });

  it("leaves trees with other tests, and few rows, to the walk", () => {
    const model = randomTree(random(1), 2);
    const answers = new Float64Array(2 * model.nodes.length);
    expect(gateAnswers(model, answers)!([], 10)).toBeUndefined();
    const root = { ...model.nodes[0], test: { kind: "threshold", attribute: 0, threshold: 1 } } as TreeNode;
    expect(gateAnswers({ nodes: [root, ...model.nodes.slice(1)] }, answers)).toBeUndefined();
  });
});
