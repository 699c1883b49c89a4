import type { Test } from "../../model/test.js";
import type { ClassFacts, TreeNode } from "../../model/tree.js";
import { classFacts } from "../label/facts.js";
import type { IncNode } from "./incNode.js";
import type { NodeTest } from "./nodeTest.js";

/** A settled tree as the nodes of a model; `levels` is the number of levels of each attribute. */
export function treeNodes(root: IncNode, levels: readonly number[]): TreeNode[] {
  const order: { readonly node: IncNode; readonly parent: number }[] = [];
  const stack = [{ node: root, parent: -1 }];
  const branches: number[][] = [];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const place = order.length;
    order.push(next);
    branches.push([]);
    if (next.parent >= 0) branches[next.parent].push(place);
    const { split } = next.node;
    if (split) stack.push({ node: split.high, parent: place }, { node: split.low, parent: place });
  }
  const facts: ClassFacts[] = [];
  return order.map(({ node: { counts, rows, split }, parent }, i) => {
    facts.push(classFacts(counts, facts[parent]));
    if (split === undefined) return facts[i];
    const { weight, counts: sums, label } = facts[i];
    const missing = { kind: "branch", to: split.test.missing } as const;
    const test = testOf(split.test, levels[split.test.attribute]);
    return { weight, counts: sums, label, test, branches: branches[i], missing, gain: split.gain / rows };
  });
}

/** A test as models write it; the attribute has so many levels by now. */
export function testOf(test: NodeTest, levels: number): Test {
  const { attribute } = test;
  if (test.kind === "cut") return { kind: "threshold", attribute, threshold: test.threshold };
  const sides: [number[], number[]] = [[], []];
  for (let level = 0; level < levels; level++) {
    const side = test.sides[level] ?? test.others;
    if (side >= 0) sides[side].push(level);
  }
  const [left, right] = sides;
  return { kind: "subset", attribute, left, right };
}
