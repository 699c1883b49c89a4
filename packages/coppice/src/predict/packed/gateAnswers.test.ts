import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { type Random, random } from "../../base/random.js";
import type { TreeNode } from "../../model/tree.js";
import type { ColumnSchema } from "../../table/schema.js";
import { names } from "../../testing/columns.js";
import { randomTree } from "../../testing/randomTree.js";
import { readyTree } from "../predictTree.js";
import { answersOf, walkedTree } from "../treeAnswers.js";
import { gateAnswers } from "./gateAnswers.js";

const ATTRIBUTES: readonly ColumnSchema[] = names("x", 4).map((name) => ({ name, type: "numeric" }));

/** Gates on any attribute, often the same one twice; some so steep that shares underflow. */
const gated = (rng: Random, classes: number) =>
  randomTree(rng, {
    attributes: ATTRIBUTES,
    classes,
    tests: ["gate"],
    figure: (r) => 5 * r.uniform(),
    threshold: (r) => r.normal(),
  });

it.each([0, 2, 5])("gateAnswers gives the bits of the walk, by kernel: %i classes", (classes) => {
  forAll(5, [fc.integer(), fc.integer({ min: 500, max: 9000 })], (seed, rows) => {
    const rng = random(seed);
    const model = gated(rng, classes);
    const cells = ATTRIBUTES.map(() =>
      Float64Array.from({ length: rows }, () => (rng.below(50) === 0 ? Number.NaN : 2 * rng.normal())),
    );
    expect(answersOf(readyTree(model), cells, rows)).toEqual(answersOf(walkedTree(model), cells, rows));
  });
});

it("gateAnswers leaves trees with other tests, and few rows, to the walk", () => {
  const model = gated(random(1), 2);
  const answers = new Float64Array(2 * model.nodes.length);
  expect(gateAnswers(model, answers)!([], 10)).toBeUndefined();
  const root = { ...model.nodes[0], test: { kind: "threshold", attribute: 0, threshold: 1 } } as TreeNode;
  expect(gateAnswers({ nodes: [root, ...model.nodes.slice(1)] }, answers)).toBeUndefined();
});
