import { stratify, tree } from "d3-hierarchy";
import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../coppice/test/kit/forAll.js";
import { APART, tidy } from "./tidy.js";

/** The nodes of a random tree in preorder: how many steps up from the last node the parent of the next one is. */
const trees = fc.array(fc.nat(6), { maxLength: 80 }).map((ups) => {
  const parent = [-1];
  for (const up of ups) {
    let at = parent.length - 1;
    for (let i = 0; i < up && at > 0; i++) at = parent[at];
    parent.push(at);
  }
  return Int32Array.from(parent);
});

function depthsOf(parent: Int32Array): Int32Array {
  const depth = new Int32Array(parent.length);
  for (let i = 1; i < parent.length; i++) depth[i] = depth[parent[i]] + 1;
  return depth;
}

/** The same layout by d3-hierarchy, from objects. */
function byD3(parent: Int32Array): number[] {
  const from = stratify<number>()
    .id(String)
    .parentId((node) => (node === 0 ? undefined : String(parent[node])));
  const placed = tree<number>()
    .nodeSize([1, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : APART))(from([...parent.keys()]));
  const x = Float64Array.from(parent);
  for (const node of placed) x[node.data] = node.x;
  const least = Math.min(...x);
  return [...x].map((each) => each - least);
}

itHolds("the tidy layout places nodes as d3-hierarchy does", 100, [trees], (parent) => {
  const mine = tidy({ parent, depth: depthsOf(parent) });
  byD3(parent).forEach((x, i) => {
    expect(mine[i]).toBeCloseTo(x, 8);
  });
});

it("the tidy layout puts a parent above the middle of its branches", () => {
  // 0 has the leaves 1, 2 and 3, one apart.
  const parent = Int32Array.from([-1, 0, 0, 0]);
  expect([...tidy({ parent, depth: depthsOf(parent) })]).toEqual([1, 0, 1, 2]);
});

it("the tidy layout survives a chain of 20,000 nodes", () => {
  const parent = Int32Array.from({ length: 20_000 }, (_, i) => i - 1);
  expect(Math.max(...tidy({ parent, depth: depthsOf(parent) }))).toBe(0);
});
