import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { treeOf } from "../../test/kit/handmade.js";
import { type PackedCase, randomPacked } from "../../test/randomPacked.js";
import type { Combination, EnsembleModel } from "../model/ensemble.js";
import { landingIn } from "../model/packed.js";
import { likeliest } from "./combine.js";
import { packedSums } from "./packedSums.js";

function modelOf({ trees, attributes }: PackedCase, combine: Combination): EnsembleModel {
  const { nodes: _, ...head } = treeOf(attributes, [{ weight: 1, value: 0, error: 0 }]);
  return { ...head, format: "coppice-ensemble", combine, members: { kind: "packed", trees } };
}

/** Member by member and row by row, as the combination is defined. */
function wanted({ trees, attributes, cells, rows }: PackedCase, combine: Combination): number[] {
  const { width } = trees;
  const levels = attributes.map(({ levels }) => levels?.length ?? 0);
  const outputs = combine.kind === "sum" ? combine.outputs : width;
  return Array.from({ length: rows }, (_, row) => {
    const sums = combine.kind === "sum" ? [...combine.base] : new Array<number>(outputs).fill(0);
    for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
      const leaf = landingIn(trees, tree, levels, (a) => cells[a][row]);
      if (combine.kind === "vote") sums[likeliest(trees.values, leaf, width)] += combine.weights?.[tree] ?? 1;
      else if (width === 1) sums[tree % outputs] += trees.values[leaf];
      else for (let k = 0; k < width; k++) sums[k] += trees.values[leaf * width + k];
    }
    return sums;
  }).flat();
}

it.each([
  ["mean", 3, { kind: "mean" }],
  ["votes", 3, { kind: "vote" }],
  ["weighted votes", 2, { kind: "vote", weights: [0.5, 2, 0.25, 3] }],
  ["scores", 1, { kind: "sum", base: [0.5, -1], outputs: 2, link: "softmax" }],
  ["scores of every output", 2, { kind: "sum", base: [0.5, -1], outputs: 2, link: "identity" }],
] as const)("the sums of an ensemble follow its combination: %s", (_, width, combine) => {
  forAll(20, [fc.nat(), fc.constantFrom(10, 100)], (seed, rows) => {
    const made = randomPacked({ seed, trees: 4, rows, width });
    const sums = packedSums(modelOf(made, combine), made.trees, made.cells, rows);
    expect(Array.from(sums)).toEqual(wanted(made, combine));
  });
});
