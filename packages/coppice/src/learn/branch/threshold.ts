import type { Tally } from "../../engine/port.js";
import type { Curve } from "../criterion/scorer.js";
import { atLeast, type BranchContext, type Branching, type Candidate } from "./candidate.js";
import { type Placement, placeThreshold } from "./placement.js";

export interface ThresholdOptions {
  readonly placement: Placement;
  /** "boundaries": only between neighbouring values whose rows are not all of one class (A 9.2.1, R 4.1). */
  readonly candidates: "all" | "boundaries";
  /** Neighbouring values closer than this are not distinguished. */
  readonly minGap: number;
  /** C4.5: a tenth of the average class on each side, at least minLeaf and at most 25. */
  readonly adaptiveMinLeaf: boolean;
  /** The number of classes; 1 for a numeric target, which has no boundaries. */
  readonly classes: number;
}

/** Whether a threshold may be placed after cell i of a tally. */
export function allowedCuts(
  tally: Tally,
  curve: Curve,
  { facts: { values }, minLeaf: least }: Pick<BranchContext, "facts" | "minLeaf">,
  options: ThresholdOptions,
): (i: number) => boolean {
  const minLeaf = options.adaptiveMinLeaf
    ? Math.max(least, Math.min(25, (0.1 * curve.known) / options.classes))
    : least;
  // Never more than a thousandth of the attribute's range, or attributes in small units could not be split at all.
  const gap =
    values === undefined ? 0 : Math.min(options.minGap, (values[values.length - 1] - values[0]) / 1000);
  return (i) =>
    atLeast(curve.leftWeight[i], minLeaf) &&
    atLeast(curve.known - curve.leftWeight[i], minLeaf) &&
    !(gap > 0 && values !== undefined && !(values[tally.codes[i]] + gap < values[tally.codes[i + 1]])) &&
    !(options.candidates === "boundaries" && options.classes > 1 && !labelsDiffer(tally, i));
}

/** A two-way test on an ordered scale: numeric values, or the codes of an ordered attribute. */
export function threshold(options: ThresholdOptions): Branching {
  return (tally, context) => {
    const curve = context.scorer.curve(tally);
    const { values } = context.facts;
    const allowed = allowedCuts(tally, curve, context, options);
    let best = -1;
    let compared = 0;
    for (let i = 0; i < curve.length; i++) {
      if (!allowed(i)) continue;
      compared++;
      if (best < 0 || curve.gain[i] > curve.gain[best]) best = i;
    }
    if (best < 0 || curve.gain[best] < context.beat - 3 * context.tolerance) return undefined;
    best = firstEqual(best);
    const left = curve.leftWeight[best];
    return {
      test: {
        kind: "threshold",
        attribute: tally.attribute,
        threshold: place(tally, best, left / curve.known),
      },
      gain: curve.gain[best],
      weights: [left, curve.known - left],
      compared,
    } satisfies Candidate;

    /** The lowest threshold whose gain equals the greatest. */
    function firstEqual(greatest: number): number {
      const least = curve.gain[greatest] - context.tolerance;
      let i = 0;
      while (i < greatest && (curve.gain[i] < least || !allowed(i))) i++;
      return i;
    }

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
  for (let k = 0; k < width; k++)
    if (tally.cells[i * width + k] + tally.cells[(i + 1) * width + k] > 0) classes++;
  return classes > 1;
}
