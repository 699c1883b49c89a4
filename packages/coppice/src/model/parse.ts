import { z } from "zod";
import { CoppiceError } from "../base/errors.js";
import {
  AMOUNT,
  checkAmount,
  checkFinite,
  checkIndex,
  describe,
  fault,
  isAmount,
  isIndex,
  isJson,
  type Json,
} from "./checks.js";
import { checkCompetitors, checkMissing, checkPreparation } from "./parseMissing.js";
import { checkTest } from "./parseTest.js";
import type { Test } from "./test.js";
import type { TreeModel } from "./tree.js";

/**
 * A model from JSON: checked, never repaired or copied, so `deepEqual(parseModel(JSON.parse(JSON.stringify(m))), m)`.
 * zod checks the head; the nodes, of which there may be 100,000, are checked by plain loops.
 */
export function parseModel(json: unknown): TreeModel {
  checkFormat(json);
  checkHead(json);
  const model = json as unknown as TreeModel;
  checkColumns(model);
  checkCosts(model);
  checkTree(model, "nodes");
  if (model.preparation !== undefined) checkPreparation(model.preparation, model, checkTree);
  return model;
}

function checkFormat(json: unknown): asserts json is Json {
  if (!isJson(json) || json.format !== "coppice-tree") {
    const found = isJson(json) ? `format ${describe(json.format)}` : describe(json);
    const message = `this is not a coppice model: it must be an object with format "coppice-tree"; got ${found}`;
    throw new CoppiceError("MODEL_INVALID", message, { name: "format" });
  }
  if (json.version !== 1) {
    const message = `this program reads models of version 1; got version ${describe(json.version)}`;
    throw new CoppiceError("MODEL_VERSION", message, { name: "version", rule: "1" });
  }
}

// Each message is the rule that the value must fulfil.
const text = z.string("a string");
const amount = z.number("a number of at least 0").min(0, "a number of at least 0");
const column = z.looseObject(
  {
    name: text,
    type: z.enum(["numeric", "nominal", "ordered", "string"], "numeric, nominal, ordered or string"),
    levels: z.array(text, "a list of strings").optional(),
  },
  "an object with name and type",
);
const head = z.looseObject({
  learner: text,
  options: z.custom<Json>(isJson, "an object"),
  task: z.enum(["classification", "regression"], "classification or regression"),
  target: column,
  attributes: z.array(column, "a list of columns"),
  training: z.looseObject(
    { rows: amount, weight: amount, seed: z.number("a number") },
    "an object with rows, weight and seed",
  ),
  costs: z
    .looseObject(
      {
        factors: z.array(amount, "a list of numbers").optional(),
        loss: z.array(z.array(amount, "a list of numbers"), "a list of lists of numbers").optional(),
      },
      "an object with factors or loss",
    )
    .optional(),
  pruning: z
    .array(
      z.looseObject(
        {
          alpha: amount,
          splits: amount,
          error: amount,
          crossError: amount.optional(),
          crossStd: amount.optional(),
        },
        "an object with alpha, splits and error",
      ),
      "a list of the trees of the pruning sequence",
    )
    .optional(),
  nodes: z.custom<unknown[]>(
    (nodes) => Array.isArray(nodes) && nodes.length > 0,
    "a list of at least one node",
  ),
});

function checkHead(json: Json): void {
  const result = head.safeParse(json);
  if (result.success) return;
  const { path, message } = result.error.issues[0];
  let value: unknown = json;
  let name = "";
  for (const key of path) {
    value = (value as Record<PropertyKey, unknown>)[key];
    name += typeof key === "number" ? `[${key}]` : name === "" ? String(key) : `.${String(key)}`;
  }
  throw fault(name, message, value);
}

function checkColumns({ task, target, attributes }: TreeModel): void {
  const names = new Set([target.name]);
  attributes.forEach((attribute, i) => {
    if (names.has(attribute.name)) {
      throw fault(`attributes[${i}].name`, "different from the target's and every other's", attribute.name);
    }
    names.add(attribute.name);
    checkLevels(attribute.levels, `attributes[${i}].levels`);
  });
  checkLevels(target.levels, "target.levels");
  if (task === "regression" && target.type !== "numeric") {
    throw fault("target.type", "numeric for regression", target.type);
  }
  if (task === "classification" && (target.type === "numeric" || !target.levels?.length)) {
    throw fault("target.levels", "the list of classes for classification", target.levels);
  }
}

function checkCosts({ costs, target }: TreeModel): void {
  const classes = target.levels?.length ?? 0;
  const rule = `${classes} numbers, one for each class`;
  if (costs?.factors && costs.factors.length !== classes)
    throw fault("costs.factors", rule, costs.factors.length);
  const { loss } = costs ?? {};
  if (loss && (loss.length !== classes || loss.some((row) => row.length !== classes))) {
    throw fault("costs.loss", `a ${classes} x ${classes} matrix`, loss.length);
  }
}

function checkLevels(levels: readonly string[] | undefined, path: string): void {
  const seen = new Set<string>();
  levels?.forEach((level, code) => {
    if (seen.has(level)) throw fault(`${path}[${code}]`, "a level not listed before", level);
    seen.add(level);
  });
}

/** What a list of nodes is read against: the model, or one attribute as the target of a tree inside it. */
type Tree = Pick<TreeModel, "task" | "target" | "attributes" | "nodes">;

function checkTree(tree: Tree, at: string): void {
  checkNodes(tree, at);
  checkPreorder(tree, at);
}

function checkNodes(model: Tree, at: string): void {
  const nodes: readonly unknown[] = model.nodes;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const path = `${at}[${i}]`;
    if (!isJson(node)) throw fault(path, "an object", node);
    if (model.task === "classification") checkClassFacts(node, path, model.target.levels!.length);
    else checkValueFacts(node, path);
    if (node.test !== undefined) checkSplit(node, path, i, model);
    else if (node.branches !== undefined)
      throw fault(`${path}.test`, "given, since it has branches", node.test);
  }
}

function checkClassFacts(node: Json, path: string, classes: number): void {
  checkAmount(node.weight, `${path}.weight`);
  const { counts } = node;
  if (!Array.isArray(counts) || counts.length !== classes) {
    throw fault(`${path}.counts`, `a list of ${classes} class weights`, counts);
  }
  let total = 0;
  for (let k = 0; k < classes; k++) {
    if (!isAmount(counts[k])) throw fault(`${path}.counts[${k}]`, AMOUNT, counts[k]);
    total += counts[k];
  }
  if (total === 0) throw fault(`${path}.counts`, "class weights that are not all zero", counts);
  checkIndex(node.label, classes, `${path}.label`, "a class code");
}

function checkValueFacts(node: Json, path: string): void {
  checkAmount(node.weight, `${path}.weight`);
  checkFinite(node.value, `${path}.value`);
  checkAmount(node.error, `${path}.error`);
}

function checkSplit(node: Json, path: string, index: number, model: Tree): void {
  const outcomes = checkTest(node.test, `${path}.test`, model);
  const { branches, missing } = node;
  checkFinite(node.gain, `${path}.gain`);
  if (!Array.isArray(branches)) throw fault(`${path}.branches`, "a list of node indexes", branches);
  const rule = checkMissing(missing, branches.length, `${path}.missing`, model);
  // One branch more than the outcomes is one for missing cells, and then they must go there.
  const own = rule === missing && rule.kind === "branch" && rule.to === outcomes ? 1 : 0;
  if (branches.length !== outcomes + own) {
    throw fault(
      `${path}.branches`,
      `a list of ${outcomes + own}, one per outcome`,
      branches,
      String(branches.length),
    );
  }
  for (let b = 0; b < branches.length; b++) {
    const later = isIndex(branches[b], model.nodes.length) && branches[b] > index;
    if (!later) throw fault(`${path}.branches[${b}]`, "the index of a later node", branches[b]);
  }
  if (node.competitors !== undefined) checkCompetitors(node.competitors, `${path}.competitors`, model);
  if (node.superclasses !== undefined) checkSuperclasses(node.superclasses, `${path}.superclasses`, model);
}

function checkSuperclasses(groups: unknown, path: string, model: Tree): void {
  const classes = model.target.levels?.length ?? 0;
  if (!Array.isArray(groups) || groups.length !== 2) throw fault(path, "two lists of class codes", groups);
  groups.forEach((group: unknown, g) => {
    if (!Array.isArray(group)) throw fault(`${path}[${g}]`, "a list of class codes", group);
    group.forEach((code: unknown, i) => {
      checkIndex(code, classes, `${path}[${g}][${i}]`, "a class code");
    });
  });
}

/** Walks as preorder demands: the next node is always the one that was put aside last. */
function checkPreorder({ nodes }: Tree, at: string): void {
  const aside: { node: number; path: string }[] = [{ node: 0, path: at }];
  for (let i = 0; i < nodes.length; i++) {
    const next = aside.pop();
    if (next === undefined) throw fault(`${at}[${i}]`, "a branch of some node", i, "none that leads to it");
    if (next.node < i) throw fault(next.path, "branches that nothing else leads to", next.node);
    if (next.node > i) throw fault(next.path, `in preorder, with ${i} next`, next.node);
    const { test, branches = [] } = nodes[i] as { test?: Test; branches?: readonly number[] };
    if (test === undefined) continue;
    const path = `${at}[${i}].branches`;
    for (let b = branches.length - 1; b >= 0; b--) aside.push({ node: branches[b], path });
  }
  const left = aside.pop();
  if (left !== undefined) throw fault(left.path, "branches that nothing else leads to", left.node);
}
