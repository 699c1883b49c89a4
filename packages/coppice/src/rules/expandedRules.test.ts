import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../test/kit/draws.js";
import { clinicModel } from "../../test/models.js";
import { random } from "../base/random.js";
import { fitTable } from "../learn/fit.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel } from "../model/tree.js";
import { predictTable } from "../predict/predictTable.js";
import { fruit } from "../synthetic/textbook.js";
import type { Column } from "../table/column.js";
import { makeTable, selectRows, type Table } from "../table/table.js";
import { expandedRules } from "./expandedRules.js";
import { asRules, joinedRules, joinedSize, ruleModelOf, simplifiedRules } from "./joinedRules.js";
import { joinedText } from "./joinedText.js";
import { rulesText } from "./rulesText.js";

/** Four attributes, `gaps` of every ten values missing, and a class that depends on them and on what is missing. */
function gapped(rows: number, seed: number, gaps: number, task: "classes" | "numbers"): Table {
  const rng = random(seed);
  const isGap = () => rng.below(10) < gaps;
  const codes = (n: number) => Int32Array.from({ length: rows }, () => (isGap() ? -1 : rng.below(n)));
  const x = Float64Array.from({ length: rows }, () => (isGap() ? Number.NaN : rng.below(12)));
  const [colour, flag, size] = [codes(4), codes(2), codes(3)];
  const score = (row: number) =>
    (x[row] > 5 ? 2 : 0) + (colour[row] === 1 ? 3 : 0) + (flag[row] < 0 ? 2 : flag[row]) + size[row];
  const target: Column =
    task === "numbers"
      ? { type: "numeric", name: "y", values: Float64Array.from({ length: rows }, (_, row) => score(row)) }
      : {
          type: "nominal",
          name: "y",
          levels: ["a", "b", "c"],
          codes: Int32Array.from({ length: rows }, (_, row) =>
            rng.below(8) === 0 ? rng.below(3) : Math.max(0, score(row)) % 3,
          ),
        };
  return makeTable([
    { type: "numeric", name: "x", values: x },
    { type: "nominal", name: "colour", levels: ["r", "g", "b", "k"], codes: colour },
    { type: "nominal", name: "flag", levels: ["no", "yes"], codes: flag },
    { type: "ordered", name: "size", levels: ["s", "m", "l"], codes: size },
    target,
  ]);
}

function predictions(model: TreeModel | RuleModel, table: Table): number[] {
  const answer = predictTable(model, table);
  return Array.from(answer.kind === "classification" ? answer.labels : answer.values);
}

function completeRows(table: Table): Table {
  const known = (column: Column, row: number) =>
    column.type === "numeric" ? !Number.isNaN(column.values[row]) : column.codes[row] >= 0;
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  return selectRows(
    table,
    rows.filter((row) => table.columns.every((column) => known(column, row))),
  );
}

/**
 * Options of a prepared tree, and whether the rules must agree on every row, or only on rows without missing values.
 */
const PREPARED = [
  [{ missing: "likely" }, "all"],
  [{ missing: "likelyInClass" }, "all"],
  [{ missing: "level" }, "all"],
  [{ missing: "indicator" }, "all"],
  [{ missing: "predict" }, "all"],
  [{ missing: "majority", missingAtPrediction: "likely" }, "all"],
  [{ missing: "likely", combinations: 2 }, "all"],
  [{ missing: "indicator", combinations: 2 }, "all"],
  [{ missing: "indicator", missingAtPrediction: "surrogate" }, "all"],
  [{ missing: "majority", missingAtPrediction: "eachValue" }, "complete"],
  [{ missing: "majority", combinations: 2 }, "complete"],
  [{ missing: "majority", combinations: 3 }, "complete"],
  [{ missing: "share", combinations: 2 }, "complete"],
] as const;

/** c45 if rows are divided: its tests have a branch per level, so that they cover every level. */
const learnerFor = ({ missing }: { readonly missing: string }) => (missing === "share" ? "c45" : "cart");

describe("rules over a table's own attributes", () => {
  it.each(PREPARED)("predict as the tree does: %j on %s rows", (options, claim) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.constantFrom("classes" as const, "numbers" as const),
        (seed, task) => {
          if (task === "numbers" && ["likelyInClass", "share"].includes(options.missing)) return;
          const table = gapped(120, seed, 2, task);
          const full = { ...options, maxDepth: 4, prune: "none" };
          const model = fitTable(table, { target: "y", learner: learnerFor(options), options: full });
          const unseen = gapped(400, seed + 1, 3, task);
          const judged = claim === "all" ? unseen : completeRows(unseen);
          expect(predictions(asRules(model), judged)).toEqual(predictions(model, judged));
          // Exclusive rules, merged or in any order, must agree on rows without missing values.
          const complete = completeRows(unseen);
          const joined = ruleModelOf(model, joinedRules(model));
          expect(predictions(joined, complete)).toEqual(predictions(model, complete));
          expect(predictions({ ...joined, rules: [...joined.rules].reverse() }, complete)).toEqual(
            predictions(model, complete),
          );
        },
      ),
      draws(8),
    );
  });

  it.each(PREPARED)("stay the same when simplified: %j", (options) => {
    for (const seed of [3, 4]) {
      const table = gapped(80, seed, 2, "classes");
      const full = { ...options, maxDepth: 3, prune: "none" };
      const model = fitTable(table, { target: "y", learner: learnerFor(options), options: full });
      const complete = completeRows(gapped(500, seed + 1, 1, "classes"));
      const simple = simplifiedRules(model, { effort: { steps: 100_000 } });
      expect(predictions(ruleModelOf(model, simple), complete)).toEqual(predictions(model, complete));
      // Each leaf counts once, however many conjunctions it takes.
      expect(simple.reduce((sum, { support }) => sum + support, 0)).toBeCloseTo(80, 6);
    }
  });

  it("cover missing values", () => {
    const table = makeTable([
      { type: "nominal", name: "c", levels: ["r", "g"], codes: Int32Array.of(0, 0, 0, 1, 1, -1, -1, -1, -1) },
      { type: "nominal", name: "y", levels: ["n", "p"], codes: Int32Array.of(0, 0, 0, 0, 0, 1, 1, 1, 1) },
    ]);
    const options = (missing: string) => ({ missing, prune: "none", minSplit: 2, minLeaf: 1 });
    const rulesWith = (missing: string) =>
      asRules(fitTable(table, { target: "y", learner: "cart", options: options(missing) }));
    expect(rulesText(rulesWith("indicator")).split("\n")).toEqual([
      "IF c is known    THEN n  (5 rows, 100%)",
      "IF c is missing  THEN p  (4 rows, 100%)",
      "OTHERWISE        THEN n  (no rows)",
    ]);
    expect(rulesWith("indicator").attributes.map(({ name }) => name)).toEqual(["c"]);
    // The level `unknown` is in no table: what is neither r nor g is left for the last rule.
    expect(predictions(rulesWith("level"), table)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it("expand a combination", () => {
    const model = fitTable(fruit(), {
      target: "class",
      learner: "cart",
      options: { combinations: 2, prune: "none" },
    });
    const text = joinedText(simplifiedRules(model), model.attributes);
    expect(text).not.toContain('"'); // no condition on a combination, whose name would be quoted
    const rules = asRules(model);
    expect(rules.attributes.map(({ name }) => name)).toEqual(["Color", "Size", "Shape", "Taste"]);
    expect(predictions(rules, fruit())).toEqual(predictions(model, fruit()));
    expect(joinedSize(simplifiedRules(model)).conditions).toBeLessThanOrEqual(
      joinedSize(joinedRules(model)).conditions,
    );
  });

  it("refer to attributes by their positions in a table, though added ones come between", () => {
    const rules = asRules(clinicModel());
    expect(rules.attributes.map(({ name }) => name)).toEqual(["age", "sex", "pulse"]);
    expect(Math.max(...rules.rules.flatMap((rule) => rule.if.map(({ attribute }) => attribute)))).toBe(2);
  });

  it("are limited in number", () => {
    // Fifteen conjunctions of two, one below the other on their no: there are 2^15 ways for a row to fail all of
    // them.
    const pairs = 15;
    const attributes = Array.from({ length: 2 * pairs }, (_, a) => ({
      name: `a${a}`,
      type: "nominal" as const,
      levels: ["0", "1"],
    }));
    const leaf = (label: number) => ({ weight: 1, counts: [1, 1], label });
    const model: TreeModel = {
      format: "coppice-tree",
      version: 2,
      learner: "cart",
      options: {},
      task: "classification",
      target: { name: "y", type: "nominal", levels: ["n", "p"] },
      attributes: [
        ...attributes,
        ...Array.from({ length: pairs }, (_, i) => ({
          name: `c${i}`,
          type: "nominal" as const,
          levels: ["no", "yes"],
        })),
      ],
      training: { rows: 2, weight: 2, seed: 1 },
      derived: Array.from({ length: pairs }, (_, i) => ({
        kind: "combination" as const,
        attribute: 2 * pairs + i,
        all: [0, 1].map((j) => ({ kind: "levels" as const, attribute: 2 * i + j, levels: [1] })),
      })),
      // Preorder: a test, its yes as a leaf, its no as the next test.
      nodes: [
        ...Array.from({ length: pairs }, (_, i) => [
          {
            ...leaf(0),
            test: { kind: "subset" as const, attribute: 2 * pairs + i, left: [1], right: [0] },
            branches: [2 * i + 1, 2 * i + 2],
            missing: { kind: "branch" as const, to: 1 },
            gain: 1,
          },
          leaf(1),
        ]).flat(),
        leaf(0),
      ],
    };
    expect(() => expandedRules(model, "exclusive")).toThrow(
      "over the table's own attributes, the leaves of this tree need more than 20000 rules: fit with fewer combinations, or a smaller tree",
    );
  });
});
