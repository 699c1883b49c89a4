import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classesSaid, codesIn, valuesSaid } from "../../test/kit/answers.js";
import { forAll } from "../../test/kit/forAll.js";
import { leaf, levelsOf, split, subset, to, treeOf } from "../../test/kit/handmade.js";
import { isDeep } from "../../test/kit/length.js";
import { clinicModel } from "../../test/models.js";
import { fitTable } from "../learn/fit.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { TreeModel, TreeNode } from "../model/tree.js";
import type { Column } from "../table/column.js";
import { columnOf, makeTable, selectRows, type Table } from "../table/table.js";
import { few, grades, levels, randomTable, table } from "../testing/index.js";
import { expandedRules } from "./expandedRules.js";
import { asRules, joinedRules, ruleModelOf, simplifiedRules } from "./joinedRules.js";
import { rulesText } from "./rulesText.js";

/** Four attributes, `gaps` of every ten values missing, and a target that depends on them and on what is missing. */
function gapped(rows: number, seed: number, gaps: number, task: "classes" | "numbers"): Table {
  const drawn = randomTable({
    ...{ rows, seed, classes: task === "classes" ? 3 : 0, gaps: gaps / 10, signal: 0.85 },
    attributes: { x: few(12), colour: levels(4), flag: levels(2), size: grades(3) },
  });
  const [flag, y] = [codesIn(drawn, "flag"), columnOf(drawn, "y")];
  const target =
    y.type === "numeric"
      ? { ...y, values: y.values.map((value, row) => (flag[row] < 0 ? 9 : value)) }
      : { ...y, codes: y.codes.map((code, row) => (flag[row] < 0 ? 2 : code)) };
  return makeTable([...drawn.columns.slice(0, -1), target]);
}

function predictions(model: TreeModel | RuleModel, table: Table): number[] {
  const isOfValues = model.task === "regression";
  return [...(isOfValues ? valuesSaid(model, table) : classesSaid(model, table).labels)];
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

const levelOf = (name: string, ...levels: string[]) => ({ name, type: "nominal" as const, levels });

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
    forAll(
      5,
      [fc.integer({ min: 1, max: 10_000 }), fc.constantFrom("classes" as const, "numbers" as const)],
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
        const reversed = { ...joined, rules: [...joined.rules].reverse() };
        expect(predictions(reversed, complete)).toEqual(predictions(model, complete));
      },
    );
  });

  it.each(PREPARED)("stay the same when simplified: %j", (options) => {
    for (const seed of isDeep ? [3, 4] : [3]) {
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
    const c = table`c,y\nr,n\nr,n\nr,n\ng,n\ng,n\n,p\n,p\n,p\n,p`;
    const options = (missing: string) => ({ missing, prune: "none", minSplit: 2, minLeaf: 1 });
    const rulesWith = (missing: string) =>
      asRules(fitTable(c, { target: "y", learner: "cart", options: options(missing) }));
    expect(rulesText(rulesWith("indicator")).split("\n")).toEqual([
      "IF c is known    THEN n  (5 rows, 100%)",
      "IF c is missing  THEN p  (4 rows, 100%)",
      "OTHERWISE        THEN n  (no rows)",
    ]);
    expect(rulesWith("indicator").attributes.map(({ name }) => name)).toEqual(["c"]);
    // The level `unknown` is in no table: what is neither r nor g is left for the last rule.
    expect(predictions(rulesWith("level"), c)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
  });

  it("refer to attributes by their positions in a table, though added ones come between", () => {
    const rules = asRules(clinicModel());
    expect(rules.attributes.map(({ name }) => name)).toEqual(["age", "sex", "pulse"]);
    expect(Math.max(...rules.rules.flatMap((rule) => rule.if.map(({ attribute }) => attribute)))).toBe(2);
  });

  it("are limited in number", () => {
    // Fifteen conjunctions of two, one below the other on their no: there are 2^15 ways for a row to fail all of
    // them.
    const all = Array.from({ length: 30 }, (_, a) => levelOf(`a${a}`, "0", "1"));
    const combined = Array.from({ length: 15 }, (_, i) => levelOf(`c${i}`, "no", "yes"));
    const nodes = combined.reduceRight<readonly TreeNode[]>(
      (below, _, i) => split(subset(30 + i, [1], [0]), [leaf(0, 1), below], to(1)),
      [leaf(1, 0)],
    );
    const derived = combined.map((_, i) => ({
      ...{ kind: "combination" as const, attribute: 30 + i },
      all: [levelsOf(2 * i, 1), levelsOf(2 * i + 1, 1)],
    }));
    const model = treeOf([...all, ...combined], nodes, { derived } as Partial<TreeModel>);
    expect(() => expandedRules(model, "exclusive")).toThrow(
      "over the table's own attributes, the leaves of this tree need more than 20000 rules: fit with fewer combinations, or a smaller tree",
    );
  });
});
