import { fault, isJson, type Json, need, needObject, needSome } from "./checks.js";
import { type Combination, type EnsembleModel, type Members, memberCount } from "./ensemble.js";
import { writable } from "./modelJson.js";
import { packedFromJson } from "./packedJson.js";
import { checkDerived } from "./parseDerived.js";
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
import { checkNeighbours } from "./parseNeighbours.js";
import { checkTree, parseTree } from "./parseTree.js";
import type { TreeModel } from "./tree.js";
import { upgraded } from "./version.js";

/** An ensemble from JSON, checked; the text of packed trees becomes columns again. */
export function parseEnsemble(json: Json): EnsembleModel {
  checkHead(json, head);
  const given = json as unknown as EnsembleModel;
  checkColumns(given);
  checkCosts(given);
  if (given.derived !== undefined) checkDerived(given.derived, given, checkTree);
  if (given.neighbours !== undefined) checkNeighbours(given.neighbours, "neighbours", given);
  const model = { ...given, members: writable(parseMembers(json.members, given)) };
  checkCombination(model);
  return model;
}

const NUMBERS = "a list of numbers";
const numbers = listOf(amount, NUMBERS);
const finites = listOf(finite, NUMBERS);
const COMBINATIONS: ReadonlyMap<unknown, Check> = new Map([
  ["mean", objectOf({ weights: optional(numbers) }, "an object")],
  ["vote", objectOf({ weights: optional(numbers) }, "an object")],
  [
    "sum",
    objectOf(
      {
        base: finites,
        outputs: must((n) => Number.isSafeInteger(n) && (n as number) >= 1, "an integer ≥ 1"),
        link: oneOf("identity", "logistic", "softmax", "exp"),
      },
      "an object",
    ),
  ],
]);

const combination: Check = (value, path) => {
  const rule = "an object of kind mean, vote or sum";
  needObject(value, path, rule);
  const check = COMBINATIONS.get(value.kind);
  need(check !== undefined, `${path}.kind`, rule, value.kind);
  check(value, path);
};

const MEMBERS = "an object of kind packed or models";
const head = {
  costs: costsField,
  combine: combination,
  members: objectOf({ kind: oneOf("packed", "models") }, MEMBERS),
};

/** What members are read against. */
type Head = Pick<EnsembleModel, "task" | "target" | "attributes">;

export function parseMembers(members: unknown, model: Head): Members {
  needObject(members, "members", MEMBERS);
  if (members.kind === "packed") {
    return { kind: "packed", trees: packedFromJson(members.trees, model.attributes) };
  }
  const { models } = members;
  needSome(models, "members.models", "a list of at least one model");
  return { kind: "models", models: models.map((one, i) => memberOf(one, `members.models[${i}]`, model)) };
}

/** A member must have the ensemble's task and classes; it may have more attributes, which its own `derived` adds. */
function memberOf(json: unknown, path: string, { task, target }: Head): TreeModel {
  const isTree = isJson(json) && json.format === "coppice-tree";
  need(isTree, path, "a model of one tree", json);
  const tree = parseTree(upgraded(json));
  need(tree.task === task, `${path}.task`, task, tree.task);
  const levels = tree.target.levels ?? [];
  const wanted = target.levels ?? [];
  const isSame = levels.length === wanted.length && wanted.every((level, code) => level === levels[code]);
  need(isSame, `${path}.target.levels`, "the classes of the ensemble", levels);
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
  need(count > 0, "members.trees.starts", "the starts of at least one tree", 0);
  if (combine.kind === "vote")
    need(task !== "regression", "combine.kind", "mean or sum for regression", "vote");
  if (combine.kind !== "sum") checkWeights(combine, count, task);
  else checkSum(combine, count, task, classes, members.kind);
}

function widthWanted(combine: Combination, task: string, classes: number): number {
  return combine.kind === "sum" || task === "regression" ? 1 : classes;
}

function checkWeights({ weights }: Exclude<Combination, { kind: "sum" }>, count: number, task: string): void {
  if (weights === undefined) return;
  const at = "combine.weights";
  need(task !== "regression", at, "absent for regression", weights);
  need(weights.length === count, at, `${count} numbers, one for each member`, weights.length);
  need(
    weights.some((weight) => weight > 0),
    at,
    "numbers that are not all zero",
    weights,
  );
}

function checkSum(
  { base, outputs, link }: Extract<Combination, { kind: "sum" }>,
  count: number,
  task: string,
  classes: number,
  kind: Members["kind"],
): void {
  need(kind === "packed", "members.kind", "packed where scores add up", kind);
  need(base.length === outputs, "combine.base", `${outputs} numbers`, base.length);
  need(count % outputs === 0, "combine.outputs", `a divisor of the ${count} trees`, outputs);
  const classLink = link === "logistic" || link === "softmax";
  need(classLink === (task === "classification"), "combine.link", `one for ${task}`, link);
  const wanted = link === "softmax" ? classes : 1;
  need(outputs === wanted, "combine.outputs", String(wanted), outputs);
  need(link !== "logistic" || classes === 2, "combine.link", "softmax for other than two classes", link);
}
