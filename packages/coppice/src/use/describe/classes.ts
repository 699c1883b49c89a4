import type { NominalColumn } from "../../table/column.js";
import { countLevels, mostFrequentFirst } from "./describeColumn.js";

/** With more classes than this, the rarest are counted together, so that a table of counts stays readable. */
export const MOST_CLASSES = 24;

export interface ClassGroups {
  /** The levels with a separate count, in the column's order. */
  readonly kept: readonly number[];
  /** Number of classes counted together, after the kept ones. */
  readonly others: number;
  /** By level: its index in a list of counts. */
  readonly placeOf: Int32Array;
}

/** Classes that do not occur have no index. */
export function classGroups({ codes, levels }: NominalColumn): ClassGroups {
  const used = mostFrequentFirst(countLevels(codes, levels.length));
  const isMany = used.length > MOST_CLASSES;
  const kept = (isMany ? used.slice(0, MOST_CLASSES - 1) : used).sort((a, b) => a - b);
  const placeOf = new Int32Array(levels.length).fill(kept.length);
  kept.forEach((code, place) => {
    placeOf[code] = place;
  });
  return { kept, others: used.length - kept.length, placeOf };
}
