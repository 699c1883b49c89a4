import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { testTeam } from "../../../test/testTeam.js";
import { type Random, random } from "../../base/random.js";
import { useKernels } from "../../kernels/support.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { Column } from "../../table/column.js";
import type { Table } from "../../table/table.js";
import { isCovered } from "../fast/fastPath.js";
import { fitTable } from "../fit.js";
import { learnerNamed } from "../registry.js";
import type { TreeOptions } from "../treeOptions.js";
import { DISCRIMINANT_KNOWS, discriminantTuning } from "./discriminantTrees.js";

/** Numbers, some with few values or none but one, copies of others, orders and levels. */
function randomTable(rng: Random, rows: number, classes: number): Table {
  const cells = (make: (row: number) => number) => Float64Array.from({ length: rows }, (_, row) => make(row));
  const numbers = [
    cells(() => rng.normal()),
    cells(() => 1e6 + rng.below(5)),
    cells(() => rng.below(2)),
    cells(() => 3),
  ];
  const shift = rng.below(2) === 0 ? 0 : rng.normal();
  numbers.push(numbers[0].map((x, row) => 2 * x + shift * numbers[1][row]));
  const codes = (levels: number) => Int32Array.from({ length: rows }, () => rng.below(levels));
  const names = (count: number) => Array.from({ length: count }, (_, k) => `l${k}`);
  const level = rng.below(4) + 1;
  const columns: Column[] = [
    ...numbers.map((values, a): Column => ({ type: "numeric", name: `x${a}`, values })),
    { type: "ordered", name: "size", levels: names(3), codes: codes(3) },
    { type: "nominal", name: "kind", levels: names(level), codes: codes(level) },
  ];
  const noise = rng.below(2);
  const labels = Int32Array.from({ length: rows }, (_, row) => {
    const signal = numbers[0][row] + (columns[6] as { codes: Int32Array }).codes[row] - noise * rng.normal();
    return Math.min(classes - 1, Math.max(0, Math.floor(signal + 1)));
  });
  return {
    rows,
    columns: [...columns, { type: "nominal", name: "y", levels: names(classes), codes: labels }],
  };
}

const before = { ...discriminantTuning };

afterEach(() => {
  useKernels(true);
  Object.assign(discriminantTuning, { localRows: undefined }, before);
});

describe("trees of discriminants by kernel", () => {
  const teams: Team[] = [new SoloTeam()];
  beforeAll(async () => {
    for (const threads of [2, 4]) teams.push(await testTeam(threads));
  });

  it("are those of the learner, bit by bit, on 1, 2 and 4 threads", () => {
    fc.assert(
      fc.property(
        ...[fc.integer(), fc.integer({ min: 2, max: 300 }), fc.integer({ min: 2, max: 4 })],
        ...[fc.constantFrom(0, 0.3, 1), fc.integer({ min: 1, max: 6 }), fc.boolean(), fc.boolean()],
        (seed, rows, classes, shrinkage, minLeaf, zeroGain, isWeighted) => {
          const rng = random(seed);
          const table = randomTable(rng, rows, classes);
          const weights = Float64Array.from({ length: rows }, () => (1 + rng.below(8)) / 4);
          const weighted = {
            ...table,
            columns: [...table.columns, { type: "numeric", name: "w", values: weights }],
          };
          const options = { prune: "none", shrinkage, minLeaf, zeroGain } as const;
          const grow = (team?: Team) =>
            JSON.stringify(
              fitTable(isWeighted ? (weighted as Table) : table, {
                ...{ target: "y", learner: "ldaTree", options },
                ...(isWeighted && { weight: "w" }),
                ...(team && { team }),
              }),
            );
          useKernels(false);
          const expected = grow();
          useKernels(true);
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

  it("have sums over several parts in the same order", () => {
    const table = randomTable(random(11), 9000, 2);
    const grow = (team?: Team) =>
      JSON.stringify(
        fitTable(table, {
          ...{ target: "y", learner: "ldaTree", options: { prune: "none", maxDepth: 4 } },
          ...(team && { team }),
        }),
      );
    useKernels(false);
    const expected = grow();
    useKernels(true);
    for (const team of teams) expect(grow(team)).toBe(expected);
    discriminantTuning.localRows = 3000;
    for (const team of teams) expect(grow(team)).toBe(expected);
  });

  it("are not grown under options that the kernel does not know", () => {
    const known = learnerNamed("ldaTree").options.parse({}) as unknown as TreeOptions;
    expect(isCovered(known, DISCRIMINANT_KNOWS, "classification")).toBe(true);
    const others = [
      { branches: "perClass" },
      { eliminate: true },
      { singleAttributes: true },
      { maxLeaves: 3 },
    ];
    for (const one of [
      ...others,
      { attributesPerNode: 2 },
      { threshold: "value" },
      { competitors: 1 },
      { added: 1 },
    ])
      expect(isCovered({ ...known, ...one } as TreeOptions, DISCRIMINANT_KNOWS, "classification")).toBe(
        false,
      );
  });
});
