import { describe, expect } from "vitest";
import { holds } from "../src/model/condition.js";
import { isEnsemble, isTree, type Model } from "../src/model/model.js";
import { bind } from "../src/predict/bind.js";
import { tableAttributes } from "../src/predict/cells.js";
import { predictTable } from "../src/predict/predictTable.js";
import type { Column } from "../src/table/column.js";
import { selectRows, type Table } from "../src/table/table.js";
import { explain } from "../src/use/explain/explain.js";
import type { Because, Explained } from "../src/use/explain/explanation.js";
import { itHoldsForEveryModel } from "./kit/models.js";
import { mixedTable } from "./mixedTable.js";

const asked = mixedTable({ rows: 60, seed: 2, target: "classes", missing: 0.2 });

const rulesOf = (because: Because) => (because.kind === "tree" ? because.paths : because.rules);

/** Cells are prepared before the tests, so that conditions are not about the table's own cells. */
const isPrepared = (model: Model) =>
  isTree(model) && (model.derived ?? []).some(({ kind }) => kind !== "eachValue");

/** The table with the cells of the next row in all columns but these. */
function othersFromNextRow(table: Table, kept: ReadonlySet<string>): Table {
  const next = Array.from({ length: table.rows }, (_, row) => (row + 1) % table.rows);
  const moved = selectRows(table, next);
  const columns: Column[] = table.columns.map((column, c) =>
    kept.has(column.name) ? column : moved.columns[c],
  );
  return { rows: table.rows, columns };
}

function checkHolding(model: Model, { attributes, explanations }: Explained): void {
  const { cells } = bind(model.attributes, asked);
  for (const { row, because } of explanations) {
    for (const rule of rulesOf(because)) {
      for (const condition of rule.if) {
        const { type } = attributes[condition.attribute];
        expect(holds(condition, cells[condition.attribute][row], type !== "numeric")).toBe(true);
      }
    }
  }
}

/** What the formulas of leaves read. */
function readByLeaves(model: Model): string[] {
  if (isEnsemble(model) && model.members.kind === "models") return model.members.models.flatMap(readByLeaves);
  if (!isTree(model)) return [];
  const formulas = model.nodes.flatMap(({ answer }) =>
    answer === undefined ? [] : answer.kind === "linear" ? [answer.formula] : answer.formulas,
  );
  const read = new Set(formulas.flatMap(({ terms }) => terms.map(({ attribute }) => attribute)));
  // A formula may read a measure, which reads columns of the table.
  return [...read].some((attribute) => attribute >= tableAttributes(model).length)
    ? tableAttributes(model).map(({ name }) => name)
    : [...read].map((attribute) => model.attributes[attribute].name);
}

/** Changing what is neither in the conditions nor in formulas does not change the prediction. */
function checkSufficient(model: Model, { attributes, explanations }: Explained): void {
  const answers = predictTable(model, asked);
  for (const { row, because } of explanations.filter(({ row }) => row % 5 === 0)) {
    // Rules apply in order: that the earlier ones did not match is a reason, too.
    if (because.kind === "rules" || isByNeighbours(because)) continue;
    const kept = new Set([
      ...rulesOf(because).flatMap((rule) => rule.if.map(({ attribute }) => attributes[attribute].name)),
      ...readByLeaves(model),
    ]);
    const changed = predictTable(model, othersFromNextRow(asked, kept));
    if (answers.kind === "classification" && changed.kind === "classification") {
      expect(changed.labels[row]).toBe(answers.labels[row]);
    } else if (answers.kind === "regression" && changed.kind === "regression") {
      expect(changed.values[row]).toBe(answers.values[row]);
    }
  }
}

/** The rows nearest to this one answer, and the rules are those of the tree that chose the attributes. */
const isByNeighbours = (because: Because) => because.kind === "trees" && because.nearest !== undefined;

/** Shares of paths sum to 1, and the trees' contributions sum to the prediction. */
function checkSums({ explanations }: Explained): void {
  for (const { because, probability, prediction } of explanations) {
    if (because.kind === "tree") expect(total(because.paths.map(({ share }) => share))).toBeCloseTo(1, 9);
    if (because.kind !== "trees" || because.sum === "score" || isByNeighbours(because)) continue;
    const wanted = because.sum === "probability" ? probability! : (prediction as number);
    expect(total(because.rules.map(({ weight }) => weight))).toBeCloseTo(wanted, 9);
  }
}

const total = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

function check(model: Model): void {
  const explained = explain(model, asked);
  expect(explained.explanations).toHaveLength(asked.rows);
  checkSums(explained);
  if (isPrepared(model)) return;
  checkHolding(model, explained);
  checkSufficient(model, explained);
}

describe("an explanation's conditions hold, suffice, and add up", () => {
  itHoldsForEveryModel(check);
});
