import { factsAt } from "../../model/lazyNodes.js";
import { isSplit, type NodeFacts, type TreeModel } from "../../model/tree.js";
import { columnsOf, type TreeColumns } from "../../model/treeColumns.js";

/** What pruning asks of a tree. It comes from the columns if there are any: nodes that are pruned need not be made. */
export interface TreeShape {
  readonly count: number;
  /** The branches of node i: `heirs` from first[i] up to first[i + 1]. */
  readonly first: Int32Array;
  readonly heirs: Int32Array;
  readonly facts: (node: number) => NodeFacts;
}

export function shapeOf(model: Pick<TreeModel, "nodes">): TreeShape {
  const columns = columnsOf(model);
  return columns ? shapeOfColumns(columns) : shapeOfNodes(model);
}

function shapeOfColumns(columns: TreeColumns): TreeShape {
  const { attribute, skip } = columns;
  const count = attribute.length;
  const first = new Int32Array(count + 1);
  const heirs = new Int32Array(count);
  let next = 0;
  for (let i = 0; i < count; i++) {
    if (attribute[i] >= 0) {
      heirs[next++] = i + 1;
      heirs[next++] = i + skip[i];
    }
    first[i + 1] = next;
  }
  return { count, first, heirs, facts: (node) => factsAt(columns, node) };
}

function shapeOfNodes({ nodes }: Pick<TreeModel, "nodes">): TreeShape {
  const first = new Int32Array(nodes.length + 1);
  const heirs = new Int32Array(nodes.length);
  let next = 0;
  nodes.forEach((node, i) => {
    if (isSplit(node)) for (const branch of node.branches) heirs[next++] = branch;
    first[i + 1] = next;
  });
  return { count: nodes.length, first, heirs, facts: (node) => nodes[node] };
}
