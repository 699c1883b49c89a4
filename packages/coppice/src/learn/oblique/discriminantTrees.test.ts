import fc from "fast-check";
import { afterEach, beforeAll, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { withoutKernels } from "../../../test/kit/withoutKernels.js";
import { testTeam } from "../../../test/testTeam.js";
import { type Random, random } from "../../base/random.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import { makeTable, type Table } from "../../table/table.js";
import { names, nominal, numeric, ordered } from "../../testing/index.js";
import { isCovered } from "../fast/fastPath.js";
import { type FitTableRequest, fitTable } from "../fit.js";
import { learnerNamed } from "../registry.js";
import type { TreeOptions } from "../treeOptions.js";
import { DISCRIMINANT_KNOWS, discriminantTuning } from "./discriminantTrees.js";

/** Numbers, some with few values or none but one, copies of others, orders and levels. */
function randomTable(rng: Random, rows: number, classes: number): Table {
  const cells = (make: () => number) => Array.from({ length: rows }, make);
  const [wide, far] = [cells(() => rng.normal()), cells(() => 1e6 + rng.below(5))];
  const shift = rng.below(2) === 0 ? 0 : rng.normal();
  const both = wide.map((x, row) => 2 * x + shift * far[row]);
  const numbers = [wide, far, cells(() => rng.below(2)), cells(() => 3), both];
  const kinds = rng.below(4) + 1;
  const kind = cells(() => rng.below(kinds));
  const noise = rng.below(2);
  const labels = wide.map((x, row) => {
    const signal = x + kind[row] - noise * rng.normal();
    return Math.min(classes - 1, Math.max(0, Math.floor(signal + 1)));
  });
  return makeTable([
    ...numbers.map((values, a) => numeric(`x${a}`, values)),
    ordered(
      "size",
      names("l", 3),
      cells(() => rng.below(3)),
    ),
    nominal("kind", names("l", kinds), kind),
    numeric(
      "w",
      cells(() => (1 + rng.below(8)) / 4),
    ),
    nominal("y", names("l", classes), labels),
  ]);
}

/** Grows the tree of a table, as text. */
const growth = (table: Table, how: Partial<FitTableRequest>) => (team?: Team) =>
  JSON.stringify(fitTable(table, { target: "y", learner: "ldaTree", ...how, ...(team && { team }) }));

const before = { ...discriminantTuning };

afterEach(() => void Object.assign(discriminantTuning, { localRows: undefined }, before));

const teams: Team[] = [new SoloTeam()];
beforeAll(async () => {
  for (const threads of [2, 4]) teams.push(await testTeam(threads));
});

it("trees by kernel are those of the learner, bit by bit, on 1, 2 and 4 threads", () => {
  fc.assert(
    fc.property(
      ...[fc.integer(), fc.integer({ min: 2, max: 300 }), fc.integer({ min: 2, max: 4 })],
      ...[fc.constantFrom(0, 0.3, 1), fc.integer({ min: 1, max: 6 }), fc.boolean(), fc.boolean()],
      (seed, rows, classes, shrinkage, minLeaf, zeroGain, isWeighted) => {
        const table = randomTable(random(seed), rows, classes);
        const options = { prune: "none", shrinkage, minLeaf, zeroGain };
        const grow = growth(table, { options, ...(isWeighted && { weight: "w" }) });
        const expected = withoutKernels(grow);
        discriminantTuning.cells = 1;
        // Few nodes are divided by all threads together: on a busy machine they wait for each other.
        for (const localRows of [rows >> 1, 1000]) {
          discriminantTuning.localRows = localRows;
          for (const team of teams) expect(grow(team)).toBe(expected);
        }
      },
    ),
    draws(25),
  );
}, 120_000);

it("trees by kernel have sums over several parts in the same order", () => {
  const table = randomTable(random(11), 9000, 2);
  const grow = growth(table, { options: { prune: "none", maxDepth: 4 } });
  const expected = withoutKernels(grow);
  for (const team of teams) expect(grow(team)).toBe(expected);
  discriminantTuning.localRows = 3000;
  for (const team of teams) expect(grow(team)).toBe(expected);
});

const others = {
  ...{ branches: "perClass", eliminate: true, singleAttributes: true, maxLeaves: 3 },
  ...{ attributesPerNode: 2, threshold: "value", competitors: 1, added: 1 },
};
const isKnown = (more: object) => {
  const options = { ...learnerNamed("ldaTree").options.parse({}), ...more } as unknown as TreeOptions;
  return isCovered(options, DISCRIMINANT_KNOWS, "classification");
};
it.each(Object.entries(others))("trees by kernel are left to the learner with %s=%s", (name, value) => {
  expect(isKnown({})).toBe(true);
  expect(isKnown({ [name]: value })).toBe(false);
});
