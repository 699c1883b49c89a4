import type { CoppiceError } from "../base/errors.js";
import { fault, isIndex, type Json, need, needList, needObject, needSome } from "./checks.js";
import { checkAnswer } from "./parseAnswer.js";
import { checkDerived } from "./parseDerived.js";
import { checkClassFacts, checkCosts, checkValueFacts, costsField } from "./parseFacts.js";
import { type Check, checkColumns, checkHead } from "./parseHead.js";
import { checkMissing } from "./parseMissing.js";
import { checkTest } from "./parseTest.js";
import type { Test } from "./test.js";
import type { TreeModel } from "./tree.js";

/**
 * A tree from JSON: checked, never repaired or copied, so `deepEqual(parseModel(JSON.parse(JSON.stringify(m))), m)`.
 */
export function parseTree(json: Json): TreeModel {
  checkHead(json, head);
  const model = json as unknown as TreeModel;
  checkColumns(model);
  checkCosts(model);
  checkTree(model, "nodes");
  if (model.derived !== undefined) checkDerived(model.derived, model, checkTree);
  return model;
}

const head: Readonly<Record<string, Check>> = {
  costs: costsField,
  nodes: (nodes, path) => needSome(nodes, path, "a list of at least one node"),
};

/** What a list of nodes is checked against: the model, or one attribute as the target of a tree inside it. */
type Tree = Pick<TreeModel, "task" | "target" | "attributes" | "nodes">;

export function checkTree(tree: Tree, at: string): void {
  checkNodes(tree, at);
  checkPreorder(tree, at);
}

function checkNodes(model: Tree, at: string): void {
  for (let i = 0; i < model.nodes.length; i++) {
    try {
      checkNode(model, i, "");
    } catch {
      // A path for every node would take longer than the checks: only where one fails is it made.
      checkNode(model, i, `${at}[${i}]`);
    }
  }
}

function checkNode(model: Tree, index: number, path: string): void {
  const node: unknown = model.nodes[index];
  needObject(node, path);
  if (model.task === "classification") checkClassFacts(node, path, model.target.levels!.length);
  else checkValueFacts(node, path);
  if (node.answer !== undefined) checkAnswer(node.answer, `${path}.answer`, model);
  if (node.test !== undefined) checkSplit(node, path, index, model);
  else need(node.branches === undefined, `${path}.test`, "given, since it has branches", node.test);
}

function checkSplit(node: Json, path: string, index: number, model: Tree): void {
  const outcomes = checkTest(node.test, `${path}.test`, model);
  const { branches, missing } = node;
  needList(branches, `${path}.branches`, "a list of node indexes");
  const rule = checkMissing(missing, branches.length, `${path}.missing`, model);
  // One more branch than outcomes means a branch for missing values, and then they must go there.
  const own = rule === missing && rule.kind === "branch" && rule.to === outcomes ? 1 : 0;
  const wanted = outcomes + own;
  const count = branches.length;
  need(count === wanted, `${path}.branches`, `a list of ${wanted}, one per outcome`, branches, String(count));
  branches.forEach((branch, b) => {
    const isLater = isIndex(branch, model.nodes.length) && branch > index;
    need(isLater, `${path}.branches[${b}]`, "the index of a later node", branch);
  });
}

/** Walks in preorder: the next node is always the last one pushed. */
function checkPreorder({ nodes }: Tree, at: string): void {
  // By depth: a branch still to come, and the node that leads to it.
  const pending = [0];
  const parents = [-1];
  for (let i = 0; i < nodes.length; i++) {
    const next = pending.pop();
    const parent = parents.pop()!;
    if (next === undefined) throw fault(`${at}[${i}]`, "a branch of some node", i, "none that leads to it");
    if (next < i) throw ledToTwice(at, parent, next);
    if (next !== i) throw fault(branchesOf(at, parent), `in preorder, with ${i} next`, next);
    const { test, branches = [] } = nodes[i] as { test?: Test; branches?: readonly number[] };
    if (test === undefined) continue;
    for (let b = branches.length - 1; b >= 0; b--) {
      pending.push(branches[b]);
      parents.push(i);
    }
  }
  const left = pending.pop();
  if (left !== undefined) throw ledToTwice(at, parents.pop()!, left);
}

function ledToTwice(at: string, parent: number, node: number): CoppiceError {
  return fault(branchesOf(at, parent), "branches that nothing else leads to", node);
}

function branchesOf(at: string, parent: number): string {
  return parent < 0 ? at : `${at}[${parent}].branches`;
}
