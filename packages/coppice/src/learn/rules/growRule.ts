import { type Best, BestByGain, BestByShare } from "./bestCondition.js";
import type { Examples } from "./examples.js";
import type { Forbidden, Refusals } from "./forbidden.js";
import { covered, coveredByAll, type Literal } from "./literal.js";
import { possibleLiterals } from "./possibleLiterals.js";
import { codeWeights, Tally, weightOf } from "./tally.js";

export interface GrowOptions {
  /** Weight of the class that a rule must cover to get a further condition. */
  readonly minWeight: number;
  /** Conditions on nominal attributes: one level, or any set of them. */
  readonly nominal: "level" | "sets";
  /** What makes a condition the best: Foil's gain, or the share of the class among what is left. */
  readonly measure?: "foil" | "share";
  /** What the rule must not contain. */
  readonly forbidden?: Forbidden;
}

/**
 * Adds conditions to a rule for one class, each the one of greatest gain (A eq. 9.17):
 * p'·(log2((p'+1)/(t'+1)) - log2((p+1)/(t+1))), p of t being what is covered and right, until the rule makes no
 * error or no condition has a gain. A numeric attribute may be tested again; a level only once.
 */
export function growRule(
  examples: Examples,
  rows: Int32Array,
  positive: number,
  start: readonly Literal[],
  options: GrowOptions,
): Literal[] {
  const literals = [...start];
  const said = new Set(start.filter(({ kind }) => kind === "levels").map(({ attribute }) => attribute));
  const growth = new Growth(examples, coveredByAll(start, rows, examples), positive);
  for (;;) {
    const best = growth.bestCondition(said, options, options.forbidden?.refusals(literals));
    if (best.literal === undefined || best.hits < options.minWeight) return literals;
    literals.push(best.literal);
    if (best.literal.kind === "levels") said.add(best.literal.attribute);
    growth.narrow(best.literal);
  }
}

/** The rows that a growing rule still covers, those of the class and the others. */
class Growth {
  private hits: Int32Array;
  private misses: Int32Array;
  private readonly tallies: (Tally | undefined)[] = [];

  constructor(
    private readonly examples: Examples,
    rows: Int32Array,
    positive: number,
  ) {
    [this.hits, this.misses] = apart(rows, examples.classOf, positive);
  }

  bestCondition(said: ReadonlySet<number>, options: GrowOptions, refusals?: Refusals): Best {
    const { hits, misses, examples } = this;
    const right = weightOf(hits, examples);
    const total = right + weightOf(misses, examples);
    const best: Best = options.measure === "share" ? new BestByShare(total) : new BestByGain(right, total);
    if (right === total) return best;
    const counted: Tally[] = [];
    examples.attributes.forEach((_, a) => {
      if (said.has(a)) return;
      const refused = refusals?.get(a);
      if (refused !== undefined) this.bestAllowed(a, best, options, refused);
      else this.tally(a, best, options, counted);
    });
    // The gains at the ends of all bins are known by now: few bins need to be refined.
    for (const tally of counted) tally.lookInside(hits, misses, best);
    return best;
  }

  private tally(a: number, best: Best, { nominal }: GrowOptions, counted: Tally[]): void {
    const { hits, misses } = this;
    this.tallies[a] ??= new Tally(this.examples, a);
    const tally = this.tallies[a];
    if (tally.isSparse(hits.length + misses.length)) {
      tally.bestBoundOfFew(hits, misses, best);
      return;
    }
    tally.count(hits, misses);
    counted.push(tally);
    if (this.examples.attributes[a].kind !== "nominal") tally.bestBound(best);
    else if (nominal === "sets") tally.bestSet(best);
    else tally.bestLevel(best);
  }

  /** The best of the conditions that are allowed, which are examined one by one. */
  private bestAllowed(
    a: number,
    best: Best,
    { nominal }: GrowOptions,
    refused: (literal: Literal) => boolean,
  ): void {
    const attribute = this.examples.attributes[a];
    const weights = codeWeights(this.examples, a, this.hits, this.misses);
    let place = 0;
    for (const { literal, hits, total } of possibleLiterals(a, attribute, nominal, weights)) {
      if (!refused(literal) && best.beats(hits, total, a, place++)) best.literal = literal;
    }
  }

  narrow(literal: Literal): void {
    this.hits = covered(literal, this.hits, this.examples);
    this.misses = covered(literal, this.misses, this.examples);
  }
}

/** The rows of a class, and the others, in the order given. */
function apart(rows: Int32Array, classOf: Int32Array, positive: number): [Int32Array, Int32Array] {
  const hits = new Int32Array(rows.length);
  const misses = new Int32Array(rows.length);
  let [h, m] = [0, 0];
  for (let i = 0; i < rows.length; i++) {
    if (classOf[rows[i]] === positive) hits[h++] = rows[i];
    else misses[m++] = rows[i];
  }
  return [hits.subarray(0, h), misses.subarray(0, m)];
}
