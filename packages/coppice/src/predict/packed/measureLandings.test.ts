import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { random } from "../../base/random.js";
import { useKernels } from "../../kernels/support.js";
import { nodeLandings } from "../nodeLandings.js";
import { readyTree } from "../predictTree.js";
import { prepareCells } from "../prepareCells.js";
import { answersOf, walkedTree } from "../treeAnswers.js";
import { measureLandings } from "./measureLandings.js";
import { randomCells, randomMeasureTree } from "./randomMeasures.js";

const seeds = fc.integer();

describe("the kernel of measures", () => {
  it("sends rows to the leaves of its twin, for every kind of measure and cut", () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 3000 }), (seed, rows) => {
        const rng = random(seed);
        const model = randomMeasureTree(rng, { classes: 2, answers: false });
        const given = randomCells(rng, rows);
        const cells = () => prepareCells(model, given);
        expect(measureLandings(model, 0)!(cells(), rows)).toEqual(nodeLandings(model)!(cells(), rows));
      }),
      draws(60),
    );
  });

  it.each([
    [0, true],
    [2, true],
    [5, true],
    [3, false],
  ])("answers with the bits of the walk: %i classes, formulas %s", (classes, answers) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 500, max: 3000 }), (seed, rows) => {
        const rng = random(seed);
        const model = randomMeasureTree(rng, { classes, answers });
        const cells = prepareCells(model, randomCells(rng, rows));
        expect(answersOf(readyTree(model), cells, rows)).toEqual(answersOf(walkedTree(model), cells, rows));
      }),
      draws(15),
    );
  });

  it.each([
    [0, false],
    [3, false],
    [0, true],
    [3, true],
  ])("opens soft gates with the bits of the walk: %i classes, formulas %s", (classes, answers) => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 500, max: 3000 }), (seed, rows) => {
        const rng = random(seed);
        const model = randomMeasureTree(rng, { classes, answers, gates: true });
        const cells = prepareCells(model, randomCells(rng, rows));
        expect(answersOf(readyTree(model), cells, rows)).toEqual(answersOf(walkedTree(model), cells, rows));
      }),
      draws(15),
    );
  });

  it("is left out if kernels are switched off", () => {
    const model = randomMeasureTree(random(3), { classes: 2, answers: true });
    const cells = prepareCells(model, randomCells(random(4), 700));
    const byKernel = answersOf(readyTree(model), cells, 700);
    useKernels(false);
    try {
      expect(answersOf(readyTree(model), cells, 700)).toEqual(byKernel);
    } finally {
      useKernels(true);
    }
  });
});
