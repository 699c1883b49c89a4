import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { allModels, irisModel, paintModel, rentModel, tennisModel } from "../../../test/models.js";
import { isSplit } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { conditionText, PRINT } from "../../model/words.js";
import { conditionWords, endOf, placeBoxes, sizesBelow } from "./treeBoxes.js";
import { treeData } from "./treeData.js";

it("the data of a drawing has the tree's condition for every edge", () => {
  for (const model of [irisModel(), tennisModel(), paintModel()]) {
    const data = treeData(model);
    const { parent, branch } = parentsOf(model);
    for (let i = 1; i < model.nodes.length; i++) {
      const above = model.nodes[parent[i]];
      if (!isSplit(above)) throw new Error("a leaf has no branches");
      expect(conditionWords(data, i)).toBe(conditionText(above.test, branch[i], model.attributes, PRINT));
    }
  }
  // An interval is written after the attribute's name.
  expect(conditionWords(treeData(rentModel()), 4)).toBe("age > 10, ≤ 20.5");
});

it("the data of a drawing keeps the nodes with the most weight, all branches of a split or none, and counts the others", () => {
  // 150 rows: the root, then its branches of 50 and 100, then those of the 100
  const data = treeData(irisModel(), { most: 5 });
  expect(data.nodes.map(({ w }) => w)).toEqual([150, 50, 100, 54, 46]);
  expect(data.nodes[3].h).toBe(2);
  expect([...sizesBelow(data)]).toEqual([6, 0, 4, 2, 0]);
});

const kept = fc.integer({ min: 1, max: 12 });
itHolds(
  "the data of a drawing loses no node, whatever is kept",
  100,
  [fc.constantFrom(...allModels()), kept],
  (model, most) => {
    const data = treeData(model, { most });
    expect(sizesBelow(data)[0]).toBe(model.nodes.length - 1);
    data.nodes.forEach((node, i) => {
      if (i > 0) expect(node.up).toBeLessThan(i);
      expect(endOf(data, i)).toBeGreaterThan(i);
    });
  },
);

it("a collapsed subtree is one box, which counts the nodes below it", () => {
  const boxes = placeBoxes(treeData(irisModel()), (node) => node !== 2);
  expect(boxes.map(({ node, hidden = 0 }) => `${node}: ${hidden}`)).toEqual(["0: 0", "1: 0", "2: 4"]);
  expect(boxes[2].head).toBe("versicolor"); // its prediction
});
