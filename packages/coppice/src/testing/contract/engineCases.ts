import type { Learner } from "../../learn/learner.js";
import type { Table } from "../../table/table.js";
import { fullCart } from "../fullCart.js";
import { mixedTable } from "../mixedTable.js";
import { randomMeasures } from "../randomMeasures.js";

type Options = Record<string, unknown>;

/** What is learned from a table. */
export interface EngineCase {
  readonly name: string;
  readonly table: Table;
  readonly learner: string | Learner;
  readonly options?: Options;
  readonly weight?: string;
}

const classes = { target: "classes" } as const;
const values = { target: "values" } as const;

/** Tables and options that ask an engine for everything it can be asked for. */
export function engineCases(seed: number): EngineCase[] {
  const complete = mixedTable({ ...classes, rows: 80, seed });
  const gaps = mixedTable({ ...classes, rows: 70, seed, missing: 0.15 });
  const whole = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "whole" });
  const fractional = mixedTable({ ...classes, rows: 60, seed, missing: 0.1, weights: "fractional" });
  const regression = mixedTable({ ...values, rows: 70, seed });
  const regressionGaps = mixedTable({ ...values, rows: 60, seed, missing: 0.15, weights: "fractional" });
  const named = new Map<Table, string>([
    [complete, "classes"],
    [gaps, "classes with gaps"],
    [whole, "classes with gaps and whole weights"],
    [fractional, "classes with gaps and weights"],
    [regression, "values"],
    [regressionGaps, "values with gaps and weights"],
  ]);
  const larger = (missing = 0) => mixedTable({ ...classes, rows: 200, seed, missing });
  const on = (table: Table, learner: string, options: Options = {}, weight?: string): EngineCase => ({
    name: `${learner} ${JSON.stringify(options)} of ${named.get(table) ?? "200 rows"}, seed ${seed}`,
    table,
    learner: learner === "cart" && options.prune === undefined ? fullCart : learner,
    options,
    ...(weight && { weight }),
  });
  const measures = (table: Table, options: Options = {}, weight?: string): EngineCase => ({
    ...on(table, "randomMeasures", options, weight),
    learner: randomMeasures,
  });
  return [
    measures(complete),
    measures(complete, { prune: "costComplexity", pruneFolds: 4, pruneRule: "min" }),
    measures(complete, { nominal: "perLevel", criterion: "entropy", validation: 0.2 }),
    measures(gaps),
    measures(gaps, { missing: "share" }),
    measures(gaps, { missing: "fraction" }),
    measures(gaps, { missing: "surrogate", competitors: 2 }),
    measures(gaps, { missing: "likely" }),
    measures(gaps, { missing: "level" }),
    measures(fractional, { missing: "fraction" }, "weight"),
    measures(regression),
    measures(regressionGaps, { missing: "share" }, "weight"),
    on(complete, "cart", { prune: "costComplexity" }),
    on(complete, "cart"),
    on(gaps, "cart", { missing: "share" }),
    on(gaps, "cart", { missing: "surrogate", competitors: 3 }),
    on(gaps, "cart", { missing: "surrogate", association: "counted", directions: "one", surrogates: 2 }),
    on(fractional, "cart", { missing: "surrogate", association: "adjustedKnown" }, "weight"),
    on(gaps, "c45", { missing: "surrogate", prune: "none" }),
    on(gaps, "cart", { missing: "level" }),
    on(gaps, "id3", { missing: "level" }),
    on(gaps, "cart", { missing: "fraction", nominal: "perLevel" }),
    on(gaps, "cart", { missing: "likelyInClass" }),
    on(gaps, "cart", { missing: "indicator", missingAtPrediction: "eachValue" }),
    on(whole, "cart", { missing: "predict", missingAtPrediction: "asTrained" }, "weight"),
    on(larger(0.05), "cart", { missing: "likely", validation: 0.3 }),
    on(larger(0.05), "cart", { missing: "drop" }),
    on(regressionGaps, "cart", { missing: "level", criterion: "absoluteError", maxDepth: 3 }, "weight"),
    on(gaps, "id3", { missing: "share", missingAtPrediction: "surrogate" }),
    on(regressionGaps, "cart", { missing: "surrogate", association: "rpart", maxDepth: 5 }, "weight"),
    on(gaps, "cart", { criterion: "twoing", nominal: "oneHot" }),
    on(complete, "cart", { criterion: "misclassification", maxExhaustive: 3 }),
    on(complete, "cart", { maxLeaves: 7 }),
    on(gaps, "cart", { attributesPerNode: 2 }),
    on(whole, "cart", { attributesPerNode: "sqrt", maxLeaves: 9 }, "weight"),
    on(gaps, "c45", { attributesPerNode: 2, prune: "none" }),
    on(gaps, "cart", { attributesPerNode: 2, numeric: "random", nominal: "random" }),
    on(fractional, "cart", { numeric: "random", nominal: "random", minLeaf: 3, missing: "share" }, "weight"),
    on(gaps, "cart", { randomTests: 5 }),
    on(regressionGaps, "cart", { attributesPerNode: "third", missing: "share" }, "weight"),
    on(regressionGaps, "cart", { numeric: "random", nominal: "random" }, "weight"),
    on(regression, "cart", { criterion: "absoluteError", maxDepth: 4, randomTests: 3 }),
    on(larger(), "cart", { validation: 0.3 }),
    on(complete, "cart", { order: "level" }),
    on(complete, "cart", { order: "best", significance: 0.05 }),
    on(whole, "cart", { criterion: "entropy" }, "weight"),
    on(gaps, "c45", { prune: "none" }),
    on(fractional, "c45", {}, "weight"),
    on(gaps, "id3", { missing: "share" }),
    on(gaps, "id3", { binning: "equalWidth" }),
    on(gaps, "oneR"),
    on(regression, "cart"),
    on(regression, "cart", { leaf: "median", maxDepth: 3 }),
    on(regression, "cart", { criterion: "absoluteError", maxDepth: 4 }),
    on(mixedTable({ ...values, rows: 200, seed }), "cart", { validation: 0.3 }),
    on(regressionGaps, "cart", { missing: "share" }, "weight"),
    on(
      regressionGaps,
      "cart",
      { criterion: "absoluteError", missing: "share", maxDepth: 3, nominal: "perLevel" },
      "weight",
    ),
  ];
}
