import { fault, isJson, type Json } from "./checks.js";
import { type Combination, type EnsembleModel, type Members, memberCount } from "./ensemble.js";
import { writable } from "./modelJson.js";
import { packedFromJson } from "./packedJson.js";
import { checkCosts, costsField } from "./parseFacts.js";
import {
  amount,
  type Check,
  checkColumns,
  checkHead,
  finite,
  listOf,
  must,
  objectOf,
  oneOf,
  optional,
} from "./parseHead.js";
import { checkPreparation } from "./parseMissing.js";
import { checkTree, parseTree } from "./parseTree.js";
import type { TreeModel } from "./tree.js";

/** An ensemble from JSON, checked; the text of packed trees becomes columns again. */
export function parseEnsemble(json: Json): EnsembleModel {
  checkHead(json, head);
  const given = json as unknown as EnsembleModel;
  checkColumns(given);
  checkCosts(given);
  if (given.preparation !== undefined) checkPreparation(given.preparation, given, checkTree);
  const model = { ...given, members: writable(parseMembers(json.members, given)) };
  checkCombination(model);
  checkReport(model);
  return model;
}

const numbers = listOf(amount, "a list of numbers");
const COMBINATIONS: ReadonlyMap<unknown, Check> = new Map([
  ["mean", objectOf({}, "an object")],
  ["vote", objectOf({ weights: optional(numbers) }, "an object")],
  [
    "sum",
    objectOf(
      {
        base: listOf(finite, "a list of numbers"),
        outputs: must((n) => Number.isSafeInteger(n) && (n as number) >= 1, "an integer ≥ 1"),
        link: oneOf("identity", "logistic", "softmax", "exp"),
      },
      "an object",
    ),
  ],
]);

const combination: Check = (value, path) => {
  const rule = "an object of kind mean, vote or sum";
  if (!isJson(value)) throw fault(path, rule, value);
  const check = COMBINATIONS.get(value.kind);
  if (check === undefined) throw fault(`${path}.kind`, rule, value.kind);
  check(value, path);
};

const curve = objectOf(
  {
    on: oneOf("oob", "validation", "train"),
    measure: oneOf("error", "squaredError", "loss"),
    values: listOf((value, path) => value === null || finite(value, path), "a list of numbers"),
  },
  "an object with on, measure and values",
);

const importance = objectOf(
  {
    kind: oneOf("impurity", "corrected", "permutation", "gain"),
    values: listOf(finite, "a list of numbers"),
    spread: optional(numbers),
  },
  "an object with kind and values",
);

const head = {
  costs: costsField,
  combine: combination,
  members: objectOf({ kind: oneOf("packed", "models") }, "an object of kind packed or models"),
  report: optional(
    objectOf(
      { curves: optional(listOf(curve, "a list of curves")), importance: optional(importance) },
      "an object with curves or importance",
    ),
  ),
};

/** What members are read against. */
type Head = Pick<EnsembleModel, "task" | "target" | "attributes">;

export function parseMembers(members: unknown, model: Head): Members {
  if (!isJson(members)) throw fault("members", "an object of kind packed or models", members);
  if (members.kind === "packed") {
    return { kind: "packed", trees: packedFromJson(members.trees, model.attributes) };
  }
  const { models } = members;
  if (!Array.isArray(models) || models.length === 0) {
    throw fault("members.models", "a list of at least one model", models);
  }
  return { kind: "models", models: models.map((one, i) => memberOf(one, `members.models[${i}]`, model)) };
}

/** A member must answer the ensemble's question; it may know more attributes, which its own preparation adds. */
function memberOf(json: unknown, path: string, { task, target }: Head): TreeModel {
  if (!isJson(json) || json.format !== "coppice-tree" || json.version !== 1) {
    throw fault(path, "a model of one tree, of version 1", json);
  }
  const tree = parseTree(json);
  if (tree.task !== task) throw fault(`${path}.task`, task, tree.task);
  const levels = tree.target.levels ?? [];
  const wanted = target.levels ?? [];
  if (levels.length !== wanted.length || wanted.some((level, code) => level !== levels[code])) {
    throw fault(`${path}.target.levels`, "the classes of the ensemble", levels);
  }
  return tree;
}

function checkCombination(model: EnsembleModel): void {
  const { combine, members, task, target } = model;
  const count = memberCount(model);
  const classes = target.levels?.length ?? 0;
  const width = widthWanted(combine, task, classes);
  if (members.kind === "packed" && members.trees.width !== width) {
    throw fault("members.trees.width", String(width), members.trees.width);
  }
  if (count === 0) throw fault("members.trees.starts", "the starts of at least one tree", 0);
  if (combine.kind === "vote") checkVotes(combine, count, task);
  if (combine.kind === "sum") checkSum(combine, count, task, classes, members.kind);
}

function widthWanted(combine: Combination, task: string, classes: number): number {
  return combine.kind === "sum" || task === "regression" ? 1 : classes;
}

function checkVotes({ weights }: Extract<Combination, { kind: "vote" }>, count: number, task: string): void {
  if (task === "regression") throw fault("combine.kind", "mean or sum for regression", "vote");
  if (weights === undefined) return;
  if (weights.length !== count)
    throw fault("combine.weights", `${count} numbers, one for each member`, weights.length);
  if (!weights.some((weight) => weight > 0)) {
    throw fault("combine.weights", "numbers that are not all zero", weights);
  }
}

function checkSum(
  { base, outputs, link }: Extract<Combination, { kind: "sum" }>,
  count: number,
  task: string,
  classes: number,
  kind: Members["kind"],
): void {
  if (kind !== "packed") throw fault("members.kind", "packed where scores add up", kind);
  if (base.length !== outputs) throw fault("combine.base", `${outputs} numbers`, base.length);
  if (count % outputs !== 0) throw fault("combine.outputs", `a divisor of the ${count} trees`, outputs);
  const classLink = link === "logistic" || link === "softmax";
  if (classLink !== (task === "classification")) throw fault("combine.link", `one for ${task}`, link);
  const wanted = link === "softmax" ? classes : 1;
  if (outputs !== wanted) throw fault("combine.outputs", String(wanted), outputs);
  if (link === "logistic" && classes !== 2)
    throw fault("combine.link", "softmax for other than two classes", link);
}

function checkReport({ report, attributes }: EnsembleModel): void {
  const { values, spread } = report?.importance ?? {};
  const rule = `${attributes.length} numbers, one for each attribute`;
  if (values && values.length !== attributes.length) {
    throw fault("report.importance.values", rule, values.length);
  }
  if (spread && spread.length !== attributes.length) {
    throw fault("report.importance.spread", rule, spread.length);
  }
}
