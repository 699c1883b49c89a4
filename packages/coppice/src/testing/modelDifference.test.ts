import { expect, it } from "vitest";
import { fitTable } from "../learn/fit.js";
import type { EnsembleModel } from "../model/ensemble.js";
import type { TreeModel } from "../model/tree.js";
import { firstDifference, modelDifference } from "./modelDifference.js";
import { table } from "./tableLiteral.js";

const rows = table`
  x,y
  1,a
  2,a
  3,b
  4,b
`;
const grown = (options: object = {}, learner = "cart") =>
  fitTable(rows, { target: "y", learner, options: { prune: "none", ...options } });

it("finds nothing between equal models", () => {
  expect(modelDifference(grown(), grown())).toBeUndefined();
});

it("names the first node that differs, its field and both values", () => {
  const tree = grown() as TreeModel;
  const nodes = tree.nodes.map((node, i) => (i === 0 ? { ...node, gain: 0.25 } : node));
  expect(modelDifference({ ...tree, nodes }, tree)).toBe("node 0.gain is 0.25, but 0.5 is wanted");
  expect(modelDifference(grown({ minSplit: 9 }), tree)).toMatch(/^node 0.*absent.* is wanted$/);
});

it("names the head where the nodes are the same", () => {
  const tree = grown() as TreeModel;
  expect(modelDifference({ ...tree, learner: "c45" }, tree)).toBe(
    'the model.learner is "c45", but "cart" is wanted',
  );
});

it("names the member of an ensemble", () => {
  const fit = (seed: number) =>
    fitTable(rows, { target: "y", learner: "forest", seed, options: { trees: 3 } }) as EnsembleModel;
  expect(modelDifference(fit(1), fit(2))).toMatch(/^member \d, node 0/);
});

it("tells 0 from -0 and an absent field from an undefined one's value", () => {
  expect(firstDifference({ a: [0] }, { a: [-0] })).toBe(".a[0] is 0, but -0 is wanted");
  expect(firstDifference({}, { a: 1 })).toBe(".a is absent, but 1 is wanted");
});
