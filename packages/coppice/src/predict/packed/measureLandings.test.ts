import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, itHolds } from "../../../test/kit/forAll.js";
import { withoutKernels } from "../../../test/kit/withoutKernels.js";
import { random } from "../../base/random.js";
import { nodeLandings } from "../nodeLandings.js";
import { readyTree } from "../predictTree.js";
import { prepareCells } from "../prepareCells.js";
import { answersOf, walkedTree } from "../treeAnswers.js";
import { measureLandings } from "./measureLandings.js";
import { randomCells, randomMeasureTree } from "./randomMeasures.js";

const seeds = fc.integer();

const counts = fc.integer({ min: 1, max: 3000 });
itHolds("the kernel of measures sends rows to the leaves of its twin", 60, [seeds, counts], (seed, rows) => {
  const rng = random(seed);
  const model = randomMeasureTree(rng, { classes: 2, answers: false });
  const given = randomCells(rng, rows);
  const cells = () => prepareCells(model, given);
  expect(measureLandings(model, 0)!(cells(), rows)).toEqual(nodeLandings(model)!(cells(), rows));
});

it.each([
  [0, true, false],
  [2, true, false],
  [5, true, false],
  [3, false, false],
  [0, false, true],
  [3, false, true],
  [0, true, true],
  [3, true, true],
])(
  "the kernel of measures answers with the bits of the walk: %i classes, formulas %s, soft gates %s",
  (classes, answers, gates) => {
    forAll(10, [seeds, fc.integer({ min: 500, max: 3000 })], (seed, rows) => {
      const rng = random(seed);
      const model = randomMeasureTree(rng, { classes, answers, gates });
      const cells = prepareCells(model, randomCells(rng, rows));
      expect(answersOf(readyTree(model), cells, rows)).toEqual(answersOf(walkedTree(model), cells, rows));
    });
  },
);

it("the kernel of measures is left out if kernels are switched off", () => {
  const model = randomMeasureTree(random(3), { classes: 2, answers: true });
  const cells = prepareCells(model, randomCells(random(4), 700));
  const byKernel = answersOf(readyTree(model), cells, 700);
  expect(withoutKernels(() => answersOf(readyTree(model), cells, 700))).toEqual(byKernel);
});
