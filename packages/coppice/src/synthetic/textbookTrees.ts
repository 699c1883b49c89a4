import { xlog2x } from "../base/log2.js";
import type { Test } from "../model/test.js";
import type { ClassFacts, TreeModel, TreeNode, ValueFacts } from "../model/tree.js";
import type { ColumnSchema } from "../table/schema.js";

/** A tree as drawn in a figure: a leaf, or a test with its branches. */
type Drawn<Facts> =
  | { readonly facts: Facts }
  | { readonly test: Test; readonly branches: readonly Drawn<Facts>[] };

/** Aggregates leaves upwards: the facts of a node whose branches have `parts`, and its gain. */
interface Summary<Facts> {
  readonly join: (parts: readonly Facts[]) => Facts;
  /** Impurity per unit of weight; a test's gain is the decrease in it. */
  readonly impurity: (facts: Facts) => number;
}

/** The drawn tree as a list of nodes in preorder. */
function listed<Facts extends ClassFacts | ValueFacts>(
  drawn: Drawn<Facts>,
  summary: Summary<Facts>,
): TreeNode[] {
  const nodes: TreeNode[] = [];
  const place = (part: Drawn<Facts>): Facts => {
    const index = nodes.length;
    if ("facts" in part) {
      nodes.push(part.facts);
      return part.facts;
    }
    nodes.push({} as TreeNode); // reserves the node's index until its branches are known
    const branches: number[] = [];
    const parts = part.branches.map((branch) => {
      branches.push(nodes.length);
      return place(branch);
    });
    const facts = summary.join(parts);
    const shares = parts.map((below) => below.weight / facts.weight);
    const left = parts.reduce((sum, below, i) => sum + shares[i] * summary.impurity(below), 0);
    const gain = summary.impurity(facts) - left;
    nodes[index] = { ...facts, test: part.test, branches, missing: { kind: "share", shares }, gain };
    return facts;
  };
  place(drawn);
  return nodes;
}

const CLASSES: Summary<ClassFacts> = {
  join: (parts) => {
    const counts = parts[0].counts.map((_, k) => parts.reduce((sum, part) => sum + part.counts[k], 0));
    const weight = counts.reduce((sum, count) => sum + count, 0);
    return { weight, counts, label: counts.indexOf(Math.max(...counts)) };
  },
  impurity: ({ counts, weight }) => -counts.reduce((sum, count) => sum + xlog2x(count / weight), 0),
};

const VALUES: Summary<ValueFacts> = {
  join: (parts) => {
    const weight = parts.reduce((sum, part) => sum + part.weight, 0);
    const value = parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight;
    const spread = parts.reduce(
      (sum, part) => sum + part.weight * (part.error + (part.value - value) ** 2),
      0,
    );
    return { weight, value, error: spread / weight };
  },
  impurity: ({ error }) => error,
};

const FRUITS = ["Watermelon", "Apple", "Grape", "Grapefruit", "Lemon", "Banana", "Cherry"];
const FRUIT_TARGET: ColumnSchema = { name: "class", type: "nominal", levels: FRUITS };
const FRUIT_ATTRIBUTES: readonly ColumnSchema[] = [
  { name: "Color", type: "nominal", levels: ["green", "yellow", "red"] },
  { name: "Size", type: "nominal", levels: ["big", "medium", "small"] },
  { name: "Shape", type: "nominal", levels: ["round", "thin"] },
  { name: "Taste", type: "nominal", levels: ["sweet", "sour"] },
];
export const FRUIT_COLUMNS: readonly ColumnSchema[] = [...FRUIT_ATTRIBUTES, FRUIT_TARGET];
const [COLOR, SIZE, SHAPE, TASTE] = [0, 1, 2, 3];
const [BIG, MEDIUM, SMALL] = [0, 1, 2];

function oneFruit(name: string, weight: number): Drawn<ClassFacts> {
  const label = FRUITS.indexOf(name);
  return { facts: { weight, counts: FRUITS.map((_, k) => (k === label ? weight : 0)), label } };
}

function perLevel<Facts>(attribute: number, ...branches: Drawn<Facts>[]): Drawn<Facts> {
  return { test: { kind: "levels", attribute }, branches };
}

/** Two of the three sizes: the book draws no branch for the third, so a row of that size is treated as missing. */
function bySize(left: number, right: number, ...branches: Drawn<ClassFacts>[]): Drawn<ClassFacts> {
  return { test: { kind: "subset", attribute: SIZE, left: [left], right: [right] }, branches };
}

/** Duda, Hart and Stork, figure 8.1, as the book draws it; the counts are those of `fruit()`. */
export function fruitTree(): TreeModel {
  const green = perLevel(SIZE, oneFruit("Watermelon", 1), oneFruit("Apple", 1), oneFruit("Grape", 1));
  const yellow = perLevel(
    SHAPE,
    bySize(BIG, SMALL, oneFruit("Grapefruit", 2), oneFruit("Lemon", 1)),
    oneFruit("Banana", 4),
  );
  const small = perLevel(TASTE, oneFruit("Cherry", 1), oneFruit("Grape", 1));
  const red = bySize(MEDIUM, SMALL, oneFruit("Apple", 2), small);
  return {
    format: "coppice-tree",
    version: 2,
    learner: "textbook",
    options: {},
    task: "classification",
    target: FRUIT_TARGET,
    attributes: FRUIT_ATTRIBUTES,
    training: { rows: 14, weight: 14, seed: 0 },
    nodes: listed(perLevel(COLOR, green, yellow, red), CLASSES),
  };
}

const PERSON_TARGET: ColumnSchema = { name: "y", type: "numeric" };
const PERSON_ATTRIBUTES: readonly ColumnSchema[] = [
  { name: "age", type: "numeric" },
  { name: "years-in-job", type: "numeric" },
  { name: "gender", type: "nominal", levels: ["female", "male"] },
  { name: "job-type", type: "nominal", levels: ["A", "B", "C"] },
];
export const PERSON_COLUMNS: readonly ColumnSchema[] = [...PERSON_ATTRIBUTES, PERSON_TARGET];
const [AGE, YEARS_IN_JOB, , JOB_TYPE] = [0, 1, 2, 3];

function oneValue(value: number): Drawn<ValueFacts> {
  return { facts: { weight: 1, value, error: 0 } };
}

function threshold(attribute: number, at: number, ...branches: Drawn<ValueFacts>[]): Drawn<ValueFacts> {
  return { test: { kind: "threshold", attribute, threshold: at }, branches };
}

/**
 * Alpaydin, figure 9.6: age, then years in the job for the older and the type of job for the younger. The attribute
 * x3 is not used. Each leaf counts one row, as in `figure96()`.
 */
export function figure96Tree(): TreeModel {
  const older = threshold(YEARS_IN_JOB, 2.5, oneValue(0.6), oneValue(0.8));
  const younger = perLevel(JOB_TYPE, oneValue(0.4), oneValue(0.3), oneValue(0.2));
  return {
    format: "coppice-tree",
    version: 2,
    learner: "textbook",
    options: {},
    task: "regression",
    target: PERSON_TARGET,
    attributes: PERSON_ATTRIBUTES,
    training: { rows: 5, weight: 5, seed: 0 },
    nodes: listed(threshold(AGE, 38.5, younger, older), VALUES),
  };
}
