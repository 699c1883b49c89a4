import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, itHolds } from "../../test/kit/forAll.js";
import { schemas } from "../../test/kit/handmade.js";
import { random } from "../base/random.js";
import { randomCells, randomTree } from "../testing/randomTree.js";
import { compileTree } from "./compile.js";
import { followIn, isPlain } from "./follow.js";
import { readyTree } from "./predictTree.js";
import { sendRows } from "./sendRows.js";
import { answersOf, walkedTree } from "./treeAnswers.js";
import { walk } from "./walk.js";

const ATTRIBUTES = schemas`number, level=a|b|c|d`;

/** A tree, some with gates, with cells of some rows, and the leaves and shares to which each is walked. */
function drawn(seed: number, rows: number) {
  const rng = random(seed);
  const gates = rng.below(4) === 0 ? (["gate"] as const) : [];
  const model = randomTree(rng, {
    attributes: ATTRIBUTES,
    tests: ["threshold", "intervals", "levels", "subset", ...gates],
    missing: ["branch", "share", "share"],
  });
  const cells = randomCells(rng, ATTRIBUTES, rows, 0.3);
  const walked = Array.from({ length: rows }, (_, row) => {
    const leaves: [number, number][] = [];
    walk(model, cells, row, (leaf, share) => leaves.push([leaf, share]));
    return leaves;
  });
  return { model, cells, walked };
}

itHolds("visits leaves as the plain walk does, with its shares", 100, [fc.nat()], (seed) => {
  const { model, cells, walked } = drawn(seed, 60);
  const follow = followIn(model, compileTree(model));
  walked.forEach((leaves, row) => {
    const found: [number, number][] = [];
    follow(cells, row, (leaf, share) => found.push([leaf, share]));
    expect(found).toEqual(leaves);
  });
});

const counts = fc.constantFrom(1, 2, 60);
itHolds("sends many rows together where each is walked to", 100, [fc.nat(), counts], (seed, count) => {
  const { model, cells, walked } = drawn(seed, count);
  if (!isPlain(model)) return;
  const rows = Int32Array.from(walked.keys());
  const found = walked.map((): [number, number][] => []);
  sendRows(compileTree(model), cells, rows, (leaf, reached, shares, from, to) => {
    for (let i = from; i < to; i++) found[reached[i]].push([leaf, shares[i]]);
  });
  expect(found).toEqual(walked);
});

it("answers for rows that leaves share as the plain walk does", () => {
  let shared = 0;
  forAll(100, [fc.nat()], (seed) => {
    const { model, cells } = drawn(seed, 60);
    const ready = readyTree(model, () => undefined);
    const fillShared: typeof ready.fillShared = (...given) => {
      const filled = ready.fillShared!(...given);
      if (filled) shared++;
      return filled;
    };
    const found = answersOf({ ...ready, fillShared }, cells, 60);
    expect(found).toEqual(answersOf(walkedTree(model), cells, 60));
  });
  expect(shared).toBeGreaterThan(0);
});
