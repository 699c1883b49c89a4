import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { forAll, itHolds } from "../../../test/kit/forAll.js";
import { isDeep } from "../../../test/kit/length.js";
import { withoutKernels } from "../../../test/kit/withoutKernels.js";
import { type PackedCase, randomPacked } from "../../../test/randomPacked.js";
import { testTeam } from "../../../test/testTeam.js";
import type { Team } from "../../kernels/team.js";
import { landingIn } from "../../model/packed.js";
import { PackedPredictor } from "./packedPredictor.js";
import type { SumOptions } from "./twin.js";

/** By `landingIn`, one row and tree at a time. */
function wanted({ trees, attributes, cells, rows }: PackedCase, options: SumOptions = {}): number[] {
  const { outputs = 1, base, weights } = options;
  const levels = attributes.map(({ levels }) => levels?.length ?? 0);
  const count = trees.starts.length - 1;
  return Array.from({ length: rows }, (_, row) => {
    const sums = Array.from({ length: outputs * trees.width }, (_, i) => base?.[i] ?? 0);
    for (let tree = 0; tree < count; tree++) {
      const answer = landingIn(trees, tree, levels, (a) => cells[a][row]);
      for (let k = 0; k < trees.width; k++) {
        sums[(tree % outputs) * trees.width + k] +=
          (weights?.[tree] ?? 1) * trees.values[answer * trees.width + k];
      }
    }
    return sums;
  }).flat();
}

const sumsOf = ({ trees, attributes, cells, rows }: PackedCase, options?: SumOptions, team?: Team) =>
  Array.from(new PackedPredictor(trees, attributes, options).sums(cells, rows, team));

const large = { seed: 1, exactly: true, numeric: true };

describe("sums over packed trees", () => {
  it.each([
    ["small trees", { leaves: 20 }],
    ["trees of more leaves than a byte can number", { leaves: 900 }],
    ["skewed columns", { leaves: 900, skewed: true }],
    ["one attribute", { leaves: 900, attributes: 1 }],
    ["many attributes", { leaves: 900, attributes: 70 }],
  ])("are identical to those by definition: %s", (_, shape) => {
    forAll(30, [fc.nat(), fc.integer({ min: 610, max: 900 })], (seed, rows) => {
      const made = randomPacked({ seed, rows, ...shape });
      expect(sumsOf(made)).toEqual(wanted(made));
    });
  });

  it("are identical if the thresholds of all trees need more than 16 bits, and if those of one tree do", () => {
    for (const shape of [
      { trees: 3, leaves: 30_000 },
      { trees: 1, leaves: 70_000 },
    ]) {
      const made = randomPacked({ ...shape, ...large, rows: shape.leaves * 0.7, attributes: 1 });
      expect(sumsOf(made)).toEqual(wanted(made));
    }
  });

  it("are identical if leaves have more answers than 16 bits can number", () => {
    const made = randomPacked({ ...large, seed: 5, trees: 3, leaves: 40_000, rows: 27_000 });
    expect(made.trees.values.length / made.trees.width).toBeGreaterThan(65_536);
    expect(sumsOf(made)).toEqual(wanted(made));
  });

  itHolds("are identical without kernels", 40, [fc.nat()], (seed) => {
    const made = randomPacked({ seed, rows: 100 });
    expect(withoutKernels(() => sumsOf(made))).toEqual(sumsOf(made));
  });

  it.each([20, 900])(
    "start from the base, weigh the trees and go to outputs in turn: %d leaves",
    (leaves) => {
      const made = randomPacked({ seed: 11, trees: 7, leaves, rows: 130, width: 2 });
      const weights = [1, 0.5, 3, -1, 0.1, 2, 1e-3];
      const options = { outputs: 3, base: [1, 2, 3, 4, 5, 6], weights };
      expect(sumsOf(made, options)).toEqual(wanted(made, options));
    },
  );

  it("are the base if there is no tree, or no row", () => {
    const made = randomPacked({ seed: 1, trees: 0, rows: 100, width: 1 });
    expect(sumsOf(made, { base: [4] })).toEqual(new Array(100).fill(4));
    expect(sumsOf({ ...randomPacked({ seed: 1, rows: 0 }) })).toEqual([]);
  });

  it("of one predictor are right for any further table", () => {
    const made = randomPacked({ seed: 3, trees: 5, leaves: 30, rows: 200 });
    const predictor = new PackedPredictor(made.trees, made.attributes);
    const known = made.cells.map((column) => column.map((cell) => (cell >= 0 ? cell : 0)));
    for (const cells of [made.cells, known, made.cells]) {
      expect(Array.from(predictor.sums(cells, 200))).toEqual(wanted({ ...made, cells }));
    }
  });
});

describe.each([2, 4])("on %d threads", (threads) => {
  let team: Team;
  beforeAll(async () => {
    team = await testTeam(threads);
  });

  it.each([30, 900, 20_000])("the sums are identical: %d leaves", (leaves) => {
    for (const seed of isDeep ? [0, 1] : [0]) {
      const made = randomPacked({ seed, trees: 9, leaves, rows: Math.max(3000, leaves * 0.7) });
      expect(sumsOf(made, {}, team)).toEqual(sumsOf(made));
    }
  });
});
