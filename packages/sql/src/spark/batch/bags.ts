import { CoppiceError } from "coppice";
import { type Bag, poissonLimits } from "coppice/engine";
import type { BagFacts, ExactBlocks } from "./exactBlocks.js";

/** A bag as workers fill it. */
export async function bagFacts({ key, share, replacement }: Bag, whole: ExactBlocks): Promise<BagFacts> {
  if (!replacement) return { key, limit: Math.floor(share * 2 ** 32 + 0.5) };
  if (!whole.isWeighted) return { key, limits: poissonLimits(share) };
  const { rows, weight } = await whole.totals();
  return { key, quantum: whole.task.weightQuantum, times: share * rows, total: weight };
}

export function checkKeys({ stored }: ExactBlocks): void {
  if (stored.hasKeys) return;
  const message =
    "rows on a cluster have no positions, by which rows are drawn: name a column of whole numbers that no two rows share (--row-key, rowKey)";
  throw new CoppiceError("KEY_COLUMN_NONE", message, { name: "rowKey" });
}
