import type { TreeModel } from "../../model/tree.js";
import { statedFacts } from "../../rules/statedRule.js";
import type { Table } from "../../table/table.js";
import type { TreeReasons } from "./explanation.js";
import { PathFinder } from "./pathsTaken.js";

/** For each row, the paths it follows. */
export function explainTree(model: TreeModel, table: Table): TreeReasons[] {
  const finder = new PathFinder(model, table);
  return Array.from({ length: table.rows }, (_, row) => {
    const paths = finder.of(row).map(({ leaf, share, if: all, missing, measures }) => ({
      if: [...all.values()],
      ...statedFacts(model.nodes[leaf], model.nodes[0], model),
      share,
      leaf,
      ...(measures.length > 0 && { measures }),
      missing,
    }));
    return { kind: "tree", paths: paths.sort((a, b) => b.share - a.share || a.leaf - b.leaf) };
  });
}
