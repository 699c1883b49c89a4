import type { AttributeFacts, Tally } from "../../engine/port.js";
import { UNKNOWN } from "../../model/test.js";
import type { Surrogate } from "../../model/tree.js";
import { type Placement, placeThreshold } from "../branch/placement.js";

/**
 * Surrogates (CART; D 8.3.10): tests on other attributes that send rows where a node's own test sends them. They are
 * found from tallies in which a row's class is the branch that it takes.
 */
export interface SurrogateOptions {
  readonly most: number;
  /**
   * adjusted: rows without the surrogate's cell count against it, and it must do better than the largest branch
   * (rpart, surrogatestyle 0); adjustedKnown: they do not count (surrogatestyle 1); rpart: adjusted, as rpart does it
   * to the letter; counted: any that agrees (D).
   */
  readonly association: "adjusted" | "adjustedKnown" | "rpart" | "counted";
  /** one: low values correspond to earlier branches only (D); both: or the other way round (rpart). */
  readonly directions: "both" | "one";
  readonly placement: Placement;
}

/** Each side of a threshold must have two rows, otherwise a meaningless test would too easily seem to agree (rpart). */
const MIN_SIDE = 2;
/** Sets of levels must disagree on as many rows, as in rpart 4.1.19; we know of no reason. */
const MIN_ERRORS = 2;
/** Below it an adjusted agreement is rounding. */
const NO_BETTER = 1e-10;

/** A candidate for a surrogate: a test, the branches its outcomes correspond to, and the weight that agrees. */
interface Match {
  readonly test: Surrogate["test"];
  readonly to: readonly number[];
  readonly agree: number;
}

/** The surrogates of a node, best first; on equal agreement the earlier attribute. */
export function surrogatesFrom(
  tallies: Iterable<Tally>,
  branchWeights: readonly number[],
  attributes: readonly AttributeFacts[],
  options: SurrogateOptions,
): Surrogate[] {
  const found: Surrogate[] = [];
  for (const tally of tallies) {
    const facts = attributes[tally.attribute];
    const match =
      facts.kind === "nominal"
        ? matchLevels(tally, branchWeights, facts, options)
        : matchThreshold(tally, branchWeights.length, facts, options);
    const judged = match && judge(match, tally, branchWeights, options);
    if (judged) found.push(judged);
  }
  // Array.prototype.sort is stable: equal agreements stay in the order of the attributes.
  return found.sort((a, b) => b.agreement - a.agreement).slice(0, options.most);
}

function judge(
  { test, to, agree }: Match,
  tally: Tally,
  branchWeights: readonly number[],
  { association }: SurrogateOptions,
): Surrogate | undefined {
  const counted = association === "adjustedKnown" ? sidesOf(tally, branchWeights.length) : branchWeights;
  const total = counted.reduce((a, b) => a + b, 0);
  const majority = Math.max(...counted);
  const agreement = agree / total;
  const adjusted = total > majority ? (agree - majority) / (total - majority) : 0;
  const good = association === "counted" ? agree > 0 : adjusted > NO_BETTER;
  return good ? { test, to, agreement, adjusted } : undefined;
}

/** The weight of each branch among the rows that have a cell. */
function sidesOf({ cells }: Tally, branches: number): number[] {
  const sums = new Array<number>(branches).fill(0);
  for (let at = 0; at < cells.length; at += branches + 1) {
    for (let b = 0; b < branches; b++) sums[b] += cells[at + b];
  }
  return sums;
}

/** Every level corresponds to the branch that most of its rows take; on a tie, to the larger branch of the node. */
function matchLevels(
  tally: Tally,
  branchWeights: readonly number[],
  facts: AttributeFacts,
  { association }: SurrogateOptions,
): Match | undefined {
  const { attribute, codes, cells } = tally;
  const branches = branchWeights.length;
  const preferred = branchWeights
    .map((_, b) => b)
    .sort((a, b) => branchWeights[b] - branchWeights[a] || a - b);
  const to = new Array<number>(facts.codes).fill(UNKNOWN);
  const weights = new Array<number>(branches).fill(0);
  let agree = 0;
  codes.forEach((code, c) => {
    const sums = cells.subarray(c * (branches + 1), c * (branches + 1) + branches);
    const weight = sums.reduce((a, b) => a + b, 0);
    if (!(weight > 0)) return;
    const best = preferred.reduce((most, b) => (sums[b] > sums[most] ? b : most), preferred[0]);
    to[code] = best;
    agree += sums[best];
    weights[best] += weight;
  });
  if (weights.filter((w) => w > 0).length < 2) return undefined;
  const errors = sidesOf(tally, branches).reduce((a, b) => a + b, 0) - agree;
  if (association === "rpart" && errors < MIN_ERRORS) return undefined;
  if (branches > 2) return { test: { kind: "levels", attribute }, to, agree };
  const side = (branch: number) => Array.from(codes).filter((code) => to[code] === branch);
  return { test: { kind: "subset", attribute, left: side(0), right: side(1) }, to: [0, 1], agree };
}

/** A threshold between two values, the branches of its sides, the weight that agrees, and the share on the left. */
interface Cut {
  readonly cut: number;
  readonly to: readonly [number, number];
  readonly agree: number;
  readonly share: number;
}

/** The threshold, and the branches of its two sides, with the most agreeing weight; the lowest threshold on a tie. */
function matchThreshold(
  tally: Tally,
  branches: number,
  { values }: AttributeFacts,
  options: SurrogateOptions,
): Match | undefined {
  const { attribute, codes } = tally;
  const sides = sidesOf(tally, branches);
  const least = options.association === "counted" ? 0 : MIN_SIDE - NO_BETTER;
  const best =
    branches === 2
      ? cutOfTwo(tally, sides[0], sides[1], least, options.directions === "both")
      : cutOfMany(tally, sides, least, pairsOf(branches, options.directions));
  if (best === undefined) return undefined;
  const [low, high] = [codes[best.cut], codes[best.cut + 1]];
  const threshold =
    values === undefined
      ? low
      : placeThreshold(options.placement, values[low], values[high], best.share, values);
  return { test: { kind: "threshold", attribute, threshold }, to: best.to, agree: best.agree };
}

function cutOfMany(
  { codes, cells }: Tally,
  sides: readonly number[],
  least: number,
  pairs: readonly [number, number][],
): Cut | undefined {
  const branches = sides.length;
  const left = new Float64Array(branches);
  const right = Float64Array.from(sides);
  const known = right.reduce((a, b) => a + b, 0);
  let best: Cut | undefined;
  let leftWeight = 0;
  for (let cut = 0; cut + 1 < codes.length; cut++) {
    for (let b = 0; b < branches; b++) {
      const cell = cells[cut * (branches + 1) + b];
      left[b] += cell;
      right[b] -= cell;
      leftWeight += cell;
    }
    if (!(leftWeight > least) || !(known - leftWeight > least)) continue;
    for (const to of pairs) {
      const agree = left[to[0]] + right[to[1]];
      if (agree > (best?.agree ?? 0)) best = { cut, to, agree, share: leftWeight / known };
    }
  }
  return best;
}

/** The same for two branches, in local variables: this is most of the search for surrogates. */
function cutOfTwo(
  { codes, cells }: Tally,
  side0: number,
  side1: number,
  least: number,
  both: boolean,
): Cut | undefined {
  const known = side0 + side1;
  let [cut, flipped, agree, share] = [-1, false, 0, 0];
  let left0 = 0;
  let left1 = 0;
  for (let c = 0; c + 1 < codes.length; c++) {
    left0 += cells[3 * c];
    left1 += cells[3 * c + 1];
    const leftWeight = left0 + left1;
    if (!(leftWeight > least) || !(known - leftWeight > least)) continue;
    const straight = left0 + (side1 - left1);
    const crossed = left1 + (side0 - left0);
    if (straight > agree) [cut, flipped, agree, share] = [c, false, straight, leftWeight / known];
    if (both && crossed > agree) [cut, flipped, agree, share] = [c, true, crossed, leftWeight / known];
  }
  return cut < 0 ? undefined : { cut, to: flipped ? [1, 0] : [0, 1], agree, share };
}

/** Two different branches, for the left side and the right; with two branches there are only two such pairs. */
function pairsOf(branches: number, directions: SurrogateOptions["directions"]): [number, number][] {
  const pairs: [number, number][] = [];
  for (let p = 0; p < branches; p++) {
    for (let q = directions === "one" ? p + 1 : 0; q < branches; q++) if (p !== q) pairs.push([p, q]);
  }
  return pairs;
}
