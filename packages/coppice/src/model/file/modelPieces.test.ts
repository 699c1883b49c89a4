import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { randomPacked } from "../../../test/randomPacked.js";
import { fitTable } from "../../learn/fit.js";
import { friedman1, monks1 } from "../../synthetic/index.js";
import { COLUMN_PIECE, columnText, columnToJson, piecesOf } from "../columnJson.js";
import type { EnsembleModel } from "../ensemble.js";
import { LEAF, type PackedTrees } from "../packed.js";
import { packedText, packedToJson } from "../packedJson.js";
import { modelPieces } from "./modelPieces.js";
import { modelText } from "./saveModel.js";

const joined = (pieces: Iterable<string>) => [...pieces].join("");

describe("the text of a model in pieces", () => {
  it.each(["cart", "forest", "bagging", "gradientBoost", "ripper"])("is that of the whole: %s", (learner) => {
    const options = learner === "forest" || learner === "bagging" ? { trees: 3 } : {};
    const model = fitTable(monks1({ rows: 124, seed: 1 }), { target: "class", learner, options });
    expect(joined(modelPieces(model))).toBe(modelText(model));
  });

  it("has names that need escapes, and no property that is undefined", () => {
    const table = friedman1({ rows: 60, seed: 1, noise: 1 });
    const model = fitTable(table, { target: "y", learner: "forest", options: { trees: 2 } }) as EnsembleModel;
    const changed = {
      ...model,
      costs: undefined,
      note: { toJSON: () => 'a "quoted"\u2028 line\n' },
      'a"\n\\': [undefined, Number.NaN],
    } as unknown as EnsembleModel;
    expect(joined(modelPieces(changed))).toBe(modelText(changed));
  });

  itHolds("is the same of packed trees", 100, [fc.nat()], (seed) => {
    const { trees } = randomPacked({ seed });
    expect(joined(packedText(trees))).toBe(JSON.stringify(packedToJson(trees)));
  });

  it("is the same of columns of several pieces, whose last numbers decide their kind", () => {
    for (const length of [0, 1, COLUMN_PIECE, COLUMN_PIECE + 1])
      for (const last of [1, 300, -1, 2 ** 24 + 1, 0.5, 0.1, -0]) {
        const column = Float64Array.from({ length }, (_, i) => (i === length - 1 ? last : i % 200));
        expect(joined(columnText(() => piecesOf(column)))).toBe(JSON.stringify(columnToJson(column)));
      }
  });

  it("is the same of trees with more splits and leaves than a piece has", () => {
    // One split after the other, each with a leaf on its left: 2n + 1 nodes.
    const splits = COLUMN_PIECE + 5;
    const nodes = 2 * splits + 1;
    const isSplit = (i: number) => i % 2 === 0 && i < nodes - 1;
    const trees: PackedTrees = {
      starts: Int32Array.of(0, nodes),
      attribute: Int32Array.from({ length: nodes }, (_, i) => (isSplit(i) ? 0 : LEAF)),
      threshold: Float64Array.from({ length: nodes }, (_, i) => (isSplit(i) ? i / 7 : 1)),
      skip: Int32Array.from({ length: nodes }, (_, i) => (isSplit(i) ? 2 : 0)),
      flags: new Uint8Array(nodes),
      sets: new Uint32Array(0),
      values: Float64Array.of(1),
      width: 1,
    };
    expect(joined(packedText(trees))).toBe(JSON.stringify(packedToJson(trees)));
  });
});
