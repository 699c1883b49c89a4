import { expect, it } from "vitest";
import { mixedTable, numeric, refusal, shuffledRows } from "../../test/kit/index.js";
import { stratifiedFolds } from "../table/folds.js";
import { makeTable, type Table } from "../table/table.js";
import { keyColumn } from "../table/training/keyColumn.js";
import { fitTable } from "./fit.js";

/** Keys in no order, some negative and some beyond 32 bits. */
function withKeys(table: Table): Table {
  const ids = Array.from({ length: table.rows }, (_, row) => (row * 7919 - 40000) * 1_000_003);
  return makeTable([...table.columns, numeric("id", ids)]);
}

const mixedUp = (table: Table) => shuffledRows(table, 9);

const classes = withKeys(mixedTable({ target: "classes", rows: 90, seed: 3, missing: 0.1 }));
const values = withKeys(mixedTable({ target: "values", rows: 90, seed: 4, weights: "whole" }));

it.each([
  ["forest", { trees: 5 }],
  ["forest", { trees: 5, bootstrap: false, sampleShare: 0.6 }],
  ["extraTrees", { trees: 5 }],
  ["bagging", { trees: 2, settings: { prune: "costComplexity", pruneFolds: 3 } }],
  ["gradientBoost", { rounds: 5, rowShare: 0.5 }],
  ["cart", { pruneFolds: 3 }],
  ["cart", { chooseBy: "holdOut", validation: 0.3 }],
  ["softTree", { maxDepth: 2 }],
] as const)("with a row key the order of rows does not matter: %s %j", (learner, options) => {
  for (const [table, weight] of [[classes], [values, "weight"]] as const) {
    if (learner === "softTree" && weight) continue;
    const request = { target: "y", learner, options, rowKey: "id", ...(weight && { weight }) };
    const model = fitTable(table, request);
    expect(JSON.stringify(fitTable(mixedUp(table), request))).toBe(JSON.stringify(model));
    expect(model.attributes.map(({ name }) => name)).not.toContain("id");
  }
});

it("with a row key folds go with the rows", () => {
  const folds = (table: Table) => {
    const y = table.columns.find(({ name }) => name === "y")!;
    const keys = keyColumn(table, "id");
    const dealt = stratifiedFolds(y.type === "numeric" ? new Int32Array() : y.codes, 5, 1, keys);
    return new Map(Array.from(keys, (key, row) => [key, dealt[row]]));
  };
  const dealt = folds(classes);
  for (const [key, fold] of folds(mixedUp(classes))) expect(dealt.get(key)).toBe(fold);
});

it("with a row key forests draw by it, not by positions", () => {
  const request = { target: "y", learner: "forest", options: { trees: 3 } };
  const fit = (more: object) =>
    JSON.stringify(fitTable(classes, { ...request, attributes: ["fine", "color"], ...more }));
  expect(fit({ rowKey: "id" })).not.toBe(fit({}));
});

const whole = "must be a whole number between -2^53 and 2^53 in every row";
it.each([
  [[1, 2, 2], "must be different in every row; 2 is in several"],
  [[1, 2, 2.5], `${whole}; got 2.5 in row 3`],
  [[1, Number.NaN, 2], `${whole}; got a missing value in row 2`],
  [[1, 2, 2 ** 53], `${whole}; got 9007199254740992 in row 3`],
])("with a row key refuses %j", (ids, message) => {
  const table = makeTable([numeric("id", ids), numeric("x", [1, 2, 3]), numeric("y", [1, 2, 3])]);
  expect(refusal(() => fitTable(table, { target: "y", learner: "forest", rowKey: "id" }))).toBe(
    `KEY_COLUMN_INVALID: the row key "id" ${message}`,
  );
});
