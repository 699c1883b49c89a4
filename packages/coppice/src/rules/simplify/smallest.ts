import { bitsOf } from "../../base/bits.js";
import { atomsOf } from "./atoms.js";
import { areCovering, Budget, isInside, overlap } from "./boxes.js";
import { expand, primesOf } from "./primes.js";
import { cheapestCover } from "./setCover.js";
import { type Box, cellsOn, isFullOn, type Space } from "./space.js";

/** The rows to include, those to exclude, and those that do not matter. */
export interface Region {
  readonly on: readonly Box[];
  readonly off: readonly Box[];
  readonly free: readonly Box[];
}

export interface Effort {
  /** Maximum number of steps of each stage of the search; identical on every machine. */
  readonly steps: number;
  /** Whether the time limit has been reached. */
  readonly isLate?: () => boolean;
}

export interface Union {
  readonly boxes: readonly Box[];
  /** No union of fewer conditions, or of as many conditions in fewer boxes, describes the region. */
  readonly isSmallest: boolean;
  /** What ended the search early. */
  readonly ended?: "steps" | "time";
}

/** Maximum number of prime implicants to consider. */
const MOST_PRIMES = 2000;

/** The region as a union of as few and as simple boxes as were found. */
export function smallestUnion(region: Region, space: Space, effort: Effort): Union {
  if (region.on.length === 0) return { boxes: [], isSmallest: true };
  if (region.off.length === 0) return { boxes: [space.full], isSmallest: true };
  const order = [...space.axes.keys()];
  const grown = (box: Box, axes: readonly number[]) =>
    effort.isLate?.() ? box : expand(box, region.off, space, axes);
  const some = distinct(
    [order, [...order].reverse()].flatMap((axes) =>
      [...region.on, ...region.free].map((box) => grown(box, axes)),
    ),
  );
  const forPrimes = budgetOf(effort);
  const primes = primesOf(some, space, forPrimes, MOST_PRIMES);
  const best = primes && unionOf(primes, region, space, effort);
  if (best?.isSmallest) return best;
  const other = unionOf(some, region, space, effort) ?? unionOfWholes(some, region, space, effort);
  const boxes = [best?.boxes, other.boxes, region.on]
    .filter((one) => one !== undefined)
    .reduce((least, one) => (totalOf(one, space) < totalOf(least, space) ? one : least));
  return { boxes, isSmallest: false, ended: effort.isLate?.() ? "time" : "steps" };
}

const budgetOf = ({ steps, isLate }: Effort) => new Budget(steps, isLate);

/** The cheapest set of candidates; undefined if they divide the region into too many parts. */
function unionOf(
  candidates: readonly Box[],
  { on }: Region,
  space: Space,
  effort: Effort,
): Union | undefined {
  const atoms = atomsOf(on, candidates, space, budgetOf(effort));
  if (atoms === undefined) return undefined;
  const costed = atoms.heldBy.map((covers, c) => ({ covers, cost: costOf(candidates[c], space) }));
  const { members, isLeast } = cheapestCover(costed, atoms.count, budgetOf(effort));
  return { boxes: members.map((c) => candidates[c]), isSmallest: isLeast };
}

/** A cheap set in which each box of the region is contained in one candidate, without redundant ones. */
function unionOfWholes(candidates: readonly Box[], { on }: Region, space: Space, effort: Effort): Union {
  const costed = candidates.map((box) => ({
    covers: bitsOf(
      [...on.keys()].filter((i) => isInside(on[i], box)),
      on.length,
    ),
    cost: costOf(box, space),
  }));
  const { members } = cheapestCover(costed, on.length, budgetOf(effort));
  const budget = budgetOf(effort);
  let kept = members.map((c) => candidates[c]).sort((a, b) => costOf(b, space) - costOf(a, space));
  for (const box of [...kept]) {
    const others = kept.filter((other) => other !== box);
    const touched = on.filter((piece) => overlap(piece, box, space));
    if (touched.every((piece) => areCovering(others, piece, space, budget) === true)) kept = others;
  }
  return { boxes: kept, isSmallest: false };
}

function totalOf(boxes: readonly Box[], space: Space): number {
  return boxes.reduce((sum, box) => sum + costOf(box, space), 0);
}

/** Conditions count before boxes, and boxes before the bounds and levels that the conditions name. */
function costOf(box: Box, { axes, full }: Space): number {
  const limited = axes.filter((axis) => !isFullOn(box, full, axis));
  const named = limited.reduce((sum, axis) => {
    const cells = cellsOn(box, axis).length;
    return sum + Math.min(cells, axis.known - cells, 20);
  }, 0);
  return limited.length * 1_000_000 + 1000 + Math.max(0, named);
}

function distinct(boxes: readonly Box[]): Box[] {
  const kept: Box[] = [];
  for (const box of boxes) if (!kept.some((other) => isInside(box, other))) kept.push(box);
  return kept;
}
