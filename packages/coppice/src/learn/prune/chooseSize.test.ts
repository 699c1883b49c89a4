import { expect, it, vi } from "vitest";
import { split } from "../../../test/kit/split.js";
import { chosenRow, crossValidated } from "./chooseSize.js";
import { pruningSequence } from "./costComplexity.js";
import { sketched } from "./testTrees.js";

// Of the root's 9 errors the left test saves 1 and goes at an alpha of 1/9; the right one saves 4, and goes at 4/9.
const model = sketched(split(split([7, 0], [0, 1]), split([4, 0], [0, 8])));

it("the size of a tree by cross-validation is judged at the geometric means of neighbouring alphas", () => {
  const sequence = pruningSequence(model);
  const alphas = sequence.rows.map(({ alpha }) => alpha);
  expect(alphas.length).toBeGreaterThan(1);
  const judge = vi.fn((_: { readonly alphas: readonly number[] }) => []);
  crossValidated(model, sequence, judge, () => [], {});
  const [first, ...means] = judge.mock.calls[0][0].alphas;
  expect(first).toBe(Number.POSITIVE_INFINITY);
  const wanted = means.map((_, i) => expect.closeTo(Math.sqrt(alphas[i] * alphas[i + 1]), 12));
  expect(means).toEqual(wanted);
});

it("the size of a tree by cross-validation is that of the lowest error, or the smallest within one standard error of it", () => {
  const rows = [0.5, 0.32, 0.3, 0.31].map((crossError, splits) => ({
    ...{ alpha: 1 - splits / 10, splits, error: crossError },
    ...{ crossError, crossStd: 0.03 },
  }));
  expect(chosenRow(rows, "min")).toBe(2);
  expect(chosenRow(rows, "1se")).toBe(1);
});
