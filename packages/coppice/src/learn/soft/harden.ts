import { CoppiceError } from "../../base/errors.js";
import { log2 } from "../../base/log2.js";
import { answerValue } from "../../model/answer.js";
import { type Hardening, isSplit, type NodeFacts, type TreeModel, type TreeNode } from "../../model/tree.js";
import { parentsOf } from "../../model/walk.js";
import { predictTree } from "../../predict/predictTree.js";
import { truthOf } from "../../predict/truth.js";
import { walk } from "../../predict/walk.js";
import { columnOf, type Table } from "../../table/table.js";
import { knownTarget } from "../../table/training/knownTarget.js";
import { costsOf, type PriorsOption, resolvePriors } from "../cost/resolve.js";
import { classFacts } from "../label/facts.js";
import { tableLike } from "../prune/prune.js";
import { type PruneRows, rowsOfTable } from "../prune/rows.js";

export interface HardenRequest {
  /** Rows by which the leaves answer: as a rule the training table. Without it, they keep what they were trained to answer. */
  readonly table?: Table;
  /** A numeric column with each row's weight. */
  readonly weight?: string;
}

export interface Hardened {
  readonly model: TreeModel;
  /** What it costs: the error with gates and with thresholds, on the rows of the table; without one, as measured in training. */
  readonly loss?: Hardening;
}

/** A tree whose gates have become thresholds: every row follows one path, so that it can be pruned and packed like any other. */
export function harden(model: TreeModel, { table, weight }: HardenRequest = {}): Hardened {
  if (!model.nodes.some((node) => isSplit(node) && node.test.kind === "gate")) throw hasNoGates(model);
  const hard: TreeModel = {
    ...model,
    options: "gates" in model.options ? { ...model.options, gates: "hard" } : model.options,
    nodes: model.nodes.map(withThreshold),
  };
  if (table === undefined) return { model: hard, ...(model.hardening && { loss: model.hardening }) };
  const { table: like } = knownTarget(tableLike(model, table, weight), model.target.name);
  const rows = weighed(model, rowsOfTable(model, like, weight));
  const refitted = { ...hard, nodes: nodesOf(hard, rows) };
  const errorBy = (tree: TreeModel) => errorOn(tree, like, weight);
  return {
    model: refitted,
    loss: { rows: rows.rows, soft: errorBy(model), hard: errorBy(refitted) },
  };
}

/** Priors act as row weights in soft trees, so they do here. */
function weighed({ options, target }: TreeModel, rows: PruneRows): PruneRows {
  const { levels = [] } = target;
  const priors = options.priors as PriorsOption | undefined;
  if (priors === undefined || levels.length === 0) return rows;
  const totals = new Float64Array(levels.length);
  for (let row = 0; row < rows.rows; row++)
    if (rows.truth[row] < levels.length) totals[rows.truth[row]] += rows.weights[row];
  const factors = costsOf(resolvePriors(priors, levels), undefined, totals)?.factors;
  if (factors === undefined) return rows;
  return { ...rows, weights: rows.weights.map((weight, row) => weight * (factors[rows.truth[row]] ?? 1)) };
}

function hasNoGates({ learner }: TreeModel): CoppiceError {
  const message = `this tree of ${learner} has thresholds already: only soft gates can become thresholds`;
  return new CoppiceError("MODEL_KIND", message, { name: learner, rule: "a tree with gates" });
}

function withThreshold(node: TreeNode): TreeNode {
  if (!isSplit(node) || node.test.kind !== "gate") return node;
  const { attribute, threshold } = node.test;
  return { ...node, test: { kind: "threshold", attribute, threshold } };
}

/** The nodes with the facts of the rows that reach them, and their splits with the gain on these rows. */
function nodesOf(model: TreeModel, rows: PruneRows): TreeNode[] {
  const facts = factsOf(model, rows);
  return model.nodes.map((node, i) => {
    if (!isSplit(node)) return facts[i];
    const below = node.branches.reduce((sum, branch) => sum + impurity(facts[branch]), 0);
    const gain = facts[i].weight > 0 ? Math.max(0, impurity(facts[i]) - below) / facts[i].weight : 0;
    const weights = node.branches.map((branch) => facts[branch].weight);
    const to = weights.indexOf(weights.reduce((a, b) => Math.max(a, b)));
    const { test, branches } = node;
    return { ...facts[i], test, branches, missing: { kind: "branch", to }, gain };
  });
}

function factsOf(model: TreeModel, rows: PruneRows): NodeFacts[] {
  const { parent } = parentsOf(model);
  const visit = (each: (node: number, row: number, weight: number) => void) => {
    for (let row = 0; row < rows.rows; row++) {
      walk(model, rows.cells, row, (leaf, share) => {
        for (let i = leaf; i >= 0; i = parent[i]) each(i, row, share * rows.weights[row]);
      });
    }
  };
  return model.task === "classification"
    ? classesAt(model, rows, parent, visit)
    : valuesAt(model, rows, parent, visit);
}

type Visit = (each: (node: number, row: number, weight: number) => void) => void;

function classesAt(model: TreeModel, { truth }: PruneRows, parent: Int32Array, visit: Visit): NodeFacts[] {
  const classes = model.target.levels!.length;
  const counts = model.nodes.map(() => new Float64Array(classes));
  visit((node, row, weight) => {
    if (truth[row] < classes) counts[node][truth[row]] += weight;
  });
  const facts: NodeFacts[] = [];
  model.nodes.forEach(({ answer }, i) => {
    const above = facts[parent[i]];
    const own = classFacts(counts[i], above && "counts" in above ? above : undefined, model.costs);
    facts.push({ ...own, ...(answer && { answer }) });
  });
  return facts;
}

function valuesAt(
  model: TreeModel,
  { truth, cells }: PruneRows,
  parent: Int32Array,
  visit: Visit,
): NodeFacts[] {
  const weights = new Float64Array(model.nodes.length);
  const sums = new Float64Array(model.nodes.length);
  const errors = new Float64Array(model.nodes.length);
  visit((node, row, weight) => {
    weights[node] += weight;
    sums[node] += weight * truth[row];
  });
  visit((node, row, weight) => {
    const { answer } = model.nodes[node];
    const says =
      answer?.kind === "linear" ? answerValue(answer, (a) => cells[a][row]) : sums[node] / weights[node];
    errors[node] += weight * (truth[row] - says) ** 2;
  });
  const facts: NodeFacts[] = [];
  model.nodes.forEach(({ answer }, i) => {
    const above = facts[parent[i]];
    const own =
      weights[i] > 0 || above === undefined
        ? { weight: weights[i], value: sums[i] / weights[i], error: errors[i] / weights[i] }
        : { ...above, weight: 0 };
    facts.push({ ...own, ...(answer && { answer }) } as NodeFacts);
  });
  return facts;
}

/** Weight × entropy in bits, or the sum of squared errors. */
function impurity(facts: NodeFacts): number {
  if ("value" in facts) return facts.weight * facts.error;
  if (!(facts.weight > 0)) return 0;
  return facts.counts.reduce((sum, count) => sum + (count > 0 ? count * log2(facts.weight / count) : 0), 0);
}

/** The share of wrong rows, or the root mean squared error. */
function errorOn(model: TreeModel, table: Table, weight: string | undefined): number {
  const found = predictTree(model, table);
  const truth = truthOf(model.target, table);
  const column = weight === undefined ? undefined : columnOf(table, weight);
  const weights = column?.type === "numeric" ? column.values : new Float64Array(table.rows).fill(1);
  let [sum, all] = [0, 0];
  for (let row = 0; row < table.rows; row++) {
    all += weights[row];
    if (found.kind === "regression" && truth.kind === "regression")
      sum += weights[row] * (found.values[row] - truth.values[row]) ** 2;
    else if (found.kind === "classification" && truth.kind === "classification")
      sum += found.labels[row] === truth.codes[row] ? 0 : weights[row];
  }
  return model.task === "regression" ? Math.sqrt(sum / all) : sum / all;
}
