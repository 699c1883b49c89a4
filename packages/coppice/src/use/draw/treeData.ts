import { errorName } from "../../model/errorName.js";
import { isMeasure } from "../../model/measure.js";
import { attributesRead } from "../../model/measureAttributes.js";
import { plainRule } from "../../model/surrogates.js";
import type { Test } from "../../model/test.js";
import { isSplit, type PlainRule, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { endsOf, parentsOf } from "../../model/walk.js";
import { conditionOf, outcomeText, PRINT, softText, surrogateText, textOf, word } from "../../model/words.js";
import { formulaName, valueRange } from "./label.js";
import { coloursOf, OTHER, VALUE } from "./palette.js";

/**
 * A tree as a drawing needs it: plain data, small enough to embed in a page. Names are already passed through `word`;
 * the drawing code escapes them.
 */
export interface TreeData {
  readonly task: "classification" | "regression";
  readonly target: string;
  readonly attributes: readonly string[];
  readonly classes: readonly string[];
  /** One per class; a single one for regression. */
  readonly colours: readonly string[];
  /** What the error of a leaf's value is: "MSE". */
  readonly error: string;
  /** The range of the leaves' values. */
  readonly range: readonly [number, number];
  /** In preorder. */
  readonly nodes: readonly NodeData[];
}

export interface NodeData {
  /** Index of the parent; absent for the root. */
  readonly up?: number;
  /** The attribute that a split tests; absent for a leaf. */
  readonly a?: number;
  /** The condition on the edge from the parent, without its attribute. */
  readonly e?: string;
  /** How `e` is joined to the attribute's name; absent: by a space. */
  readonly j?: Join;
  /** Weight. */
  readonly w: number;
  /** The class or the value that it predicts. */
  readonly y: number;
  /** Class weights as alternating code and weight, largest first; at most ten classes. */
  readonly c?: readonly number[];
  /** The total weight of all classes. */
  readonly t?: number;
  /** The error of the value. */
  readonly r?: number;
  /** What it predicts by: a formula, or its name. */
  readonly f?: string;
  /** Number of descendants that are not in the data. */
  readonly h?: number;
  /** What happens to a missing value. */
  readonly m?: string;
}

/** `=`: one level; `in`: a set of levels; `not`: all but these; `is`: missing or known. */
export type Join = "=" | "in" | "not" | "is";

export interface TreeDataOptions {
  /** Maximum number of nodes: those with the most weight are kept. */
  readonly most?: number;
  readonly maxDepth?: number;
}

/** Trees with more nodes have no texts about missing values, which may be long. */
const MOST_NOTES = 3000;
const MOST_CLASSES = 10;
const LONGEST = 300;

/** A tree as data for a drawing: texts of conditions, figures of nodes, colours of classes. */
export function treeData(model: TreeModel, options: TreeDataOptions = {}): TreeData {
  const kept = keptNodes(model, options);
  const place = new Map(kept.map((node, i) => [node, i]));
  const parents = parentsOf(model);
  const ends = endsOf(model);
  const hasNotes = kept.length <= MOST_NOTES;
  const canMiss = missable(model);
  const nodes = kept.map((index): NodeData => {
    const node = model.nodes[index];
    const up = place.get(parents.parent[index]);
    const isWhole = !isSplit(node) || place.has(node.branches[0]);
    return {
      ...(up !== undefined && { up, ...edgeOf(model, parents.parent[index], parents.branch[index]) }),
      ...(isSplit(node) && { a: node.test.attribute }),
      ...factsOf(node),
      ...(node.answer && { f: formulaName(node, model) }),
      ...(!isWhole && { h: ends[index] - index - 1 }),
      ...(isSplit(node) && hasNotes && canMiss(node.test.attribute) && { m: missingWords(node, model) }),
    };
  });
  const isClasses = model.task === "classification";
  return {
    task: model.task,
    target: word(model.target.name),
    attributes: model.attributes.map(({ name }) => word(name)),
    classes: (model.target.levels ?? []).map(word),
    colours: isClasses ? coloursOf(model).map((colour) => colour ?? OTHER) : [VALUE],
    error: errorName(model),
    range: valueRange(model),
    nodes,
  };
}

/**
 * Either all branches of a split are kept or none: a split without them is shown as a prediction, with the number of
 * nodes below it.
 */
function keptNodes(model: TreeModel, { most = Infinity, maxDepth = Infinity }: TreeDataOptions): number[] {
  const depth = new Map([[0, 0]]);
  const kept = [0];
  // A branch never has more weight than its parent, so the splits can be expanded in order of weight.
  const queue = new Heaviest(model);
  queue.push(0);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const node = model.nodes[next];
    const level = depth.get(next)!;
    if (!isSplit(node) || level >= maxDepth) continue;
    if (kept.length + node.branches.length > most) break;
    for (const branch of node.branches) {
      kept.push(branch);
      depth.set(branch, level + 1);
      queue.push(branch);
    }
  }
  return kept.sort((a, b) => a - b);
}

/** A heap of nodes: the one with the most weight is taken first; ties go to the first in preorder. */
class Heaviest {
  private readonly heap: number[] = [];

  constructor(private readonly model: TreeModel) {}

  push(node: number): void {
    const { heap } = this;
    let at = heap.push(node) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(heap[at], heap[above])) break;
      [heap[at], heap[above]] = [heap[above], heap[at]];
      at = above;
    }
  }

  pop(): number | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let best = at;
      if (left < heap.length && this.isBefore(heap[left], heap[best])) best = left;
      if (right < heap.length && this.isBefore(heap[right], heap[best])) best = right;
      if (best === at) return first;
      [heap[at], heap[best]] = [heap[best], heap[at]];
      at = best;
    }
  }

  private isBefore(a: number, b: number): boolean {
    const difference = this.model.nodes[b].weight - this.model.nodes[a].weight;
    return difference < 0 || (difference === 0 && a < b);
  }
}

function edgeOf({ nodes, attributes }: TreeModel, parent: number, branch: number): Pick<NodeData, "e" | "j"> {
  const { test } = nodes[parent] as SplitNode;
  const condition = conditionOf(test, branch, attributes);
  const whole = outcomeText(condition, attributes) + softText(test, PRINT);
  const e = whole.length > LONGEST ? `${[...whole].slice(0, LONGEST - 1).join("")}…` : whole;
  const j = joinOf(textOf(condition, attributes, PRINT), word(attributes[condition.attribute].name));
  return j === undefined ? { e } : { e, j };
}

function joinOf(text: string, name: string): Join | undefined {
  const after = (sign: string) => text.startsWith(`${name} ${sign}`);
  if (after("not in {")) return "not";
  if (after("in {")) return "in";
  if (after("= ")) return "=";
  return after("is missing") || after("is known") ? "is" : undefined;
}

function factsOf(node: TreeNode): Pick<NodeData, "w" | "y" | "c" | "t" | "r"> {
  const w = short(node.weight);
  if ("value" in node) return { w, y: node.value, r: short(node.error) };
  const codes = node.counts.map((_, code) => code).filter((code) => node.counts[code] > 0);
  const heaviest = codes.sort((a, b) => node.counts[b] - node.counts[a]).slice(0, MOST_CLASSES);
  const t = short(node.counts.reduce((sum, count) => sum + count, 0));
  return { w, y: node.label, c: heaviest.flatMap((code) => [code, short(node.counts[code])]), t };
}

/** Fractional weights to six digits keep a page small. */
const short = (x: number) => (Number.isInteger(x) ? x : Number(x.toPrecision(6)));

/** Whether an attribute can be missing once values are imputed: no measure is of which all cells are. */
function missable({ derived = [] }: TreeModel): (attribute: number) => boolean {
  const filled = new Set(
    derived.flatMap(({ kind, attribute }) => (kind === "fill" || kind === "predict" ? [attribute] : [])),
  );
  const whole = new Set(
    derived
      .filter(isMeasure)
      .filter((step) => attributesRead(step).every((attribute) => filled.has(attribute)))
      .map(({ attribute }) => attribute),
  );
  return (attribute) => !whole.has(attribute);
}

function missingWords({ test, missing }: SplitNode, { attributes }: TreeModel): string {
  const name = word(attributes[test.attribute].name);
  const goes = plainWords(plainRule(missing), test, attributes);
  if (missing.kind !== "surrogates") return `a missing ${name} ${goes}`;
  const lines = missing.surrogates.map((surrogate) => surrogateText(surrogate, test, attributes, PRINT));
  return [`a missing ${name} follows the first of these that is known:`, ...lines, `or else ${goes}`].join(
    "\n",
  );
}

function plainWords(rule: PlainRule, test: Test, attributes: TreeModel["attributes"]): string {
  if (rule.kind === "share") return "is sent down every branch with fractional weights";
  return `goes to: ${textOf(conditionOf(test, rule.to, attributes), attributes, PRINT)}`;
}
