import { factsAt } from "../../model/lazyNodes.js";
import { columnMakerOf, columnsOf, type PackedTree } from "../../model/packedTree.js";
import { isSplit, type NodeFacts, type TreeModel } from "../../model/tree.js";

/** What pruning asks of a tree. It comes from the columns if there are any: nodes that are pruned need not be made. */
export interface TreeShape {
  readonly count: number;
  /** The branches of node i: `heirs` from first[i] up to first[i + 1]. */
  readonly first: Int32Array;
  readonly heirs: Int32Array;
  readonly facts: (node: number) => NodeFacts;
  /** What `facts` has, where it comes from columns. */
  readonly answers?: PackedTree["answers"];
}

/** What the root would predict as a leaf. */
export function rootOf(model: Pick<TreeModel, "nodes">): NodeFacts {
  const maker = columnMakerOf(model);
  return maker ? factsAt(maker.partly?.pack([0]) ?? maker(), 0) : model.nodes[0];
}

/** Which nodes have branches. */
export function splitsOf(model: Pick<TreeModel, "nodes">): (node: number) => boolean {
  const maker = columnMakerOf(model);
  if (maker === undefined) {
    const { nodes } = model;
    return (node) => isSplit(nodes[node]);
  }
  const { attribute } = maker.partly ?? maker();
  return (node) => attribute[node] >= 0;
}

export function shapeOf(model: Pick<TreeModel, "nodes">): TreeShape {
  const columns = columnsOf(model);
  const count = columns ? columns.attribute.length : model.nodes.length;
  const first = new Int32Array(count + 1);
  const heirs = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (columns === undefined) {
      const node = model.nodes[i];
      if (isSplit(node)) for (const branch of node.branches) heirs[next++] = branch;
    } else if (columns.attribute[i] >= 0) {
      heirs[next++] = i + 1;
      heirs[next++] = i + columns.skip[i];
    }
    first[i + 1] = next;
  }
  const shape = { count, first, heirs };
  if (columns) return { ...shape, facts: (node) => factsAt(columns, node), answers: columns.answers };
  return { ...shape, facts: (node) => model.nodes[node] };
}
