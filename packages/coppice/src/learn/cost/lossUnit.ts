import type { Costs } from "../../model/costs.js";

/** The mean loss of a mistake: the unit in which losses are compared with fixed numbers. 1 for losses of 0 and 1. */
export function lossUnit(loss: Costs["loss"]): number {
  if (loss === undefined || loss.length < 2) return 1;
  const sum = loss.reduce((all, row) => all + row.reduce((a, b) => a + b, 0), 0);
  return sum / (loss.length * (loss.length - 1));
}

/** The same losses in their own unit: what they are multiplied by no longer matters. */
export function inLossUnits<L extends Costs["loss"]>(loss: L): L {
  const unit = lossUnit(loss);
  return unit === 1 ? loss : (loss?.map((row) => row.map((x) => x / unit)) as unknown as L);
}
