import { describe, expect, it } from "vitest";
import { MemoryEngine } from "../../engine/memory/engine.js";
import type { AsyncEngine, Request } from "../../engine/port.js";
import { parseModel } from "../../model/parse.js";
import { isSplit, sizeOf, type TreeModel } from "../../model/tree.js";
import { friedman1, twonorm, waveform } from "../../synthetic/index.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitJob, fitTable, fitWith, fitWithAsync } from "../fit.js";
import { type PruneRequest, prune } from "./prune.js";
import { PRUNE_CHOICES } from "./pruneOptions.js";

const table = waveform({ rows: 400, seed: 3 });
const target = table.columns.at(-1)!.name;
const numbers = friedman1({ rows: 200, seed: 3 });
const value = numbers.columns.at(-1)!.name;
const grow = (options: object = {}, of: Table = table, name = target) =>
  fitTable(of, { target: name, learner: "cart", options: { prune: "none", ...options } });
const full = grow();

const asJson = (model: TreeModel) => JSON.parse(JSON.stringify(model));

describe("fit with prune", () => {
  it.each(PRUNE_CHOICES)("%s gives a sound model that is no larger", (by) => {
    const model = grow({ prune: by });
    expect(parseModel(asJson(model))).toEqual(model);
    expect(sizeOf(model).leaves).toBeLessThanOrEqual(sizeOf(full).leaves);
    if (by !== "none") expect(sizeOf(model).leaves).toBeLessThan(sizeOf(full).leaves);
    expect(grow({ prune: by })).toEqual(model);
  });

  it.each(["costComplexity", "reducedError", "mergeLeaves"])("%s prunes trees of numbers", (by) => {
    for (const criterion of ["squaredError", "absoluteError"]) {
      const whole = grow({ criterion }, numbers, value);
      const model = grow({ criterion, prune: by }, numbers, value);
      expect(parseModel(asJson(model))).toEqual(model);
      expect(sizeOf(model).leaves).toBeLessThan(sizeOf(whole).leaves);
    }
  });

  it("keeps the rows it prunes by from growth", () => {
    const { training } = grow({ prune: "reducedError", pruneShare: 0.4 });
    expect(training.rows).toBeLessThan(280);
    expect(training.rows).toBeGreaterThan(200);
    const model = grow({ prune: "costComplexity", chooseBy: "holdOut" });
    expect(model.training.rows).toBeLessThan(320);
    expect(model.pruning![0].crossError).toBeGreaterThan(0.8);
    expect(model.nodes[0].weight).toBe(model.training.rows);
  });

  it("chooses the smallest tree within a standard error, on request", () => {
    const rows = grow({ prune: "costComplexity", pruneRule: "min" }).pruning!;
    const best = rows.reduce((a, b) => (b.crossError! < a.crossError! ? b : a));
    const chosen = rows.find(({ crossError }) => crossError! <= best.crossError! + best.crossStd!)!;
    const model = grow({ prune: "costComplexity", pruneRule: "1se" });
    expect(model.pruning).toEqual(rows);
    expect(model.nodes.filter(isSplit).length).toBe(chosen.splits);
    expect(chosen.splits).toBeLessThan(best.splits);
  });

  it("has the errors of the root alone in the first row, by rpart's formulas", () => {
    const [root] = grow({ prune: "costComplexity" }).pruning!;
    const counts = "counts" in full.nodes[0] ? full.nodes[0].counts : [];
    const risk = 400 - Math.max(...counts);
    expect(root.splits).toBe(0);
    // Folds may find another class the most frequent: a few rows more than the root's own errors.
    const errors = root.crossError! * risk;
    expect(errors).toBeGreaterThanOrEqual(risk);
    expect(errors).toBeCloseTo(Math.round(errors), 9);
    // Losses are 0 or 1, so that their squares sum to the errors too: √(Σl² - (Σl)²/n).
    expect(root.crossStd).toBeCloseTo(Math.sqrt(errors - (errors * errors) / 400) / risk, 9);
  });

  it("prunes at a given alpha, and counts weights as rows", () => {
    const model = grow({ prune: "costComplexity", alpha: 0.02 });
    expect(model.pruning!.length).toBeGreaterThan(5);
    expect(model.pruning![0]).not.toHaveProperty("crossError");
    const twice = makeTable([
      ...table.columns,
      { type: "numeric", name: "w", values: new Float64Array(400).fill(2) },
    ]);
    const heavy = fitTable(twice, {
      target,
      weight: "w",
      learner: "cart",
      options: { prune: "costComplexity", alpha: 0.02 },
    });
    expect(sizeOf(heavy)).toEqual(sizeOf(model));
  });

  it("learns the same from an engine that answers later, and reports progress once", async () => {
    const done: number[] = [];
    const job = fitJob(table, {
      target,
      learner: "cart",
      options: { prune: "costComplexity", pruneFolds: 3 },
      onProgress: (x) => done.push(x),
    });
    const now = fitWith(job, (problem) => new MemoryEngine(problem));
    expect(done.every((x, i) => i === 0 || x >= done[i - 1])).toBe(true);
    expect(done.at(-1)).toBe(1);
    const later = await fitWithAsync(job, (problem) => {
      const engine = new MemoryEngine(problem);
      return {
        facts: engine.facts,
        answer: async (request: Request) => engine.answer(request),
      } as AsyncEngine;
    });
    expect(later).toEqual(now);
  });

  it("does not fall over a table of one row", () => {
    const one = selectRows(table, [0]);
    for (const by of PRUNE_CHOICES) expect(grow({ prune: by }, one).nodes.length).toBe(1);
  });

  it("refuses answers that cannot go together", () => {
    const fails = (options: object, message: RegExp, of: Table = table, name = target) => {
      expect(() => grow(options, of, name)).toThrow(
        expect.objectContaining({ code: "OPTION_CONFLICT", message: expect.stringMatching(message) }),
      );
    };
    fails({ alpha: 0.1 }, /alpha is for prune=costComplexity, and prune is none/);
    fails({ prune: "mdl", maxIncrease: 0.1 }, /maxIncrease is for prune=mergeLeaves/);
    fails({ prune: "mdl", mergeTo: 2 }, /mergeTo is for prune=mergeLeaves/);
    fails({ prune: "costComplexity", chooseBy: "alpha" }, /chooseBy=alpha needs alpha/);
    fails(
      { prune: "costComplexity", table: "rpart", nominal: "perLevel", numeric: "bins", bins: 3 },
      /two branches everywhere/,
    );
    for (const by of ["errorBased", "mdl", "chiSquared"]) {
      fails({ prune: by }, /counts classes, and the target is numeric/, numbers, value);
    }
  });
});

describe("prune", () => {
  const by = (request: PruneRequest, model = full) => prune(model, request);

  it("does to a saved tree what fit does to a grown one", () => {
    for (const method of ["errorBased", "mergeLeaves", "mdl", "chiSquared"] as const) {
      expect(by({ by: method, table }).nodes).toEqual(grow({ prune: method }).nodes);
    }
    const chosen = by({ by: "costComplexity", table });
    expect(chosen.nodes).toEqual(grow({ prune: "costComplexity" }).nodes);
    expect(chosen.pruning).toEqual(grow({ prune: "costComplexity" }).pruning);
    expect(by({ by: "costComplexity", options: { alpha: 0.02 } }).nodes).toEqual(
      grow({ prune: "costComplexity", alpha: 0.02 }).nodes,
    );
  });

  it("prunes by other rows, whatever the order of their columns", () => {
    const other = waveform({ rows: 300, seed: 8 });
    const turned = makeTable([...other.columns].reverse());
    expect(by({ by: "reducedError", table: turned })).toEqual(by({ by: "reducedError", table: other }));
    expect(sizeOf(by({ by: "reducedError", table: other })).leaves).toBeLessThan(sizeOf(full).leaves);
    const chosen = by({ by: "costComplexity", options: { chooseBy: "holdOut" }, table: other });
    expect(chosen.pruning![0].crossError).toBeGreaterThan(0.8);
  });

  it("says which rows it lacks", () => {
    const fails = (request: PruneRequest, code: string, message: RegExp) => {
      expect(() => by(request)).toThrow(
        expect.objectContaining({ code, message: expect.stringMatching(message) }),
      );
    };
    fails({ by: "reducedError" }, "PRUNE_ROWS", /needs a table of rows to prune by/);
    fails({ by: "errorBased" }, "PRUNE_ROWS", /needs the training table; give it, or set raising=false/);
    fails({ by: "costComplexity" }, "PRUNE_ROWS", /cross-validation needs the training table; or give alpha/);
    fails(
      { by: "costComplexity", options: { chooseBy: "holdOut" } },
      "PRUNE_ROWS",
      /needs a table of rows to choose by/,
    );
    const few = selectRows(table, [1, 2, 3]);
    fails({ by: "errorBased", table: few }, "MODEL_MISMATCH", /do not fill its leaves as they did/);
    fails({ by: "costComplexity", table: few }, "MODEL_MISMATCH", /they weigh 400, and those of the table 3/);
    const blind = makeTable(table.columns.slice(0, -1));
    fails(
      { by: "reducedError", table: blind },
      "MODEL_MISMATCH",
      /needs rows with the target .*, a column that the table/,
    );
    fails({ by: "mdl", options: { folds: 3 } }, "OPTION_UNKNOWN", /prune has no option "folds"/);
    fails(
      { by: "errorBased", options: { confidence: 0.9 } },
      "OPTION_RANGE",
      /confidence must be a number above 0 and at most 0.5/,
    );
  });
});

describe("pruning by cross-validation with surrogates", () => {
  it("gives the same table where no cell is missing: surrogates are not asked", () => {
    const table = twonorm({ rows: 300, seed: 4 });
    const tables = ["surrogate", "majority"].map((missing) => {
      const { pruning, nodes } = fitTable(table, { target: "class", learner: "cart", options: { missing } });
      return { pruning, splits: nodes.length };
    });
    expect(tables[0]).toEqual(tables[1]);
    expect(tables[0].pruning!.length).toBeGreaterThan(3);
  });
});
