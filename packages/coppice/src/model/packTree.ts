import type { ColumnSchema } from "../table/schema.js";
import { AnswerRows } from "./answerRows.js";
import { posterior } from "./costs.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees, wordsFor } from "./packed.js";
import { packedAt } from "./packedLeaf.js";
import { branchesOfLevels, UNKNOWN } from "./test.js";
import { isSplit, type LeafNode, type SplitNode, type TreeNode } from "./tree.js";

/** What a leaf predicts, the same count of numbers for every leaf. Default: class shares or the value. */
export type Answer = (leaf: LeafNode, index: number) => ArrayLike<number>;

export const plainAnswer: Answer = (leaf) =>
  "counts" in leaf ? posterior(leaf.counts, undefined) : [leaf.value];

/**
 * One tree as columns; undefined if a test has more than two branches, or a row may go down several, which the columns
 * cannot represent.
 */
export function packTree(
  nodes: readonly TreeNode[],
  attributes: readonly ColumnSchema[],
  answer: Answer = plainAnswer,
): PackedTrees | undefined {
  const { places, count } = placesOf(nodes);
  const attribute = new Int32Array(count).fill(LEAF);
  const threshold = new Float64Array(count);
  const skip = new Int32Array(count);
  const flags = new Uint8Array(count);
  const sets: number[] = [];
  let answers: AnswerRows | undefined;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    const at = places[i];
    const tree = packedAt(node);
    if (tree) {
      answers ??= new AnswerRows(tree.width);
      attribute.set(tree.attribute, at);
      threshold.set(tree.threshold, at);
      flags.set(tree.flags, at);
      skip.set(skipsIn(tree, answers), at);
      continue;
    }
    if (!isSplit(node)) {
      const numbers = answer(node, i);
      answers ??= new AnswerRows(numbers.length);
      threshold[at] = node.weight;
      skip[at] = answers.add(numbers);
      continue;
    }
    const left = missingLeft(node);
    if (left === undefined || node.branches.length !== 2 || node.test.kind === "gate") return undefined;
    attribute[at] = node.test.attribute;
    skip[at] = places[node.branches[1]] - at;
    flags[at] = left ? MISSING_LEFT : 0;
    const edge = edgeOf(node);
    if (edge !== undefined) threshold[at] = edge;
    else {
      flags[at] |= ON_LEVELS;
      threshold[at] = sets.length;
      addWords(sets, node, attributes[node.test.attribute].levels?.length ?? 0, left);
    }
  }
  const { width } = answers!;
  const values = answers!.values();
  const starts = Int32Array.of(0, count);
  return { starts, attribute, threshold, skip, flags, sets: Uint32Array.from(sets), values, width };
}

/** Where each node comes, with the trees that stand in the place of leaves; these test no sets of levels. */
function placesOf(nodes: readonly TreeNode[]): { readonly places: Int32Array; readonly count: number } {
  const places = new Int32Array(nodes.length);
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    places[i] = count;
    count += packedAt(nodes[i])?.attribute.length ?? 1;
  }
  return { places, count };
}

/** The column of a packed tree, whose answers are added to these. */
function skipsIn({ attribute, skip, values, width }: PackedTrees, answers: AnswerRows): Int32Array {
  return skip.map((n, i) =>
    attribute[i] === LEAF ? answers.add(values.subarray(n * width, (n + 1) * width)) : n,
  ) as Int32Array;
}

/** Whether unknown cells go left; undefined where they may go both ways, or surrogates decide. */
function missingLeft({ missing }: SplitNode): boolean | undefined {
  return missing.kind === "branch" ? missing.to === 0 : undefined;
}

function edgeOf({ test }: SplitNode): number | undefined {
  if (test.kind === "threshold") return test.threshold;
  return test.kind === "intervals" ? test.edges[0] : undefined;
}

/** A level that is unknown to the test goes where missing values go. */
function addWords(sets: number[], { test }: SplitNode, levels: number, missingLeft: boolean): void {
  const start = sets.length;
  for (let word = 0; word < wordsFor(levels); word++) sets.push(0);
  branchesOfLevels(test, levels)
    .subarray(0, levels)
    .forEach((branch, code) => {
      if (branch === 0 || (branch === UNKNOWN && missingLeft)) sets[start + (code >> 5)] |= 1 << (code & 31);
    });
}
