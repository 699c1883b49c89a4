import { expect, it } from "vitest";
import { accuracyOn, classesSaid, mixedTable, once, readAgain, refusal } from "../../../test/kit/index.js";
import type { ClassFacts, SplitNode, TreeModel, ValueFacts } from "../../model/tree.js";
import { isSplit } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { pruningSequence } from "../../targets/modelTools.js";
import { fitTable } from "../fit.js";
import { prune } from "../prune/prune.js";
import { removeNode } from "../prune/removeNode.js";
import { harden } from "./harden.js";

const fit = (table: Table, options: Record<string, unknown> = {}) =>
  fitTable(table, { target: "y", learner: "softTree", options: { decay: 0.03, ...options } }) as TreeModel;

const classes = mixedTable({ target: "classes", rows: 200, seed: 11 });
const numbers = mixedTable({ target: "values", rows: 200, seed: 5 });
const plain = once(() => fit(classes));
const LOSS = [
  [0, 1, 1],
  [3, 0, 1],
  [1, 1, 0],
];

it.each([{}, { priors: "equal" }, { loss: LOSS }])("harden gives the tree of gates=hard: %j", (options) => {
  const soft = fit(classes, options);
  const { model } = harden(soft, { table: classes });
  const hard = fit(classes, { ...options, gates: "hard" });
  expect(model.options).toEqual(hard.options);
  expect(hard.nodes.length).toBeGreaterThan(1);
  const wanted = hard.nodes.map((node) => {
    const { counts, label } = node as ClassFacts;
    const { test, missing, gain } = node as SplitNode;
    const facts = { counts: counts.map((count) => expect.closeTo(count, 6)), label };
    return isSplit(node) ? { ...facts, test, missing, gain: expect.closeTo(gain, 6) } : facts;
  });
  expect(model.nodes).toMatchObject(wanted);
});

it("harden is needed before any node becomes a leaf", () => {
  const soft = plain();
  const message = "its nodes cannot be pruned one by one";
  expect(() => prune(soft, { by: "costComplexity", options: { alpha: 0.01 } })).toThrow(message);
  expect(() => removeNode(soft, [])).toThrow(message);
  expect(() => pruningSequence(soft)).toThrow(message);
  const { model } = harden(soft, { table: classes });
  expect(removeNode(model, []).nodes).toHaveLength(1);
  expect(prune(model, { by: "costComplexity", options: { alpha: 1 } }).nodes).toHaveLength(1);
  expect(refusal(() => harden(model))).toMatch(/^MODEL_KIND: /);
});

it("harden states what it costs on the rows of the table", () => {
  const soft = plain();
  const { model, loss } = harden(soft, { table: classes });
  expect(loss!.rows).toBe(200);
  expect(loss!.soft).toBeCloseTo(1 - accuracyOn(soft, classes), 12);
  expect(loss!.hard).toBeCloseTo(1 - accuracyOn(model, classes), 12);
  expect(readAgain(model)).toEqual(model);
});

it("harden of a regression tree predicts the means of the rows that reach the leaves", () => {
  const { model, loss } = harden(fit(numbers), { table: numbers });
  const hard = fit(numbers, { gates: "hard" });
  const wanted = (hard.nodes as readonly ValueFacts[]).map(({ value, error }) => {
    return { value: expect.closeTo(value, 6), error: expect.closeTo(error, 6) };
  });
  expect(model.nodes).toMatchObject(wanted);
  expect(loss!.hard).toBeGreaterThan(0);
});

it("harden without a table keeps what the leaves answer, and the loss that was measured in training", () => {
  const soft = plain();
  const { model, loss } = harden(soft);
  expect(loss).toEqual(soft.hardening);
  expect(model.nodes.filter((node) => !isSplit(node))).toEqual(soft.nodes.filter((node) => !isSplit(node)));
  expect(model.nodes.some((node) => isSplit(node) && node.test.kind === "gate")).toBe(false);
});

const loss = [
  [0, 1, 1],
  [20, 0, 20],
  [1, 1, 0],
];
it.each([{ loss }, { priors: [0.05, 0.9, 0.05] }])(
  "costs of soft trees a class that is costly to miss, or more frequent, is predicted more often: %j",
  (options) => {
    const count = (model: TreeModel) => classesSaid(model, classes).labels.filter((one) => one === 1).length;
    expect(count(fit(classes, options))).toBeGreaterThan(count(plain()));
  },
);

it("costs of soft trees numbers have no priors", () => {
  expect(refusal(() => fit(numbers, { priors: "equal" }))).toMatch(/^OPTION_CONFLICT: /);
});
