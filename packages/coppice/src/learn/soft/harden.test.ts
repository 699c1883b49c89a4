import { describe, expect, it } from "vitest";
import { accuracyOn, classesSaid } from "../../../test/kit/answers.js";
import { readAgain } from "../../../test/kit/readAgain.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { pruningSequence } from "../../targets/modelTools.js";
import { once } from "../../testing/contract/check.js";
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

describe("harden", () => {
  it.each([{}, { priors: "equal" }, { loss: LOSS }])(
    "gives the tree that gates=hard gives: %j",
    (options) => {
      const soft = fit(classes, options);
      const { model } = harden(soft, { table: classes });
      const hard = fit(classes, { ...options, gates: "hard" });
      expect(model.options).toEqual(hard.options);
      expect(model.nodes.length).toBe(hard.nodes.length);
      expect(hard.nodes.length).toBeGreaterThan(1);
      model.nodes.forEach((node, i) => {
        const other = hard.nodes[i];
        if (!("counts" in node) || !("counts" in other)) throw new Error("no classes");
        expect(node.counts).toEqual(other.counts.map((count) => expect.closeTo(count, 6)));
        expect(node.label).toBe(other.label);
        if (isSplit(node) && isSplit(other)) {
          expect([node.test, node.missing]).toEqual([other.test, other.missing]);
          expect(node.gain).toBeCloseTo(other.gain, 6);
        }
      });
    },
  );

  it("is needed before any node becomes a leaf", () => {
    const soft = plain();
    const message = "its nodes cannot be pruned one by one";
    expect(() => prune(soft, { by: "costComplexity", options: { alpha: 0.01 } })).toThrow(message);
    expect(() => removeNode(soft, [])).toThrow(message);
    expect(() => pruningSequence(soft)).toThrow(message);
    expect(removeNode(harden(soft, { table: classes }).model, []).nodes).toHaveLength(1);
  });

  it("states what it costs on the rows of the table", () => {
    const soft = plain();
    const { model, loss } = harden(soft, { table: classes });
    expect(loss!.rows).toBe(200);
    expect(loss!.soft).toBeCloseTo(1 - accuracyOn(soft, classes), 12);
    expect(loss!.hard).toBeCloseTo(1 - accuracyOn(model, classes), 12);
    expect(readAgain(model)).toEqual(model);
  });

  it("of a regression tree predicts the means of the rows that reach the leaves", () => {
    const { model, loss } = harden(fit(numbers), { table: numbers });
    const hard = fit(numbers, { gates: "hard" });
    model.nodes.forEach((node, i) => {
      const other = hard.nodes[i];
      if (!("value" in node) || !("value" in other)) throw new Error("no values");
      expect(node.value).toBeCloseTo(other.value, 6);
      expect(node.error).toBeCloseTo(other.error, 6);
    });
    expect(loss!.hard).toBeGreaterThan(0);
  });

  it("without a table keeps what the leaves answer, and the loss that was measured in training", () => {
    const soft = plain();
    const { model, loss } = harden(soft);
    expect(loss).toEqual(soft.hardening);
    expect(model.nodes.filter((node) => !isSplit(node))).toEqual(soft.nodes.filter((node) => !isSplit(node)));
    expect(model.nodes.some((node) => isSplit(node) && node.test.kind === "gate")).toBe(false);
  });

  it("makes a tree that can be pruned, and refuses one without gates", () => {
    const { model } = harden(plain(), { table: classes });
    expect(prune(model, { by: "costComplexity", options: { alpha: 1 } }).nodes.length).toBe(1);
    expect(() => harden(model)).toThrow(expect.objectContaining({ code: "MODEL_KIND" }));
  });
});

describe("costs of soft trees", () => {
  const loss = [
    [0, 1, 1],
    [20, 0, 20],
    [1, 1, 0],
  ];
  it.each([{ loss }, { priors: [0.05, 0.9, 0.05] }])(
    "a class that is costly to miss, or more frequent, is predicted more often: %j",
    (options) => {
      const count = (model: TreeModel) =>
        classesSaid(model, classes).labels.filter((one) => one === 1).length;
      expect(count(fit(classes, options))).toBeGreaterThan(count(plain()));
    },
  );

  it("numbers have no priors", () => {
    expect(() => fit(numbers, { priors: "equal" })).toThrow(
      expect.objectContaining({ code: "OPTION_CONFLICT" }),
    );
  });
});
