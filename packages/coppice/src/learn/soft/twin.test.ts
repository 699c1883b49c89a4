import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll, teamsOfThreads } from "../../../test/kit/index.js";
import { type Random, random } from "../../base/random.js";
import { SoftKernel } from "../../kernels/drivers/soft/softKernel.js";
import { BLOCK, type SoftRows } from "../../kernels/drivers/soft/softRows.js";
import { type GrownSoft, softTreeOf } from "./grownSoft.js";
import { withGate } from "./growSoft.js";
import { SoftTwin } from "./twin.js";

function randomRows(rng: Random, rows: number, terms: number, classes: number): SoftRows {
  const blocks = Math.ceil(rows / BLOCK);
  const width = 4 * Math.ceil((terms + 1) / 4);
  const cells = new Float64Array(blocks * width * BLOCK);
  const weights = new Float64Array(blocks * BLOCK);
  const targets = new Float64Array(blocks * BLOCK);
  for (let row = 0; row < rows; row++) {
    const at = Math.floor(row / BLOCK) * width * BLOCK + (row % BLOCK);
    for (let j = 0; j < terms; j++) cells[at + j * BLOCK] = rng.normal();
    cells[at + terms * BLOCK] = 1;
    weights[row] = 1 + rng.below(3);
    targets[row] = classes > 0 ? rng.below(classes) : rng.normal();
  }
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return { rows, blocks, width, classes, cells, weights, targets, totalWeight };
}

/** Gates so steep that shares underflow, some of them. */
function randomTree(rng: Random, data: SoftRows, terms: number, gates: number): GrownSoft {
  const perLeaf = Math.max(1, data.classes);
  let tree: GrownSoft = { branches: new Int32Array(0), point: new Float64Array(perLeaf) };
  for (let gate = 0; gate < gates; gate++) tree = withGate(tree, rng.below(gate + 1), data, terms, rng);
  const scale = rng.below(3) === 0 ? 300 : 2;
  const point = tree.point.map((x, i) => (i < gates * data.width ? scale * x : x));
  return { branches: tree.branches, point };
}

const teams = teamsOfThreads();

it.each([0, 2, 3, 7])("kernel and twin give the same bits on 1, 2 and 4 threads: %i classes", (classes) => {
  const sizes = [fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 9 }), fc.nat(7)] as const;
  forAll(20, [fc.integer(), ...sizes], (seed, rows, terms, gates) => {
    const rng = random(seed);
    const data = randomRows(rng, rows, terms, classes);
    const tree = softTreeOf(randomTree(rng, data, terms, gates), data.width, classes);
    const twin = new SoftTwin(data);
    const expected = { sums: twin.sums(tree), losses: twin.losses(tree) };
    for (const team of teams) {
      const mark = team.heap.mark();
      const kernel = new SoftKernel(team, data, 0);
      expect({ sums: kernel.sums(tree), losses: kernel.losses(tree) }).toEqual(expected);
      team.heap.release(mark);
    }
  });
});

it.each([0, 3])("kernel and twin compute the derivative of the loss: %i classes", (classes) => {
  const rng = random(5);
  const data = randomRows(rng, 100, 3, classes);
  const { branches, point } = randomTree(random(6), data, 3, 3);
  const twin = new SoftTwin(data);
  const lossAt = (at: number, by: number) => {
    const moved = point.slice();
    moved[at] += by;
    return twin.sums(softTreeOf({ branches, point: moved }, data.width, classes)).loss;
  };
  const { gates } = twin.sums(softTreeOf({ branches, point }, data.width, classes));
  gates.forEach((slope, at) => {
    expect((lossAt(at, 1e-5) - lossAt(at, -1e-5)) / 2e-5).toBeCloseTo(slope, 5);
  });
});
