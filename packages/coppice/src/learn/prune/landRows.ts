import { driveAsync } from "../../engine/drive.js";
import type { TreeModel } from "../../model/tree.js";
import type { AnyData, FitJob } from "../treeJob.js";
import { yieldingEngine } from "../yieldingEngine.js";
import type { LandedRows } from "./landedRows.js";
import { landTree } from "./landTree.js";

/** Where the rows come to that a tree is judged on, if they do not come here themselves. */
export async function landRows(
  model: TreeModel,
  { judgedOn }: FitJob<AnyData>,
): Promise<LandedRows | undefined> {
  const data = judgedOn?.();
  if (data === undefined || data.blocks) return undefined;
  const engine = yieldingEngine(data.engine());
  try {
    return await driveAsync(landTree(model, engine.facts, data.hasGaps), engine);
  } finally {
    await engine.close?.();
  }
}
