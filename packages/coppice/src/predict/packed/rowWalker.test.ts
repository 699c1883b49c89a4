import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import { randomPacked } from "../../../test/randomPacked.js";
import { rowWalker } from "./rowWalker.js";
import { sumsInTypeScript, walkerInTypeScript } from "./twin.js";

it.each([20, 900])("one row down all trees gives the same sums as a row of a table: %d leaves", (leaves) => {
  forAll(30, [fc.nat(), fc.integer({ min: 1, max: 19 })], (seed, trees) => {
    const made = randomPacked({ seed, trees, leaves, rows: 20 });
    const levels = Int32Array.from(made.attributes, ({ levels }) => levels?.length ?? 0);
    const { width } = made.trees;
    const weights = Float64Array.from({ length: trees }, (_, tree) => 1 / (tree + 1));
    const sums = { outputs: 2, base: new Float64Array(2 * width).fill(0.1), weights };
    const wanted = sumsInTypeScript(made.trees, levels, made.cells, 20, sums);
    for (const walker of [rowWalker, walkerInTypeScript]) {
      const walk = walker(made.trees, levels, sums);
      for (let row = 0; row < 20; row++) {
        const cells = Float64Array.from(made.cells, (column) => column[row]);
        expect(walk(cells)).toEqual(wanted.slice(2 * width * row, 2 * width * (row + 1)));
      }
    }
  });
});

it("one row down all trees gives the same sums as each row of a table that is followed in several blocks", () => {
  const made = randomPacked({ seed: 4, trees: 5, leaves: 30, rows: 2100 });
  const levels = Int32Array.from(made.attributes, ({ levels }) => levels?.length ?? 0);
  const { width } = made.trees;
  const base = new Float64Array(width).fill(0.1);
  const sums = { outputs: 1, base, weights: new Float64Array(5).fill(0.3) };
  const walk = walkerInTypeScript(made.trees, levels, sums);
  const walked = Array.from({ length: 2100 }, (_, row) => [
    ...walk(Float64Array.from(made.cells, (column) => column[row])),
  ]);
  expect([...sumsInTypeScript(made.trees, levels, made.cells, 2100, sums)]).toEqual(walked.flat());
});
