import fc from "fast-check";
import { expect, it } from "vitest";
import { type Random, random } from "../base/random.js";
import { names } from "../testing/columns.js";
import { randomCells, randomTree } from "../testing/randomTree.js";
import { compileTree } from "./compile.js";
import { followIn, isPlain } from "./follow.js";
import { readyTree } from "./predictTree.js";
import { sendRows } from "./sendRows.js";
import { answersOf, walkedTree } from "./treeAnswers.js";
import { walk } from "./walk.js";

const ATTRIBUTES = [
  { name: "number", type: "numeric" },
  { name: "level", type: "nominal", levels: names("level ", 4) },
] as const;

/** Some with gates. */
const followed = (rng: Random) =>
  randomTree(rng, {
    attributes: ATTRIBUTES,
    tests: [
      ...(["threshold", "intervals", "levels", "subset"] as const),
      ...(rng.below(4) === 0 ? (["gate"] as const) : []),
    ],
    missing: ["branch", "share", "share"],
  });

it("visits the leaves that the plain walk visits, in its order and with its shares", () => {
  const rows = 60;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rng = random(seed);
      const model = followed(rng);
      const cells = randomCells(rng, ATTRIBUTES, rows, 0.3);
      const follow = followIn(model, compileTree(model));
      for (let row = 0; row < rows; row++) {
        const [expected, found]: [number, number][][] = [[], []];
        walk(model, cells, row, (leaf, share) => expected.push([leaf, share]));
        follow(cells, row, (leaf, share) => found.push([leaf, share]));
        expect(found).toEqual(expected);
      }
    }),
  );
});

it("sends many rows together to the leaves that each is walked to, in the same order and with the same shares", () => {
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(1, 2, 60), (seed, count) => {
      const rng = random(seed);
      const model = followed(rng);
      if (!isPlain(model)) return;
      const cells = randomCells(rng, ATTRIBUTES, count, 0.3);
      const rows = Int32Array.from({ length: count }, (_, row) => row);
      const found = Array.from(rows, (): [number, number][] => []);
      sendRows(compileTree(model), cells, rows, (leaf, reached, shares, from, to) => {
        for (let i = from; i < to; i++) found[reached[i]].push([leaf, shares[i]]);
      });
      for (const row of rows) {
        const expected: [number, number][] = [];
        walk(model, cells, row, (leaf, share) => expected.push([leaf, share]));
        expect(found[row]).toEqual(expected);
      }
    }),
  );
});

it("answers for rows that leaves share as the plain walk does", () => {
  const rows = 60;
  let shared = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rng = random(seed);
      const model = followed(rng);
      const cells = randomCells(rng, ATTRIBUTES, rows, 0.3);
      const ready = readyTree(model, () => undefined);
      const fillShared: typeof ready.fillShared = (...given) => {
        const filled = ready.fillShared!(...given);
        if (filled) shared++;
        return filled;
      };
      const found = answersOf({ ...ready, fillShared }, cells, rows);
      expect(found).toEqual(answersOf(walkedTree(model), cells, rows));
    }),
    { numRuns: 60 },
  );
  expect(shared).toBeGreaterThan(10);
});
