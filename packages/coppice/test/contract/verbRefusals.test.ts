import { describe, expect, it } from "vitest";
import { show } from "../../src/base/errors.js";
import { candidates } from "../../src/learn/edit/candidates.js";
import type { EnsembleModel } from "../../src/model/ensemble.js";
import { firstTrees } from "../../src/model/firstTrees.js";
import { memberTree } from "../../src/model/memberTree.js";
import { tennis } from "../../src/synthetic/index.js";
import { plainFolds, stratifiedFolds } from "../../src/table/folds.js";
import { groupedFolds } from "../../src/table/groupedFolds.js";
import { fitSync } from "../../src/targets/fitSync.js";
import { predictor, saveModel } from "../../src/targets/library.js";
import { saveModel as saveInNode } from "../../src/targets/modelFiles.js";
import { crossValidate } from "../../src/targets/nodeCrossValidate.js";
import { describeTable } from "../../src/use/describe/describeTable.js";
import { biasVariance } from "../../src/use/evaluate/biasVariance.js";
import { calibration } from "../../src/use/evaluate/calibration.js";
import { learningCurve } from "../../src/use/evaluate/curves.js";
import { holdOutSplit } from "../../src/use/evaluate/splits.js";
import { stability } from "../../src/use/evaluate/stability.js";
import { explain } from "../../src/use/explain/explain.js";
import { lateRefusal } from "../kit/refusal.js";
import { type ValuesOfRule, valuesOfRule } from "../kit/valuesOfRule.js";

/** What the functions of the library refuse in their options, and just accept: values on both sides of each rule. */

const table = tennis();
const tree = fitSync(table, { target: "Play", learner: "id3" });
const forest = fitSync(table, { target: "Play", learner: "forest", options: { trees: 3 } }) as EnsembleModel;
const truth = { kind: "classification", codes: Int32Array.of(0, 1), classes: ["a", "b"] } as const;
const half = { probabilities: new Float64Array(4).fill(0.5) };
const nothing = async () => [];

/** Rules that are not bounds or choices. */
const OTHERS: Readonly<Record<string, ValuesOfRule>> = {
  "an object": { good: [{}], bad: [5, "x", null, [1]] },
  "a text": { good: ["IF Wind = Weak THEN Yes"], bad: [5, null, ["x"], {}] },
  "a function": { good: [() => {}], bad: ["x", 3, null, {}] },
  "a column's name": { good: ["Outlook"], bad: [5, null, ["Wind"], {}] },
  "a list of column names": { good: [["Wind"], []], bad: ["Wind", 5, null, {}] },
  "a list of texts": { good: [["-"], []], bad: ["-", 5, null, [1], {}] },
  "a list of row numbers": { good: [[], [0, 13]], bad: [1, "0", null, {}] },
  "between 0 and 1": { good: [Number.MIN_VALUE, 1], bad: [0, 1 + Number.EPSILON, -1, Number.NaN] },
};

type Row = readonly [verb: string, option: string, rule: string, call: (value: never) => unknown];

const learning = { target: "Play", learner: "oneR" } as const;
const rowsBy = (verb: string, call: (options: object) => unknown, rules: Record<string, string[]>): Row[] =>
  Object.entries(rules).flatMap(([rule, options]) =>
    options.map((option): Row => [verb, option, rule, (value) => call({ [option]: value })]),
  );

/** What is checked in JavaScript too, so that values of any type are tried. */
const ROWS: readonly Row[] = [
  ...rowsBy("fit", (options) => fitSync(table, { target: "Play", ...options }), {
    "a column's name": ["target", "weight", "rowKey"],
    "a list of column names": ["ignore", "use", "attributes"],
    "an object": ["options"],
    "an integer ≥ 0": ["seed"],
    "a text": ["rules"],
    "a function": ["onWarning", "onProgress"],
    "a list of texts": ["missing"],
    '"." or ","': ["decimal"],
    '"dmy" or "mdy"': ["dates"],
  }),
  ...rowsBy("crossValidate", (options) => crossValidate(table, { ...learning, ...options }), {
    "true or false": ["stratified", "groupDuplicates"],
    "an integer from 2 to the number of rows (14)": ["folds"],
  }),
  ["predictor", "unknownKeys", '"error" or "ignore"', (unknownKeys) => predictor(tree, { unknownKeys })],
  ["explain", "rows", "a list of row numbers", (rows) => explain(tree, table, { rows })],
  ["saveModel", "format", '"compact" or "json"', (format) => saveModel(tree, { format })],
  ["saveModel in Node", "gzip", "true or false", (gzip) => saveInNode(tree, { gzip })],
  ["memberTree", "tree", "an integer from 0 to 2", (at) => memberTree(forest, at)],
  ["firstTrees", "the number of trees", "an integer from 1 to 3", (count) => firstTrees(forest, count)],
  ["calibration", "bins", "an integer from 1 to 1000", (bins) => calibration(0, truth, half, { bins })],
  ["plainFolds", "folds", "an integer from 2 to the number of rows (9)", (n) => plainFolds(9, n, 1)],
  [
    "stratifiedFolds",
    "folds",
    "an integer from 2 to the number of rows (9)",
    (n) => stratifiedFolds(new Int32Array(9), n, 1),
  ],
  [
    "groupedFolds",
    "folds",
    "an integer from 2 to the number of distinct rows (3)",
    (n) => groupedFolds(Int32Array.of(0, 1, 1, 2), n, 1),
  ],
];

/** What only the compiler keeps from being of another type: here numbers are tried, up to 2^53. */
const OF_NUMBERS: readonly Row[] = [
  ...rowsBy("crossValidate", (options) => crossValidate(table, { ...learning, ...options }), {
    "a share between 0 and 1": ["confidence"],
  }),
  ["candidates", "limit", "an integer ≥ 1", (limit) => candidates(tree, table, "root", { limit })],
  ["describe", "pairs", "an integer ≥ 0", (pairs) => describeTable(table, { target: "Play", pairs })],
  [
    "biasVariance",
    "samples",
    "an integer ≥ 2",
    (samples) => biasVariance(nothing, { truth, samples, holdout: 0.5, seed: 1 }),
  ],
  ["holdOutSplit", "holdout", "a share between 0 and 1", (share) => holdOutSplit(9, share, 1)],
  [
    "stability",
    "drop",
    "a share between 0 and 1",
    (drop) => stability(nothing, { rows: 9, samples: 2, drop, seed: 1 }),
  ],
  [
    "learningCurve",
    "shares",
    "between 0 and 1",
    (share) => learningCurve(nothing, { truth, splits: [], shares: [share], seed: 1 }),
  ],
];

/** Numbers up to 2^53. */
const safe = ({ good, bad }: ValuesOfRule) => ({
  good,
  bad: bad.filter((value) => typeof value === "number" && value !== 2 ** 53),
});

describe.each([
  ...ROWS.map((row) => [...row, valuesOfRule(row[2], OTHERS)] as const),
  ...OF_NUMBERS.map((row) => [...row, safe(valuesOfRule(row[2], OTHERS))] as const),
])("%s: %s must be %s", (_, option, rule, call, { good, bad }) => {
  it("is what values that break the rule are refused with", async () => {
    for (const value of bad)
      expect(await lateRefusal(() => call(value as never))).toBe(
        `OPTION_RANGE: ${option} must be ${rule}; got ${show(value)}`,
      );
  });

  it("is not said of values that meet the rule, up to its bounds", async () => {
    for (const value of good)
      expect(await outcome(() => call(value as never)), show(value)).not.toContain(`${option} must be`);
  });
});

/** The error of a call, of whatever kind: a value that meets its rule may be followed by others that do not. */
const outcome = async (call: () => unknown): Promise<string> => {
  try {
    await call();
  } catch (error) {
    return String(error);
  }
  return "no error";
};
