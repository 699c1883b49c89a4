import { describe, expect } from "vitest";
import { holds } from "../src/model/condition.js";
import { isEnsemble, isTree, type Model } from "../src/model/model.js";
import { bind } from "../src/predict/bind.js";
import { tableAttributes } from "../src/predict/cells.js";
import { predictTable } from "../src/predict/predictTable.js";
import { makeTable, selectRows, type Table } from "../src/table/table.js";
import { explain } from "../src/use/explain/explain.js";
import type { Because, Explained } from "../src/use/explain/explanation.js";
import { itHoldsForEveryModel } from "./kit/models.js";
import { mixedTable } from "./mixedTable.js";

const asked = mixedTable({ rows: 40, seed: 2, target: "classes", missing: 0.2 });

const rulesOf = (because: Because) => (because.kind === "tree" ? because.paths : because.rules);

/** Cells are prepared before the tests, so that conditions are not about the table's own cells. */
const isPrepared = (model: Model) =>
  isTree(model) && (model.derived ?? []).some(({ kind }) => kind !== "eachValue");

/** The conditions that do not hold. */
function broken(model: Model, { attributes, explanations }: Explained): object[] {
  const { cells } = bind(model.attributes, asked);
  return explanations.flatMap(({ row, because }) =>
    rulesOf(because)
      .flatMap((rule) => rule.if)
      .filter((condition) => {
        const { attribute } = condition;
        return !holds(condition, cells[attribute][row], attributes[attribute].type !== "numeric");
      })
      .map((condition) => ({ row, condition })),
  );
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

/** The row, with the cells of the next row in all columns but these. */
function withOthers(table: Table, row: number, kept: ReadonlySet<string>): Table {
  const [own, next] = [row, (row + 1) % table.rows].map((one) => selectRows(table, [one]).columns);
  return makeTable(own.map((column, c) => (kept.has(column.name) ? column : next[c])));
}

const answersOf = (model: Model, table: Table) => {
  const found = predictTable(model, table);
  return found.kind === "classification" ? found.labels : found.values;
};

/** The rows whose prediction changes with what is neither in the conditions nor in formulas. */
function changed(model: Model, { attributes, explanations }: Explained): object[] {
  const answers = answersOf(model, asked);
  const byLeaves = readByLeaves(model);
  return (
    explanations
      .filter(({ row }) => row % 4 === 0)
      // Rules apply in order: that the earlier ones did not match is a reason, too.
      .filter(({ because }) => because.kind !== "rules" && !isByNeighbours(because))
      .flatMap(({ row, because }) => {
        const read = rulesOf(because).flatMap((rule) => rule.if.map((one) => attributes[one.attribute].name));
        const [found] = answersOf(model, withOthers(asked, row, new Set([...read, ...byLeaves])));
        return found === answers[row] ? [] : [{ row, found, wanted: answers[row] }];
      })
  );
}

/** The rows nearest to this one answer, and the rules are those of the tree that chose the attributes. */
const isByNeighbours = (because: Because) => because.kind === "trees" && because.nearest !== undefined;

const total = (terms: readonly number[]) => terms.reduce((sum, term) => sum + term, 0);

/** Shares of paths sum to 1, and the trees' contributions sum to the prediction. */
function checkSums({ explanations }: Explained): void {
  for (const { because, probability, prediction } of explanations) {
    if (because.kind === "tree") expect(total(because.paths.map(({ share }) => share))).toBeCloseTo(1, 9);
    if (because.kind !== "trees" || because.sum === "score" || isByNeighbours(because)) continue;
    const wanted = because.sum === "probability" ? probability! : (prediction as number);
    expect(total(because.rules.map(({ weight }) => weight))).toBeCloseTo(wanted, 9);
  }
}

describe("an explanation's conditions hold, suffice, and add up", () => {
  itHoldsForEveryModel((model) => {
    const explained = explain(model, asked);
    expect(explained.explanations).toHaveLength(asked.rows);
    checkSums(explained);
    if (isPrepared(model)) return;
    expect(broken(model, explained)).toEqual([]);
    expect(changed(model, explained)).toEqual([]);
  });
});
