import type { TargetFacts } from "../engine/port.js";
import { majorityClassAt } from "../model/costs.js";
import { type GrownTree, isGrownLeaf } from "../model/grownTree.js";
import { LevelWords } from "../model/levelWords.js";
import { MISSING_LEFT, ON_LEVELS } from "../model/packed.js";
import type { ClassAnswers, ColumnMaker, PackedTree, ValueAnswers } from "../model/packedTree.js";
import { sumsWeight, thresholdBetween, widthOf } from "./grownNodes.js";
import { meanError, meanValue } from "./label/facts.js";
import type { Plan } from "./plan.js";

/** A tree that an engine grew whole, packed for the model when it is needed, or the nodes that are. */
export function grownColumns(tree: GrownTree, plan: Plan): ColumnMaker {
  const { attribute, skip, compact } = tree;
  const make = () => packGrown(tree, plan);
  // What is by split, in preorder, is not found by node.
  if (compact) return make;
  const pack = (nodes: ArrayLike<number>) => packGrown(tree, plan, nodes);
  return Object.assign(make, { partly: { attribute, skip, pack } });
}

/** The nodes to be packed; absent: all. */
type Chosen = ArrayLike<number> | undefined;

/** Thresholds placed, gains and answers in the user's units. */
function packGrown(tree: GrownTree, plan: Plan, chosen?: Chosen): PackedTree {
  const { nodes, rows, attribute, sets, compact } = tree;
  const threshold = new Float64Array(nodes);
  const skip = new Int32Array(nodes);
  const flags = new Uint8Array(nodes);
  const gain = new Float64Array(nodes);
  const weight = weightsOf(tree, plan.facts.target, chosen);
  const words = new LevelWords();
  const tests = compact ?? tree;
  const sides = compact ? compact.weights : tree;
  let split = 0;
  const count = chosen?.length ?? nodes;
  for (let k = 0; k < count; k++) {
    const i = chosen ? chosen[k] : k;
    skip[i] = i;
    if (isGrownLeaf(tree, i)) continue;
    const at = compact ? split++ : i;
    skip[i] = tree.skip[i];
    gain[i] = plan.inUserUnits(tests.gain[at] / weight[i]);
    const left = sides ? sides.leftWeight[at] : rows[i + 1];
    const right = sides ? sides.rightWeight[at] : rows[i + skip[i]];
    if (right <= left) flags[i] = MISSING_LEFT;
    const set = sets.get(i);
    if (set === undefined) {
      threshold[i] = thresholdBetween(attribute[i], tests.low[at], tests.high[at], left, right, plan);
      continue;
    }
    threshold[i] = words.add(set, plan.facts.attributes[attribute[i]].codes, flags[i]);
    flags[i] |= ON_LEVELS;
  }
  const answers = answersOf(tree, weight, plan, chosen);
  const starts = Int32Array.of(0, nodes);
  return { starts, attribute, threshold, skip, flags, ...words.words(), gain, weight, answers };
}

function weightsOf(tree: GrownTree, target: TargetFacts, chosen: Chosen): Float64Array {
  const { nodes, rows, compact } = tree;
  if (compact) return compact.weights?.weight ?? new Float64Array(rows);
  const { sums } = tree;
  const weight = new Float64Array(nodes);
  const width = widthOf(target);
  const count = chosen?.length ?? nodes;
  for (let k = 0; k < count; k++) {
    const i = chosen ? chosen[k] : k;
    weight[i] = sumsWeight(sums, i * width, target);
  }
  return weight;
}

function answersOf(
  tree: GrownTree,
  weight: Float64Array,
  { facts: { target } }: Plan,
  chosen: Chosen,
): ClassAnswers | ValueAnswers {
  if (target.kind === "classes") return labels(tree, target.classes, chosen);
  return means(tree, weight, target, chosen);
}

function labels({ nodes, sums: counts }: GrownTree, classes: number, chosen: Chosen): ClassAnswers {
  const label = new Int32Array(nodes);
  const count = chosen?.length ?? nodes;
  for (let k = 0; k < count; k++) {
    const i = chosen ? chosen[k] : k;
    label[i] = majorityClassAt(counts, i * classes, classes);
  }
  return { kind: "classes", classes, counts, label };
}

function means(
  tree: GrownTree,
  weight: Float64Array,
  target: Extract<TargetFacts, { kind: "values" }>,
  chosen: Chosen,
): ValueAnswers {
  const { nodes, pure, compact } = tree;
  const value = new Float64Array(nodes);
  const error = new Float64Array(nodes);
  const moments = compact?.moments ?? tree.sums;
  // Otherwise the weight is before them.
  const [width, start] = compact ? [2, 0] : [3, 1];
  const count = chosen?.length ?? nodes;
  for (let k = 0; k < count; k++) {
    const i = chosen ? chosen[k] : k;
    const at = width * i + start;
    value[i] = meanValue(weight[i], moments[at], target);
    error[i] = meanError(weight[i], moments[at], moments[at + 1], pure[i] === 1, target);
  }
  return { kind: "values", value, error };
}
