import { expect, it } from "vitest";
import { nodesFrom } from "../model/lazyNodes.js";
import { MISSING_LEFT, ON_LEVELS } from "../model/packed.js";
import { keepColumns, type PackedTree } from "../model/packedTree.js";
import { compileTree, landing } from "./compile.js";

const levels = Array.from({ length: 70 }, (_, code) => `level ${code}`);
const attributes = [{ name: "x", type: "nominal", levels }] as const;

/** The words of a set of levels. */
function words(...codes: number[]): Uint32Array {
  const set = new Uint32Array(3);
  for (const code of codes) set[code >> 5] |= 1 << (code & 31);
  return set;
}

it.each([0, MISSING_LEFT])(
  "a tree in columns is compiled as its nodes are, with levels beyond a word of 32: flag %d",
  (flag) => {
    // Levels 0, 31, 32 and 69 go left, 1 and 33 right, and all others where missing values go.
    const columns: PackedTree = {
      starts: Int32Array.of(0, 3),
      ...{ attribute: Int32Array.of(0, -1, -1), threshold: Float64Array.of(0, 0, 0) },
      ...{ skip: Int32Array.of(2, 1, 2), flags: Uint8Array.of(ON_LEVELS | flag, 0, 0) },
      ...{ sets: words(0, 31, 32, 69), named: words(0, 31, 32, 69, 1, 33) },
      ...{ gain: Float64Array.of(0.5, 0, 0), weight: Float64Array.of(2, 1, 1) },
      answers: {
        ...{ kind: "classes", classes: 2, counts: Float64Array.of(1, 1, 1, 0, 0, 1) },
        label: Int32Array.of(0, 0, 1),
      },
    };
    const plain = { attributes, nodes: nodesFrom(columns) };
    const packed = { ...plain };
    keepColumns(packed, () => columns);
    const cells = [Int32Array.from({ length: 71 }, (_, row) => row - 1)];
    const leaves = (model: typeof plain) => {
      const tree = compileTree(model);
      return Array.from(cells[0], (_, row) => landing(tree, cells, row));
    };
    expect(leaves(packed)).toEqual(leaves(plain));
    expect([0, 1, 31, 32, 33, 69].map((code) => leaves(packed)[code + 1])).toEqual([1, 2, 1, 1, 2, 1]);
  },
);
