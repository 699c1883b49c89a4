import { drive } from "../src/engine/drive.js";
import type { ForestMember } from "../src/engine/forest/rules.js";
import { MemoryEngine } from "../src/engine/memory/engine.js";
import { type Problem, problemRows } from "../src/engine/problem.js";
import { useKernels } from "../src/kernels/support.js";
import { learnTree } from "../src/learn/treeLearner.js";
import type { TreeOptions } from "../src/learn/treeOptions.js";
import type { PackedTrees } from "../src/model/packed.js";
import { packTree } from "../src/model/packTree.js";
import type { ColumnSchema } from "../src/table/schema.js";

/** What the forest kernels must give: each member's tree by the general grower, without kernels. */
export function generalForest(
  problem: Problem,
  options: TreeOptions,
  members: readonly ForestMember[],
): PackedTrees[] {
  useKernels(false);
  try {
    return members.map(({ seed, counts }) => {
      const grown = counts === undefined ? problem : counted(problem, counts);
      const engine = new MemoryEngine(grown);
      const { nodes } = drive(learnTree(options, { problem: grown, facts: engine.facts, seed }), engine);
      return packTree([...nodes], problem.attributes.map(schemaOf))!;
    });
  } finally {
    useKernels(true);
  }
}

function counted(problem: Problem, counts: Uint8Array): Problem {
  const rows = Array.from(counts.keys()).filter((row) => counts[row] > 0);
  const weights = Float64Array.from(rows, (row) => counts[row]);
  return { ...problemRows(problem, rows), weights, totalWeight: weights.reduce((a, b) => a + b, 0) };
}

function schemaOf({ name, type, ...column }: Problem["attributes"][number]): ColumnSchema {
  return "levels" in column ? { name, type, levels: [...column.levels] } : { name, type };
}
