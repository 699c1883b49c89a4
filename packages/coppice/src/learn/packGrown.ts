import type { TargetFacts } from "../engine/port.js";
import { majorityClassAt } from "../model/costs.js";
import { type GrownTree, isGrownLeaf } from "../model/grownTree.js";
import { LevelWords } from "../model/levelWords.js";
import { MISSING_LEFT, ON_LEVELS } from "../model/packed.js";
import type { ClassAnswers, PackedTree, ValueAnswers } from "../model/packedTree.js";
import { grownThresholdAt, sumsWeight, widthOf } from "./grownNodes.js";
import { meanError, meanValue } from "./label/facts.js";
import type { Plan } from "./plan.js";

/** A tree that an engine grew whole, packed for the model: thresholds placed, gains and answers in the user's units. */
export function packGrown(tree: GrownTree, plan: Plan): PackedTree {
  const { nodes, attribute, sets } = tree;
  const threshold = new Float64Array(nodes);
  const skip = new Int32Array(nodes);
  const flags = new Uint8Array(nodes);
  const gain = new Float64Array(nodes);
  const weight = weightsOf(tree, plan.facts.target);
  const words = new LevelWords();
  for (let i = 0; i < nodes; i++) {
    skip[i] = i;
    if (isGrownLeaf(tree, i)) continue;
    skip[i] = tree.skip[i];
    gain[i] = plan.inUserUnits(tree.gain[i] / weight[i]);
    if (tree.rightWeight[i] <= tree.leftWeight[i]) flags[i] = MISSING_LEFT;
    const set = sets.get(i);
    if (set === undefined) {
      threshold[i] = grownThresholdAt(tree, i, plan);
      continue;
    }
    threshold[i] = words.add(set, plan.facts.attributes[attribute[i]].codes, flags[i]);
    flags[i] |= ON_LEVELS;
  }
  const answers = answersOf(tree, weight, plan);
  const starts = Int32Array.of(0, nodes);
  return { starts, attribute, threshold, skip, flags, ...words.words(), gain, weight, answers };
}

function weightsOf({ nodes, sums }: GrownTree, target: TargetFacts): Float64Array {
  const weight = new Float64Array(nodes);
  const width = widthOf(target);
  for (let i = 0; i < nodes; i++) weight[i] = sumsWeight(sums, i * width, target);
  return weight;
}

function answersOf(
  tree: GrownTree,
  weight: Float64Array,
  { facts: { target } }: Plan,
): ClassAnswers | ValueAnswers {
  return target.kind === "classes" ? labels(tree, target.classes) : means(tree, weight, target);
}

function labels({ nodes, sums: counts }: GrownTree, classes: number): ClassAnswers {
  const label = new Int32Array(nodes);
  for (let i = 0; i < nodes; i++) label[i] = majorityClassAt(counts, i * classes, classes);
  return { kind: "classes", classes, counts, label };
}

function means(
  { nodes, sums, pure }: GrownTree,
  weight: Float64Array,
  target: Extract<TargetFacts, { kind: "values" }>,
): ValueAnswers {
  const value = new Float64Array(nodes);
  const error = new Float64Array(nodes);
  for (let i = 0; i < nodes; i++) {
    value[i] = meanValue(weight[i], sums[3 * i + 1], target);
    error[i] = meanError(weight[i], sums[3 * i + 1], sums[3 * i + 2], pure[i] === 1, target);
  }
  return { kind: "values", value, error };
}
