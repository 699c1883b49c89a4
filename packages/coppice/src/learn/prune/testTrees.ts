import type { TreeModel, TreeNode } from "../../model/tree.js";

/** A class tree in brackets: a leaf is its counts; a test its branches. */
export type Sketch = readonly number[] | { readonly of: readonly Sketch[] };

/** A model of a sketch: every test asks `x <= i`, whatever the counts; inner counts are sums. For tests. */
export function sketched(sketch: Sketch, classes = 2): TreeModel {
  const nodes: TreeNode[] = [];
  const attachSubtree = (part: Sketch): number => {
    const at = nodes.length;
    const counts = countsOf(part, classes);
    const weight = counts.reduce((a, b) => a + b, 0);
    const facts = { weight, counts, label: counts.indexOf(Math.max(...counts)) };
    nodes.push(facts);
    if ("of" in part) {
      const test = {
        kind: "intervals",
        attribute: 0,
        edges: part.of.slice(1).map((_, i) => at + i / 10),
      } as const;
      const branches = part.of.map(attachSubtree);
      nodes[at] = { ...facts, test, branches, missing: { kind: "branch", to: 0 }, gain: 0 };
    }
    return at;
  };
  attachSubtree(sketch);
  return {
    format: "coppice-tree",
    version: 2,
    learner: "cart",
    options: { criterion: "gini", leaf: "auto" },
    task: "classification",
    target: { name: "y", type: "nominal", levels: Array.from({ length: classes }, (_, k) => `c${k}`) },
    attributes: [{ name: "x", type: "numeric" }],
    training: { rows: 1, weight: nodes[0].weight, seed: 1 },
    nodes,
  };
}

function countsOf(part: Sketch, classes: number): number[] {
  if (!("of" in part)) return [...part];
  const counts = new Array<number>(classes).fill(0);
  for (const branch of part.of) {
    countsOf(branch, classes).forEach((count, k) => {
      counts[k] += count;
    });
  }
  return counts;
}
