import { isSplit, type TreeModel } from "../../model/tree.js";
import { columnsOf, type TreeColumns } from "../../model/treeColumns.js";

/** What pruning asks of a tree. It comes from the columns if there are any: nodes that are pruned need not be made. */
export interface TreeShape extends Pick<TreeColumns, "weight" | "answers"> {
  readonly count: number;
  /** The branches of node i: `heirs` from first[i] up to first[i + 1]. */
  readonly first: Int32Array;
  readonly heirs: Int32Array;
}

export function shapeOf(model: Pick<TreeModel, "nodes">): TreeShape {
  const columns = columnsOf(model);
  return columns ? shapeOfColumns(columns) : shapeOfNodes(model);
}

function shapeOfColumns({ attribute, skip, weight, answers }: TreeColumns): TreeShape {
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
  return { count, first, heirs, weight, answers };
}

function shapeOfNodes({ nodes }: Pick<TreeModel, "nodes">): TreeShape {
  const count = nodes.length;
  const first = new Int32Array(count + 1);
  const heirs = new Int32Array(count);
  let next = 0;
  nodes.forEach((node, i) => {
    if (isSplit(node)) for (const branch of node.branches) heirs[next++] = branch;
    first[i + 1] = next;
  });
  return {
    count,
    first,
    heirs,
    weight: Float64Array.from(nodes, (node) => node.weight),
    answers: answersOf(nodes),
  };
}

function answersOf(nodes: TreeModel["nodes"]): TreeShape["answers"] {
  const [root] = nodes;
  if (!("counts" in root)) {
    const of = (name: "value" | "error") =>
      Float64Array.from(nodes, (node) => ("value" in node ? node[name] : 0));
    return { kind: "values", value: of("value"), error: of("error") };
  }
  const classes = root.counts.length;
  const counts = new Float64Array(nodes.length * classes);
  const label = new Int32Array(nodes.length);
  nodes.forEach((node, i) => {
    if (!("counts" in node)) return;
    counts.set(node.counts, i * classes);
    label[i] = node.label;
  });
  return { kind: "classes", classes, counts, label };
}
