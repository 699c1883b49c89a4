import { partLevelsFault } from "../table/notation.js";
import { checkFinite, checkIndex, fault, isJson, type Json, need, needList, needObject } from "./checks.js";
import type { EnsembleModel } from "./ensemble.js";
import type { Model } from "./model.js";
import { checkEdits } from "./parseEdits.js";
import {
  amount,
  type Check,
  checkFields,
  finite,
  listOf,
  must,
  objectOf,
  oneOf,
  optional,
  text,
} from "./parseHead.js";
import { checkTest } from "./parseTest.js";
import type { TreeModel } from "./tree.js";

/**
 * Checks what predictions do not depend on, above all what a model records about how it was learned. The rest of the model
 * has been checked. `coppice/predict` does without this.
 */
export function checkHistory(model: Model): void {
  checkFields(model as unknown as Json, fields);
  model.attributes.forEach((attribute, i) => {
    const wrong = partLevelsFault(attribute);
    if (wrong) throw fault(`attributes[${i}].${wrong.path}`, wrong.rule, wrong.value);
  });
  if (model.format === "coppice-rules") return;
  for (const [i, step] of (model.derived ?? []).entries()) {
    if (step.kind !== "predict") continue;
    const tree = {
      target: model.attributes[step.attribute],
      attributes: model.attributes,
      nodes: step.nodes,
    };
    checkSplits(tree, `derived[${i}].nodes`);
  }
  if (model.format === "coppice-tree") checkSplits(model, "nodes");
  else {
    checkImportance(model);
    if (model.members.kind === "models") model.members.models.forEach(checkHistory);
  }
}

const NUMBERS = "a list of numbers";
const numbers = listOf(amount, NUMBERS);
const curve = objectOf(
  {
    on: oneOf("oob", "validation", "train"),
    measure: oneOf("error", "squaredError", "loss"),
    values: listOf((value, path) => value === null || finite(value, path), NUMBERS),
  },
  "an object with on, measure and values",
);
const importance = objectOf(
  {
    kind: oneOf("impurity", "corrected", "permutation", "gain"),
    values: listOf(finite, NUMBERS),
    spread: optional(numbers),
    sums: optional(listOf(finite, NUMBERS)),
  },
  "an object with kind and values",
);
const pruned = objectOf(
  {
    alpha: amount,
    splits: amount,
    error: amount,
    crossError: optional(amount),
    crossStd: optional(amount),
  },
  "an object with alpha, splits and error",
);
const fields: Readonly<Record<string, Check>> = {
  learner: text,
  leafError: optional(oneOf("absolute", "worst")),
  options: must(isJson, "an object"),
  training: objectOf(
    { rows: amount, weight: amount, seed: must(Number.isFinite, "a number") },
    "an object with rows, weight and seed",
  ),
  pruning: optional(listOf(pruned, "a list of the trees of the pruning sequence")),
  optimality: optional(
    objectOf(
      {
        objective: amount,
        bound: amount,
        proved: must((value) => typeof value === "boolean", "true or false"),
        steps: amount,
      },
      "an object with objective, bound, proved and steps",
    ),
  ),
  spreads: optional(
    listOf(
      (value, path) => (Array.isArray(value) ? numbers(value, path) : amount(value, path)),
      "a list of numbers and lists of numbers",
    ),
  ),
  edits: optional(checkEdits),
  hardening: optional(
    objectOf({ rows: amount, soft: amount, hard: amount }, "an object with rows, soft and hard"),
  ),
  report: optional(
    objectOf(
      { curves: optional(listOf(curve, "a list of curves")), importance: optional(importance) },
      "an object with curves or importance",
    ),
  ),
};

type Tree = Pick<TreeModel, "target" | "attributes" | "nodes">;

function checkSplits(tree: Tree, at: string): void {
  tree.nodes.forEach((node, i) => {
    if (!("test" in node) || node.test === undefined) return;
    const split = node as unknown as Json;
    const path = `${at}[${i}]`;
    checkFinite(split.gain, `${path}.gain`);
    if (node.missing.kind === "surrogates") {
      node.missing.surrogates.forEach(({ agreement, adjusted }, s) => {
        checkFinite(agreement, `${path}.missing.surrogates[${s}].agreement`);
        checkFinite(adjusted, `${path}.missing.surrogates[${s}].adjusted`);
      });
    }
    if (split.competitors !== undefined) checkCompetitors(split.competitors, `${path}.competitors`, tree);
    if (split.superclasses !== undefined) checkSuperclasses(split.superclasses, `${path}.superclasses`, tree);
  });
}

function checkCompetitors(list: unknown, path: string, tree: Tree): void {
  needList(list, path, "a list of tests with their gains");
  list.forEach((competitor, i) => {
    const at = `${path}[${i}]`;
    needObject(competitor, at);
    checkTest(competitor.test, `${at}.test`, tree);
    checkFinite(competitor.gain, `${at}.gain`);
  });
}

function checkSuperclasses(groups: unknown, path: string, { target }: Tree): void {
  const classes = target.levels?.length ?? 0;
  needList(groups, path, "two lists of class codes", 2);
  groups.forEach((group, g) => {
    needList(group, `${path}[${g}]`, "a list of class codes");
    group.forEach((code, i) => {
      checkIndex(code, classes, `${path}[${g}][${i}]`, "a class code");
    });
  });
}

function checkImportance({ report, attributes }: EnsembleModel): void {
  const wanted = attributes.length;
  for (const name of ["values", "spread", "sums"] as const) {
    const { length = wanted } = report?.importance?.[name] ?? {};
    need(length === wanted, `report.importance.${name}`, `${wanted} numbers, one for each attribute`, length);
  }
}
