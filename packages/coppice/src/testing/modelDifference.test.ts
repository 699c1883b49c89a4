import { expect, it } from "vitest";
import { fitTable } from "../learn/fit.js";
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
const fit = (learner: string, options: object, seed = 0) =>
  fitTable(rows, { target: "y", learner, seed, options: { ...options } });
const grown = (options: object = {}) => fit("cart", { prune: "none", ...options });
const tree = grown() as TreeModel;
const nodes = tree.nodes.map((node, i) => (i === 0 ? { ...node, gain: 0.25 } : node));
const forest = (seed: number) => fit("forest", { trees: 3 }, seed);

it.each([
  ["nothing between equal models", grown(), tree, /^undefined$/],
  ["the first node that differs", { ...tree, nodes }, tree, /^node 0\.gain is 0\.25, but 0\.5 is wanted$/],
  ["a field that only one has", grown({ minSplit: 9 }), tree, /^node 0.*absent.* is wanted$/],
  ["the head", { ...tree, learner: "c45" }, tree, /^the model\.learner is "c45", but "cart" is wanted$/],
  ["the member of an ensemble", forest(1), forest(2), /^member \d, node 0/],
])("finds %s", (_, found, wanted, difference) => {
  expect(String(modelDifference(found, wanted))).toMatch(difference);
});

it("tells 0 from -0 and an absent field from an undefined one's value", () => {
  expect(firstDifference({ a: [0] }, { a: [-0] })).toBe(".a[0] is 0, but -0 is wanted");
  expect(firstDifference({}, { a: 1 })).toBe(".a is absent, but 1 is wanted");
});
