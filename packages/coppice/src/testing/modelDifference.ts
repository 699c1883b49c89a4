import { memberCount } from "../model/ensemble.js";
import { memberTree } from "../model/memberTree.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import { modelJson } from "../model/modelJson.js";
import type { TreeModel } from "../model/tree.js";

/** Where two models first differ, in one line: the node, the field and both values. Undefined if they are the same. */
export function modelDifference(found: Model, wanted: Model): string | undefined {
  if (isTree(found) && isTree(wanted)) return treeDifference(found, wanted) ?? restDifference(found, wanted);
  if (isEnsemble(found) && isEnsemble(wanted) && memberCount(found) === memberCount(wanted)) {
    for (let member = 0; member < memberCount(wanted); member++) {
      const difference = treeDifference(memberTree(found, member), memberTree(wanted, member));
      if (difference !== undefined) return `member ${member}, ${difference}`;
    }
  }
  return restDifference(found, wanted);
}

function treeDifference(found: TreeModel, wanted: TreeModel): string | undefined {
  const nodes = Math.min(found.nodes.length, wanted.nodes.length);
  for (let node = 0; node < nodes; node++) {
    const difference = firstDifference(found.nodes[node], wanted.nodes[node]);
    if (difference !== undefined) return `node ${node}${difference}`;
  }
  return found.nodes.length === wanted.nodes.length
    ? undefined
    : `${found.nodes.length} nodes, but ${wanted.nodes.length} are wanted; the first ${nodes} are the same`;
}

function restDifference(found: Model, wanted: Model): string | undefined {
  const plain = (model: Model): unknown => JSON.parse(JSON.stringify(modelJson(model)));
  const difference = firstDifference(plain(found), plain(wanted));
  return difference && `the model${difference}`;
}

/** The path of the first difference of two values, and both: ".test.threshold is 3, but 4 is wanted". */
export function firstDifference(found: unknown, wanted: unknown): string | undefined {
  if (Object.is(found, wanted)) return undefined;
  if (!isObject(found) || !isObject(wanted) || kindOf(found) !== kindOf(wanted))
    return ` is ${shown(found)}, but ${shown(wanted)} is wanted`;
  for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
    const difference = firstDifference(found[key], wanted[key]);
    if (difference !== undefined) return `${Array.isArray(wanted) ? `[${key}]` : `.${key}`}${difference}`;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** An array is not a typed array, though both have elements. */
function kindOf(value: object): string {
  return Object.prototype.toString.call(value);
}

const MOST = 120;

function shown(value: unknown): string {
  if (value === undefined) return "absent";
  const text = Object.is(value, -0) ? "-0" : String(JSON.stringify(value) ?? value);
  return text.length <= MOST ? text : `${text.slice(0, MOST)}…`;
}
