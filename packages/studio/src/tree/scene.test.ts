import { fitSync, tableFrom } from "coppice";
import { tennis } from "coppice/synthetic";
import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../coppice/test/kit/forAll.js";
import type { TreeView } from "../work/protocol.js";
import { treeView } from "../work/treeView.js";
import { BOX, nodeAt, sceneOf } from "./scene.js";
import { answerText, findNodes } from "./search.js";
import { lightNodes, visibleNodes } from "./visible.js";

const nothing = () => false;

/** A full binary tree of this depth, of one row per leaf: each test halves the rows. */
function fullTree(depth: number): TreeView {
  const size = Float64Array.from({ length: 2 ** depth }, (_, i) => i);
  const options = { prune: "none", minSplit: 2, minLeaf: 1 } as const;
  return treeView(fitSync(tableFrom({ size, y: size }), { target: "y", options }));
}

it("the drawn nodes leave out what is below collapsed ones", () => {
  // 0 (1 (2 3) 4 (5 6)): without 5 and 6, in preorder.
  const { nodes, parent, end, place } = visibleNodes(fullTree(2), (node) => node === 4);
  expect([...nodes]).toEqual([0, 1, 2, 3, 4]);
  expect([...parent]).toEqual([-1, 0, 1, 1, 0]);
  expect([...end]).toEqual([5, 4, 3, 4, 5]);
  expect(place[5]).toBe(-1);
});

it("the drawn nodes are those of a subtree, if one is in focus", () => {
  expect([...visibleNodes(fullTree(2), nothing, 4).nodes]).toEqual([4, 5, 6]);
});

it("the drawn nodes start without subtrees of few rows", () => {
  // 4 rows: a node of depth 1 has half of them, so a limit of 60% closes both.
  expect([...lightNodes(fullTree(2), 0.6)]).toEqual([1, 4]);
});

it("hitting finds in both forms what a search through all nodes finds", () => {
  const tree = fullTree(5);
  const at = fc.double({ min: -0.1, max: 1.1, noNaN: true });
  forAll(100, [fc.constantFrom("tree", "icicle"), at, at], (form, x, y) => {
    const scene = sceneOf(tree, form, nothing);
    const [sx, sy] = [x * scene.bounds.width, y * scene.bounds.height];
    const inside = [...scene.nodes].filter((_, i) => {
      const left = form === "tree" ? scene.x[i] - BOX.width / 2 : scene.x[i];
      return sx >= left && sx <= left + scene.width[i] && sy >= scene.y[i] && sy <= scene.y[i] + scene.tall;
    });
    const found = nodeAt(scene, sx, sy);
    expect(inside.length === 0 ? found === -1 : inside.includes(found)).toBe(true);
  });
});

const tree = fullTree(3);

it.each([
  ["leaves", 8],
  ["splits", 7],
  ["depth=1", 2],
  ["leaves n<2", 8],
  ["n>=4", 3],
  ["n<50%", 12], // 8 rows: nodes with fewer than 4, which are those of depth 2 and 3
  ["size", 15],
  ["size > leaves", 4],
  ["nowhere", 0],
  ["", 0],
])("the search for %s finds %i nodes", (query, count) => expect(findNodes(tree, query)).toHaveLength(count));

it("the search names the class of a leaf", () => {
  const days = treeView(fitSync(tennis(), { target: "Play", learner: "id3" }));
  expect(findNodes(days, "yes leaves")).toHaveLength(3);
  expect(answerText(days, findNodes(days, "overcast")[0])).toBe("yes");
});
