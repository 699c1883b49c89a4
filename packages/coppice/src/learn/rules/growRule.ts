import { log2 } from "../../base/log2.js";
import type { ExampleAttribute, Examples } from "./examples.js";
import type { Forbidden, Refusals } from "./forbidden.js";
import { covered, coveredByAll, type Literal } from "./literal.js";
import { type CodeWeights, possibleLiterals } from "./possibleLiterals.js";

export interface GrowOptions {
  /** Weight of the class that a rule must cover to get a further condition. */
  readonly minWeight: number;
  /** Conditions on nominal attributes: one level, or any set of them. */
  readonly nominal: "level" | "sets";
  /** What makes a condition the best: Foil's gain, or the share of the class among what is left. */
  readonly measure?: "foil" | "share";
  /** What the rule may not come to contain. */
  readonly forbidden?: Forbidden;
}

/** The best condition found so far. */
interface Best {
  literal: Literal | undefined;
  /** Weight of the class among what the rule would cover. */
  readonly hits: number;
  /** Whether a condition that leaves so much is better than any before; if so it is the one to beat. */
  beats(hits: number, total: number): boolean;
}

/** By Foil's gain. Most conditions are refused without a logarithm. */
class BestByGain implements Best {
  literal: Literal | undefined;
  hits = 0;
  private gain = 0;
  private readonly share: number;
  private readonly base: number;

  /** For a rule that now covers `total`, of which `hits` are of the class. */
  constructor(hits: number, total: number) {
    this.share = (hits + 1) / (total + 1);
    this.base = log2(this.share);
  }

  beats(hits: number, total: number): boolean {
    if (!(hits > 0) || hits * -this.base <= this.gain) return false;
    const share = (hits + 1) / (total + 1);
    if (share <= this.share) return false;
    const gain = hits * (log2(share) - this.base);
    if (gain <= this.gain) return false;
    this.gain = gain;
    this.hits = hits;
    return true;
  }
}

/** By the share of the class, the heavier of equals. Some condition is always taken while the rule errs. */
class BestByShare implements Best {
  literal: Literal | undefined;
  hits = 0;
  private total = 1;

  constructor(private readonly before: number) {}

  beats(hits: number, total: number): boolean {
    if (!(hits > 0) || total >= this.before) return false;
    const more = hits * this.total - this.hits * total;
    if (more < 0 || (more === 0 && hits <= this.hits)) return false;
    this.hits = hits;
    this.total = total;
    return true;
  }
}

/**
 * Adds conditions to a rule for one class, each the one of greatest gain (A eq. 9.17):
 * p'·(log2((p'+1)/(t'+1)) - log2((p+1)/(t+1))), p of t being what is covered and right, until the rule makes no
 * mistake or nothing gains. A numeric attribute may be asked again; a level is said once.
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

/** The rows that a growing rule still covers, and for each ordered attribute the same rows in the order of its codes. */
class Growth {
  private readonly lists = new Map<number, Int32Array>();
  /** By row: 1 where the row is still covered. */
  private readonly inside: Uint8Array;
  private hits = 0;
  private total = 0;

  constructor(
    private readonly examples: Examples,
    private rows: Int32Array,
    private readonly positive: number,
  ) {
    this.inside = new Uint8Array(examples.rows);
    for (let i = 0; i < rows.length; i++) this.inside[rows[i]] = 1;
    this.sum();
  }

  private sum(): void {
    const { classOf, weights } = this.examples;
    let hits = 0;
    let total = 0;
    for (let i = 0; i < this.rows.length; i++) {
      const weight = weights[this.rows[i]];
      total += weight;
      if (classOf[this.rows[i]] === this.positive) hits += weight;
    }
    this.hits = hits;
    this.total = total;
  }

  bestCondition(said: ReadonlySet<number>, options: GrowOptions, refusals?: Refusals): Best {
    const best: Best =
      options.measure === "share" ? new BestByShare(this.total) : new BestByGain(this.hits, this.total);
    if (this.hits === this.total) return best;
    this.examples.attributes.forEach((attribute, a) => {
      if (said.has(a)) return;
      const refused = refusals?.get(a);
      if (refused !== undefined) this.bestAllowed(a, attribute, best, options, refused);
      else if (attribute.order !== undefined) this.bestBound(a, attribute, attribute.order, best);
      else if (options.nominal === "sets") this.bestSet(a, attribute, best);
      else this.bestLevel(a, attribute, best);
    });
    return best;
  }

  /** The same among the conditions that are not refused, which are looked at one by one. */
  private bestAllowed(
    a: number,
    attribute: ExampleAttribute,
    best: Best,
    { nominal }: GrowOptions,
    refused: (literal: Literal) => boolean,
  ): void {
    const weights = this.levelWeights(attribute);
    for (const { literal, hits, total } of possibleLiterals(a, attribute, nominal, weights)) {
      if (!refused(literal) && best.beats(hits, total)) best.literal = literal;
    }
  }

  narrow(literal: Literal): void {
    this.rows = covered(literal, this.rows, this.examples);
    this.inside.fill(0);
    for (let i = 0; i < this.rows.length; i++) this.inside[this.rows[i]] = 1;
    for (const [a, list] of this.lists) this.lists.set(a, keep(list, this.inside));
    this.sum();
  }

  private bestBound(a: number, { codes }: ExampleAttribute, order: Int32Array, best: Best): void {
    let list = this.lists.get(a);
    if (list === undefined) {
      list = keep(order, this.inside);
      this.lists.set(a, list);
    }
    const { classOf, weights } = this.examples;
    const { positive } = this;
    let known = 0;
    let knownHits = 0;
    for (let i = 0; i < list.length; i++) {
      known += weights[list[i]];
      if (classOf[list[i]] === positive) knownHits += weights[list[i]];
    }
    let total = 0;
    let hits = 0;
    for (let i = 0; i + 1 < list.length; i++) {
      const row = list[i];
      total += weights[row];
      if (classOf[row] === positive) hits += weights[row];
      const code = codes[row];
      if (code === codes[list[i + 1]]) continue;
      if (best.beats(hits, total)) best.literal = { kind: "atMost", attribute: a, code };
      if (best.beats(knownHits - hits, known - total)) best.literal = { kind: "above", attribute: a, code };
    }
  }

  /** The class's weight and the whole weight of each level among the covered rows. */
  private levelWeights({ codes, count }: ExampleAttribute): CodeWeights {
    const { classOf, weights } = this.examples;
    const hits = new Float64Array(count + 1);
    const total = new Float64Array(count + 1);
    for (let i = 0; i < this.rows.length; i++) {
      const row = this.rows[i];
      total[codes[row]] += weights[row];
      if (classOf[row] === this.positive) hits[codes[row]] += weights[row];
    }
    return { hits, total };
  }

  private bestLevel(a: number, attribute: ExampleAttribute, best: Best): void {
    const { hits, total } = this.levelWeights(attribute);
    for (let level = 0; level < attribute.count; level++) {
      if (best.beats(hits[level], total[level]))
        best.literal = { kind: "levels", attribute: a, levels: [level] };
    }
  }

  /** Levels in order of their share of the class: the best set is a run of the first ones. */
  private bestSet(a: number, attribute: ExampleAttribute, best: Best): void {
    const { hits, total } = this.levelWeights(attribute);
    const share = (level: number) => hits[level] / total[level];
    const present = Array.from({ length: attribute.count }, (_, level) => level).filter((l) => total[l] > 0);
    present.sort((x, y) => share(y) - share(x) || x - y);
    let [p, t] = [0, 0];
    present.slice(0, -1).forEach((level, i) => {
      p += hits[level];
      t += total[level];
      if (best.beats(p, t)) best.literal = { kind: "levels", attribute: a, levels: present.slice(0, i + 1) };
    });
  }
}

function keep(rows: Int32Array, inside: Uint8Array): Int32Array {
  const kept = new Int32Array(rows.length);
  let n = 0;
  for (let i = 0; i < rows.length; i++) {
    kept[n] = rows[i];
    n += inside[rows[i]];
  }
  return kept.slice(0, n);
}
