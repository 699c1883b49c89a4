import type { PackedTrees } from "../../model/packed.js";
import { columnsOf } from "../../model/packedTree.js";
import type { TreeModel } from "../../model/tree.js";
import { landingColumns } from "../../predict/packed/landingColumns.js";
import { readyTree } from "../../predict/predictTree.js";

/**
 * A tree with what its nodes say, if thresholds and sets of levels alone decide which leaf a row of the problem comes to:
 * then no rows need to be copied to be judged.
 */
export function packOf(model: TreeModel): PackedTrees | undefined {
  if (columnsOf(model) === undefined || model.derived) return undefined;
  const landing = landingColumns(model);
  if (landing === undefined || landing.shared.length > 0) return undefined;
  const ready = readyTree(model, () => undefined);
  const isClasses = "leaves" in ready;
  return {
    ...landing.trees,
    values: isClasses ? ready.leaves.probabilities : ready.leafValues,
    width: isClasses ? model.target.levels!.length : 1,
  };
}
