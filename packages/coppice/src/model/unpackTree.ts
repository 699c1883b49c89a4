import type { ColumnSchema } from "../table/schema.js";
import { labelOf } from "./costs.js";
import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "./packed.js";
import type { Test } from "./test.js";
import type { NodeFacts, Task, TreeNode } from "./tree.js";

/**
 * One of the trees as nodes, to be looked at. Packed trees hold no counts: weights, gains and errors are 0, a leaf's
 * counts are its class shares, and a split says the plain mean of its two branches. Trees of scores have the task
 * regression, whatever the ensemble predicts.
 */
export function unpackTree(
  trees: PackedTrees,
  tree: number,
  attributes: readonly ColumnSchema[],
  task: Task,
): TreeNode[] {
  const start = trees.starts[tree];
  const count = trees.starts[tree + 1] - start;
  const nodes = new Array<TreeNode>(count);
  const answers = new Array<Float64Array>(count);
  for (let i = count - 1; i >= 0; i--) {
    const at = start + i;
    const skip = trees.skip[at];
    if (trees.attribute[at] === LEAF) {
      answers[i] = trees.values.slice(skip * trees.width, (skip + 1) * trees.width);
      nodes[i] = factsOf(answers[i], task);
      continue;
    }
    answers[i] = answers[i + 1].map((left, k) => (left + answers[i + skip][k]) / 2);
    nodes[i] = {
      ...factsOf(answers[i], task),
      test: testOf(trees, at, attributes),
      branches: [i + 1, i + skip],
      missing: { kind: "branch", to: (trees.flags[at] & MISSING_LEFT) !== 0 ? 0 : 1 },
      gain: 0,
    };
  }
  return nodes;
}

function factsOf(answer: Float64Array, task: Task): NodeFacts {
  return task === "classification"
    ? { weight: 0, counts: Array.from(answer), label: labelOf(answer, undefined) }
    : { weight: 0, value: answer[0], error: 0 };
}

function testOf(trees: PackedTrees, node: number, attributes: readonly ColumnSchema[]): Test {
  const attribute = trees.attribute[node];
  const threshold = trees.threshold[node];
  if ((trees.flags[node] & ON_LEVELS) === 0) return { kind: "threshold", attribute, threshold };
  const left: number[] = [];
  const right: number[] = [];
  const levels = attributes[attribute].levels?.length ?? 0;
  for (let code = 0; code < levels; code++) {
    const isLeft = ((trees.sets[threshold + (code >> 5)] >>> (code & 31)) & 1) === 1;
    (isLeft ? left : right).push(code);
  }
  return { kind: "subset", attribute, left, right };
}
