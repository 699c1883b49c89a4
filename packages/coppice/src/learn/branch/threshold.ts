import type { Tally } from "../../engine/port.js";
import { atLeast, type Branching, type Candidate } from "./candidate.js";
import { type Placement, placeThreshold } from "./placement.js";

export interface ThresholdOptions {
  readonly placement: Placement;
  /** "boundaries": only between neighbouring values whose rows are not all of one class (A 9.2.1, R 4.1). */
  readonly candidates: "all" | "boundaries";
  /** Neighbouring values closer than this are not told apart. */
  readonly minGap: number;
  /** C4.5: a tenth of the average class on each side, at least minLeaf and at most 25. */
  readonly adaptiveMinLeaf: boolean;
  /** How many; 1 stands for a numeric target, which has no boundaries. */
  readonly classes: number;
}

/** A two-way test on an ordered scale: numeric values, or the codes of an ordered attribute. */
export function threshold(options: ThresholdOptions): Branching {
  return (tally, context) => {
    const curve = context.scorer.curve(tally);
    const minLeaf = options.adaptiveMinLeaf
      ? Math.max(context.minLeaf, Math.min(25, (0.1 * curve.known) / options.classes))
      : context.minLeaf;
    const { values } = context.facts;
    // Never more than a thousandth of the attribute's range, or attributes in small units could not be split at all.
    const gap = values === undefined ? 0 : Math.min(options.minGap, (values[values.length - 1] - values[0]) / 1000);
    let best = -1;
    let bestGain = Number.NEGATIVE_INFINITY;
    let compared = 0;
    for (let i = 0; i < curve.length; i++) {
      const left = curve.leftWeight[i];
      if (!atLeast(left, minLeaf) || !atLeast(curve.known - left, minLeaf)) continue;
      if (gap > 0 && values !== undefined && !(values[tally.codes[i]] + gap < values[tally.codes[i + 1]])) continue;
      if (options.candidates === "boundaries" && options.classes > 1 && !labelsDiffer(tally, i)) continue;
      compared++;
      if (best < 0 || curve.gain[i] > bestGain + context.tolerance) {
        best = i;
        bestGain = curve.gain[i];
      }
    }
    if (best < 0 || bestGain <= context.beat) return undefined;
    const left = curve.leftWeight[best];
    return {
      test: { kind: "threshold", attribute: tally.attribute, threshold: place(tally, best, left / curve.known) },
      gain: bestGain,
      weights: [left, curve.known - left],
      compared,
    } satisfies Candidate;

    function place(from: Tally, cell: number, leftShare: number): number {
      if (values === undefined) return from.codes[cell];
      const [low, high] = [values[from.codes[cell]], values[from.codes[cell + 1]]];
      return placeThreshold(options.placement, low, high, leftShare, values);
    }
  };
}

/** Whether cells i and i + 1 together hold rows of more than one class. */
export function labelsDiffer(tally: Tally, i: number): boolean {
  const width = tally.missing.length;
  let classes = 0;
  for (let k = 0; k < width; k++) if (tally.cells[i * width + k] + tally.cells[(i + 1) * width + k] > 0) classes++;
  return classes > 1;
}
