import { branchOf, columnOf, isSplit, type SplitNode, type Table, type TreeModel, UNKNOWN } from "coppice";

/** The leaf of every row; undefined if the tree tests attributes that the table does not have. */
export function leavesOfRows(model: TreeModel, table: Table): Int32Array | undefined {
  if (model.derived !== undefined && model.derived.length > 0) return undefined;
  const tested = new Set(model.nodes.flatMap((node) => (isSplit(node) ? [node.test.attribute] : [])));
  const cells = new Map(
    [...tested].map((attribute) => {
      const column = columnOf(table, model.attributes[attribute].name);
      return [attribute, column.type === "numeric" ? column.values : column.codes] as const;
    }),
  );
  const leaves = new Int32Array(table.rows);
  for (let row = 0; row < table.rows; row++) {
    let at = 0;
    for (let node = model.nodes[0]; isSplit(node); node = model.nodes[at]) {
      const branch = branchOf(node.test, cells.get(node.test.attribute)![row]);
      at = node.branches[branch === UNKNOWN ? missingBranch(node, cells, row) : branch];
    }
    leaves[row] = at;
  }
  return leaves;
}

type Cells = ReadonlyMap<number, ArrayLike<number>>;

function missingBranch({ missing }: SplitNode, cells: Cells, row: number): number {
  if (missing.kind === "surrogates") {
    for (const { test, to } of missing.surrogates) {
      const column = cells.get(test.attribute);
      const branch = column === undefined ? UNKNOWN : branchOf(test, column[row]);
      if (branch !== UNKNOWN && to[branch] >= 0) return to[branch];
    }
    return plainBranch(missing.otherwise);
  }
  return plainBranch(missing);
}

function plainBranch(
  rule:
    | { readonly kind: "share"; readonly shares: readonly number[] }
    | { readonly kind: "branch"; readonly to: number },
): number {
  return rule.kind === "branch" ? rule.to : rule.shares.indexOf(Math.max(...rule.shares));
}
