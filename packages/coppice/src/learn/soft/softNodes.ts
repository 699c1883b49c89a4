import { log2 } from "../../base/log2.js";
import type { Problem } from "../../engine/problem.js";
import { gatesOf } from "../../kernels/drivers/soft/softRows.js";
import { type Costs, labelOf } from "../../model/costs.js";
import type { NodeFacts, TreeNode } from "../../model/tree.js";
import type { Cells } from "../../table/column.js";
import { classFacts } from "../label/facts.js";
import { RowShares, type SoftGate } from "./softGates.js";
import type { SoftTarget } from "./softTerms.js";

/** A trained tree in the table's own units. */
export interface FinishedSoft {
  readonly branches: Int32Array;
  readonly gates: readonly SoftGate[];
  /** By leaf the probability of each class, or its standardised value. */
  readonly answers: Float64Array;
}

/** By place: the weight of each class that comes there; or weight, sum and sum of squares of the standardised target. */
type PlaceSums = readonly Float64Array[];

export function placeSums(
  { branches, gates }: Pick<FinishedSoft, "branches" | "gates">,
  cells: readonly Cells[],
  { weights }: Problem,
  { classes, values }: SoftTarget,
  rows: ArrayLike<number>,
  areHard: boolean,
): PlaceSums {
  const width = classes > 0 ? classes : 3;
  const sums = Array.from({ length: branches.length + 1 }, () => new Float64Array(width));
  const paths = new RowShares(gates, branches, cells, areHard);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const shares = paths.of(row);
    for (let place = 0; place < shares.length; place++) {
      const weight = shares[place] * (weights?.[row] ?? 1);
      if (weight === 0) continue;
      const own = sums[place];
      if (classes > 0) own[values[row]] += weight;
      else {
        own[0] += weight;
        own[1] += weight * values[row];
        own[2] += weight * values[row] * values[row];
      }
    }
  }
  return sums;
}

/** The nodes of a tree in preorder. The branches of gate i test measure i. */
export function softNodes(
  tree: FinishedSoft,
  sums: PlaceSums,
  target: SoftTarget,
  areHard: boolean,
  costs?: Costs,
): TreeNode[] {
  const nodes: TreeNode[] = [];
  const gates = gatesOf(tree);
  const add = (place: number, parent: NodeFacts | undefined): void => {
    const facts = factsOf(sums[place], target, parent, costs);
    const index = nodes.length;
    if (place >= gates) {
      nodes.push(areHard ? facts : answering(facts, tree.answers, place - gates, sums[place], target, costs));
      return;
    }
    nodes.push(facts);
    const [left, right] = [tree.branches[2 * place], tree.branches[2 * place + 1]];
    const branches = [nodes.length];
    add(left, facts);
    branches.push(nodes.length);
    add(right, facts);
    const { slope: _, ...hard } = tree.gates[place].test;
    const test = areHard ? { ...hard, kind: "threshold" as const } : tree.gates[place].test;
    const drop = impurity(sums[place], target) - impurity(sums[left], target) - impurity(sums[right], target);
    const gain = facts.weight > 0 ? Math.max(0, drop) / facts.weight : 0;
    const to = Number(nodes[branches[1]].weight > nodes[branches[0]].weight);
    nodes[index] = { ...facts, test, branches, missing: { kind: "branch", to }, gain };
  };
  add(0, undefined);
  return nodes;
}

/** What the rows of a node are. */
function factsOf(
  sums: Float64Array,
  target: SoftTarget,
  parent: NodeFacts | undefined,
  costs: Costs | undefined,
): NodeFacts {
  if (target.classes > 0) return classFacts(sums, parent && "counts" in parent ? parent : undefined, costs);
  const [weight, sum] = sums;
  if (weight === 0 && parent && "value" in parent) return { ...parent, weight: 0 };
  return valueFacts(sums, sum / weight, target);
}

function valueFacts([weight, sum, squares]: Float64Array, value: number, target: SoftTarget): NodeFacts {
  const { deviation } = target;
  const error = weight > 0 ? Math.max(0, squares / weight - 2 * value * (sum / weight) + value * value) : 0;
  return {
    weight,
    value: target.inUnits(value),
    error: Math.min(deviation * deviation * error, Number.MAX_VALUE),
  };
}

/** A leaf that answers what was trained, which is not what the rows that reach it are: they have other leaves, too. */
function answering(
  facts: NodeFacts,
  answers: Float64Array,
  leaf: number,
  sums: Float64Array,
  target: SoftTarget,
  costs: Costs | undefined,
): NodeFacts {
  if ("value" in facts) return valueFacts(sums, answers[leaf], target);
  const { classes } = target;
  const own = Array.from(answers.subarray(leaf * classes, (leaf + 1) * classes));
  const counts = facts.weight > 0 ? own.map((share) => share * facts.weight) : own;
  return { weight: facts.weight, counts, label: labelOf(counts, costs) };
}

/** Weight × entropy in bits, or the sum of squared deviations in the target's units. */
function impurity(sums: Float64Array, { classes, deviation }: SoftTarget): number {
  if (classes === 0) {
    const [weight, sum, squares] = sums;
    const spread = weight > 0 ? Math.max(0, squares - (sum * sum) / weight) : 0;
    return Math.min(spread * deviation * deviation, Number.MAX_VALUE);
  }
  const weight = sums.reduce((all, count) => all + count, 0);
  return sums.reduce((bits, count) => bits + (count > 0 ? count * log2(weight / count) : 0), 0);
}

/** The share of wrong rows, or the root of the mean squared error, of a tree with soft or hard gates. */
export function errorOn(
  tree: FinishedSoft,
  cells: readonly Cells[],
  { weights }: Problem,
  { classes, values, deviation }: SoftTarget,
  rows: ArrayLike<number>,
  areHard: boolean,
  costs?: Costs,
): number {
  const paths = new RowShares(tree.gates, tree.branches, cells, areHard);
  const gates = gatesOf(tree);
  const per = Math.max(1, classes);
  const says = new Float64Array(per);
  let sum = 0;
  let all = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const shares = paths.of(row);
    says.fill(0);
    for (let leaf = 0; leaf <= gates; leaf++) {
      for (let k = 0; k < per; k++) says[k] += shares[gates + leaf] * tree.answers[leaf * per + k];
    }
    const weight = weights?.[row] ?? 1;
    all += weight;
    if (classes > 0) sum += labelOf(says, costs) === values[row] ? 0 : weight;
    else sum += weight * (says[0] - values[row]) ** 2;
  }
  return classes > 0 ? sum / all : Math.min(deviation * Math.sqrt(sum / all), Number.MAX_VALUE);
}

/** What the leaves of a hard tree answer: what the rows that reach them are; where none does, what the soft leaf answers. */
export function hardAnswers(tree: FinishedSoft, sums: PlaceSums, { classes }: SoftTarget): Float64Array {
  const gates = gatesOf(tree);
  const answers = tree.answers.slice();
  const per = Math.max(1, classes);
  for (let leaf = 0; leaf <= gates; leaf++) {
    const own = sums[gates + leaf];
    const weight = classes > 0 ? own.reduce((all, count) => all + count, 0) : own[0];
    if (weight === 0) continue;
    for (let k = 0; k < per; k++) answers[leaf * per + k] = own[classes > 0 ? k : 1] / weight;
  }
  return answers;
}
