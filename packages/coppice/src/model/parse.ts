import { z } from "zod";
import { CoppiceError, show } from "../base/errors.js";
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
  checkNodes(model);
  checkPreorder(model);
  return model;
}

/** `found` says what was found where the value alone would not. */
function fault(path: string, rule: string, value: unknown, found = describe(value)): CoppiceError {
  const facts = { name: path, rule, value: typeof value === "object" ? found : value };
  return new CoppiceError("MODEL_INVALID", `${path} must be ${rule}; got ${found}`, facts);
}

/** Never calls the value's own methods: a JSON object may have a key `toString`. */
function describe(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  return value === undefined ? "nothing" : show(value);
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

type Json = { readonly [key: string]: unknown };

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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

function checkLevels(levels: readonly string[] | undefined, path: string): void {
  const seen = new Set<string>();
  levels?.forEach((level, code) => {
    if (seen.has(level)) throw fault(`${path}[${code}]`, "a level not listed before", level);
    seen.add(level);
  });
}

function checkNodes(model: TreeModel): void {
  const nodes: readonly unknown[] = model.nodes;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const path = `nodes[${i}]`;
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

function checkSplit(node: Json, path: string, index: number, model: TreeModel): void {
  const outcomes = checkTest(node.test, `${path}.test`, model);
  const { branches, missing } = node;
  checkFinite(node.gain, `${path}.gain`);
  if (!Array.isArray(branches)) throw fault(`${path}.branches`, "a list of node indexes", branches);
  const rule = "a share or branch rule";
  if (!isJson(missing)) throw fault(`${path}.missing`, rule, missing);
  if (missing.kind === "share") checkShares(missing.shares, branches.length, `${path}.missing.shares`);
  else if (missing.kind === "branch")
    checkIndex(missing.to, branches.length, `${path}.missing.to`, "a branch");
  else throw fault(`${path}.missing.kind`, rule, missing.kind);
  // One branch more than the outcomes is one for missing cells, and then they must go there.
  const own = missing.kind === "branch" && missing.to === outcomes ? 1 : 0;
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
  if (node.superclasses !== undefined) checkSuperclasses(node.superclasses, `${path}.superclasses`, model);
}

/** The number of outcomes of the test, once it is known to be sound. */
function checkTest(test: unknown, path: string, model: TreeModel): number {
  if (!isJson(test)) throw fault(path, "an object", test);
  checkIndex(test.attribute, model.attributes.length, `${path}.attribute`, "the index of an attribute");
  const attribute = model.attributes[test.attribute as number];
  const isNumeric = attribute.type === "numeric";
  const levels = attribute.levels?.length ?? 0;
  const kind = test.kind as Test["kind"];
  if (!isNumeric && levels === 0)
    throw fault(`${path}.attribute`, "an attribute with levels", test.attribute);
  if (isNumeric && (kind === "levels" || kind === "subset")) {
    throw fault(`${path}.kind`, "threshold or intervals on a numeric attribute", kind);
  }
  if (attribute.type !== "ordered" && !isNumeric && (kind === "threshold" || kind === "intervals")) {
    throw fault(`${path}.kind`, "levels or subset on an attribute without order", kind);
  }
  switch (kind) {
    case "threshold":
      checkCell(test.threshold, isNumeric, levels, `${path}.threshold`);
      return 2;
    case "levels":
      return levels;
    case "subset":
      checkSubset(test, levels, path);
      return 2;
    case "intervals":
      return checkEdges(test.edges, isNumeric, levels, `${path}.edges`);
    default:
      throw fault(`${path}.kind`, "threshold, levels, subset or intervals", kind);
  }
}

function checkCell(cell: unknown, isNumeric: boolean, levels: number, path: string): void {
  if (isNumeric) checkFinite(cell, path);
  else checkIndex(cell, levels, path, "a level code");
}

/** A side may be empty (then only unknown cells go there), both may not. */
function checkSubset(test: Json, levels: number, path: string): void {
  const seen = new Set<number>();
  for (const side of ["left", "right"] as const) {
    const codes = test[side];
    if (!Array.isArray(codes)) throw fault(`${path}.${side}`, "a list of level codes", codes);
    for (let i = 0; i < codes.length; i++) {
      checkIndex(codes[i], levels, `${path}.${side}[${i}]`, "a level code");
      if (seen.has(codes[i])) throw fault(`${path}.${side}[${i}]`, "a level not listed before", codes[i]);
      seen.add(codes[i]);
    }
  }
  if (seen.size === 0)
    throw fault(`${path}.left`, "a list of at least one level, or right must", [], "none in either");
}

function checkEdges(edges: unknown, isNumeric: boolean, levels: number, path: string): number {
  if (!Array.isArray(edges)) throw fault(path, "a list of edges", edges);
  for (let i = 0; i < edges.length; i++) {
    checkCell(edges[i], isNumeric, levels, `${path}[${i}]`);
    if (i > 0 && !(edges[i] > edges[i - 1]))
      throw fault(`${path}[${i}]`, "above the edge before it", edges[i]);
  }
  return edges.length + 1;
}

function checkShares(shares: unknown, branches: number, path: string): void {
  if (!Array.isArray(shares) || shares.length !== branches) {
    throw fault(path, `a list of ${branches} shares, one per branch`, shares);
  }
  let sum = 0;
  for (let b = 0; b < branches; b++) {
    if (!isAmount(shares[b])) throw fault(`${path}[${b}]`, AMOUNT, shares[b]);
    sum += shares[b];
  }
  if (!(Math.abs(sum - 1) <= 1e-9)) throw fault(path, "shares that sum to 1", sum);
}

function checkSuperclasses(groups: unknown, path: string, model: TreeModel): void {
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
function checkPreorder({ nodes }: TreeModel): void {
  const aside: { node: number; path: string }[] = [{ node: 0, path: "nodes" }];
  for (let i = 0; i < nodes.length; i++) {
    const next = aside.pop();
    if (next === undefined) throw fault(`nodes[${i}]`, "a branch of some node", i, "none that leads to it");
    if (next.node < i) throw fault(next.path, "branches that nothing else leads to", next.node);
    if (next.node > i) throw fault(next.path, `in preorder, with ${i} next`, next.node);
    const { test, branches = [] } = nodes[i] as { test?: Test; branches?: readonly number[] };
    if (test === undefined) continue;
    const path = `nodes[${i}].branches`;
    for (let b = branches.length - 1; b >= 0; b--) aside.push({ node: branches[b], path });
  }
  const left = aside.pop();
  if (left !== undefined) throw fault(left.path, "branches that nothing else leads to", left.node);
}

const AMOUNT = "a finite number of at least 0";

const isAmount = (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0;
const isIndex = (value: unknown, size: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < size;

function checkAmount(value: unknown, path: string): void {
  if (!isAmount(value)) throw fault(path, AMOUNT, value);
}

function checkFinite(value: unknown, path: string): void {
  if (!Number.isFinite(value)) throw fault(path, "a finite number", value);
}

function checkIndex(value: unknown, size: number, path: string, what: string): void {
  if (!isIndex(value, size)) throw fault(path, `${what} (0 to ${size - 1})`, value);
}
