import fc from "fast-check";
import { expect } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { LEAF, packedSize } from "./packed.js";

type Shape = null | readonly [Shape, Shape];

const shapes = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, fc.constant(null), fc.tuple(tie("tree"), tie("tree"))),
})).tree;

const depthOf = (shape: Shape): number => (shape === null ? 0 : 1 + Math.max(...shape.map(depthOf)));
const columnOf = (shape: Shape): number[] => (shape === null ? [LEAF] : [3, ...shape.flatMap(columnOf)]);

const few = fc.array(shapes, { maxLength: 4 });
itHolds("counts nodes and leaves, and finds the depth of the deepest tree", 100, [few], (trees) => {
  const columns = trees.map(columnOf);
  const starts = [0];
  for (const { length } of columns) starts.push(starts.at(-1)! + length);
  const attribute = Int32Array.from(columns.flat());
  const of = { attribute, starts: Int32Array.from(starts) } as Parameters<typeof packedSize>[0];
  const leaves = attribute.filter((a) => a === LEAF).length;
  const depth = Math.max(0, ...trees.map(depthOf));
  expect(packedSize(of)).toEqual({ nodes: attribute.length, leaves, depth });
});
