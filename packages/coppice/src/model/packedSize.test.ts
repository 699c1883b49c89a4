import fc from "fast-check";
import { expect, it } from "vitest";
import { LEAF, packedSize } from "./packed.js";

type Shape = null | readonly [Shape, Shape];

const shapes = fc.letrec<{ tree: Shape }>((tie) => ({
  tree: fc.oneof({ maxDepth: 6 }, fc.constant(null), fc.tuple(tie("tree"), tie("tree"))),
})).tree;

const depthOf = (shape: Shape): number => (shape === null ? 0 : 1 + Math.max(...shape.map(depthOf)));
const columnOf = (shape: Shape): number[] => (shape === null ? [LEAF] : [3, ...shape.flatMap(columnOf)]);

it("counts nodes and leaves, and finds the depth of the deepest tree", () => {
  fc.assert(
    fc.property(fc.array(shapes, { maxLength: 4 }), (trees) => {
      const columns = trees.map(columnOf);
      const starts = [0];
      for (const { length } of columns) starts.push(starts.at(-1)! + length);
      const attribute = Int32Array.from(columns.flat());
      const size = packedSize({ attribute, starts: Int32Array.from(starts) } as Parameters<
        typeof packedSize
      >[0]);
      expect(size).toEqual({
        nodes: attribute.length,
        leaves: attribute.filter((a) => a === LEAF).length,
        depth: Math.max(0, ...trees.map(depthOf)),
      });
    }),
  );
});
