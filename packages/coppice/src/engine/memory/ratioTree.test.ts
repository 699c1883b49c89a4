import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ratioShapes, ratioTable } from "../../../test/ratioTables.js";
import { testTeam } from "../../../test/testTeam.js";
import { random } from "../../base/random.js";
import { ratioTreeSizes } from "../../kernels/drivers/ratioTree.js";
import { useKernels } from "../../kernels/support.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import { fitJob, fitTable, fitWith } from "../../learn/fit.js";
import { isSplit } from "../../model/tree.js";
import { makeTable, type Table } from "../../table/table.js";
import { MemoryEngine } from "./engine.js";
import { ratioTreeTuning } from "./ratioTree.js";

const usual = { ...ratioTreeTuning };
const usualSizes = { ...ratioTreeSizes };
let teams: Team[] = [];
beforeAll(async () => {
  ratioTreeTuning.entries = 1;
  ratioTreeSizes.cells = 1;
  // Small enough that threads grow the top of small tables together, and then whole subtrees.
  ratioTreeSizes.mostTask = 12;
  teams = [new SoloTeam(), await testTeam(2), await testTeam(4)];
});
afterAll(() => {
  delete ratioTreeTuning.room;
  Object.assign(ratioTreeTuning, usual);
  Object.assign(ratioTreeSizes, usualSizes);
});

type Options = Record<string, unknown>;
const unpruned = { prune: "none", collapse: false };

/** Whether the kernel grew it; its models on 1, 2 and 4 threads are compared byte by byte with the one from tallies. */
function check(table: Table, options: Options, weight?: string): { grown: boolean; splits: number } {
  const request = { target: "y", learner: "c45", options, ...(weight && { weight }) } as const;
  useKernels(false);
  let tallied: string;
  try {
    tallied = JSON.stringify(fitTable(table, request));
  } finally {
    useKernels(true);
  }
  const found = teams.map((team) => {
    let grown = false;
    const model = fitWith(fitJob(table, request), (problem) => {
      const engine = new MemoryEngine(problem, team);
      return {
        facts: engine.facts,
        answer(asked) {
          const answer = engine.answer(asked);
          if (asked.ask === "ratioTree" && answer) grown = true;
          return answer;
        },
      };
    });
    expect(JSON.stringify(model) === tallied, `the same model on ${team.size} threads`).toBe(true);
    return { grown, splits: model.nodes.filter(isSplit).length };
  });
  expect(new Set(found.map(({ grown }) => grown)).size).toBe(1);
  return found[0];
}

const allChoices = fc.record({
  averageGain: fc.boolean(),
  mdlCorrection: fc.boolean(),
  adaptiveMinLeaf: fc.boolean(),
  zeroGain: fc.boolean(),
  collapse: fc.boolean(),
  minLeaf: fc.constantFrom(1, 2, 7),
  minGap: fc.constantFrom(0, 1e-5, 0.6),
  tolerance: fc.constantFrom(0, 1e-6, 0.05),
  threshold: fc.constantFrom("midpoint", "weighted", "value"),
  prune: fc.constantFrom("none", "errorBased"),
  criterion: fc.constantFrom("gainRatio", "gainRatio", "entropy"),
  missing: fc.constantFrom("share", "share", "majority", "likely"),
  missingAtPrediction: fc.constantFrom("asTrained", "asTrained", "share", "majority"),
});

/** The average gain matters to the gain ratio only. */
const choices = allChoices.map(({ averageGain, ...others }) =>
  others.criterion === "entropy" ? others : { averageGain, ...others },
);

describe("trees by gain ratio, grown by the kernel", () => {
  it("equal those grown from tallies, on any small table, with any of its rules", () => {
    fc.assert(
      fc.property(ratioShapes, choices, fc.boolean(), (shape, options, weighted) => {
        const { grown } = check(ratioTable(shape), options, weighted ? "w" : undefined);
        // Fractions of rows that are divided without any gain may need more memory than there is.
        const mayRunOut = options.zeroGain && options.missing === "share" && shape.missing > 0;
        // More levels than rows are left to tallies.
        if (grown || !mayRunOut) expect(grown).toBe(shape.rows >= 7);
      }),
      { numRuns: 120 },
    );
  });

  it.each([
    { rows: 3000, seed: 3, classes: 2, ties: 0, missing: 0.05, signal: 1 },
    { rows: 3000, seed: 4, classes: 26, ties: 16, missing: 0, signal: 0.9 },
    { rows: 2000, seed: 5, classes: 12, ties: 0, missing: 0.1, signal: 0.9 },
  ])("are the same on larger tables: $classes classes, $missing missing", (shape) => {
    for (const weight of [undefined, "w"]) {
      const { grown, splits } = check(ratioTable(shape), unpruned, weight);
      expect(grown).toBe(true);
      expect(splits).toBeGreaterThan(8);
    }
  });

  it("are charged nothing for the only threshold that is allowed, so a gain within the tolerance stays", () => {
    const table = ratioTable({ rows: 90, seed: 1, classes: 9, ties: 3, missing: 0, signal: 1 });
    const { grown } = check(table, { ...unpruned, minLeaf: 1, minGap: 0, tolerance: 0.05 });
    expect(grown).toBe(true);
  });

  it("stop at a depth", () => {
    const table = ratioTable({ rows: 400, seed: 8, classes: 3, ties: 0, missing: 0.1, signal: 0.9 });
    for (const maxDepth of [1, 2, 5]) check(table, { ...unpruned, maxDepth });
  });

  it.each([
    { nodes: 20, entries: 1e5 },
    { nodes: 1e4, entries: 1200 },
  ])(
    "start anew with more than $nodes nodes, $entries entries; without memory for them tallies do it",
    (room) => {
      const table = ratioTable({ rows: 1000, seed: 8, classes: 3, ties: 0, missing: 0.1, signal: 0.9 });
      ratioTreeTuning.room = room;
      expect(check(table, unpruned).grown).toBe(true);
      ratioTreeSizes.mostBytes = 1;
      expect(check(table, unpruned).grown).toBe(false);
      ratioTreeSizes.mostBytes = usualSizes.mostBytes;
      delete ratioTreeTuning.room;
    },
  );

  it("have room for the many entries that gaps in an attribute of many levels make", () => {
    const levels = Array.from({ length: 200 }, (_, i) => `l${i}`);
    const rng = random(4);
    const codes = Int32Array.from({ length: 1500 }, () => (rng.below(3) === 0 ? -1 : rng.below(200)));
    const y = Int32Array.from(codes, (code) => (rng.below(5) === 0 ? rng.below(2) : code & 1));
    const x = Float64Array.from(codes, () => rng.below(50));
    const table = makeTable([
      { type: "nominal", name: "many", codes, levels },
      { type: "numeric", name: "x", values: x },
      { type: "nominal", name: "y", codes: y, levels: ["no", "yes"] },
    ]);
    const { grown, splits } = check(table, { ...unpruned, averageGain: false, minLeaf: 1 });
    expect(grown).toBe(true);
    // A third of 1,500 rows in each of 200 branches are more than 24 entries a row.
    expect(splits).toBeGreaterThan(0);
  });

  it("are left to tallies if the options need more", () => {
    const table = ratioTable({ rows: 200, seed: 9, classes: 3, ties: 0, missing: 0.1, signal: 0.9 });
    const others: Options[] = [
      { missing: "surrogate" },
      { missing: "fraction" },
      { missing: "level" },
      { nominal: "subset" },
      { competitors: 2 },
      { maxLeaves: 5 },
      { minGain: 0.01 },
      { candidates: "boundaries" },
      { attributesPerNode: 2 },
      { significance: 0.05 },
      { priors: "equal" },
      { criterion: "gini", mdlCorrection: false },
    ];
    for (const options of others) expect(check(table, options).grown, JSON.stringify(options)).toBe(false);
  });
});
