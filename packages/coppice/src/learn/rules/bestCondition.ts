import { log2 } from "../../base/log2.js";
import type { Literal } from "./literal.js";

/** The best condition found so far. */
export interface Best {
  literal: Literal | undefined;
  /** Weight of the class among what the rule would cover. */
  readonly hits: number;
  /** Whether a condition that leaves this much could be chosen. More correct rows, or fewer incorrect ones, are never worse. */
  wouldBeat(hits: number, total: number): boolean;
  /** Whether this condition is better than all before; if so, it becomes the one to beat. `place`: its index among those on the attribute. */
  beats(hits: number, total: number, attribute: number, place: number): boolean;
}

/** 1/ln 2, a little more: log2 x is nowhere above (x-1) times it. */
const STEEPEST = 1.4426950408889636;

/** By Foil's gain. Most conditions are rejected without computing a logarithm. */
export class BestByGain implements Best {
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

  /** At most 0 where it is not above the gain to beat. */
  private gainOf(hits: number, total: number): number {
    if (!(hits > 0) || hits * -this.base <= this.gain) return 0;
    const share = (hits + 1) / (total + 1);
    if (hits * (share / this.share - 1) * STEEPEST <= this.gain) return 0;
    return hits * (log2(share) - this.base);
  }

  wouldBeat(hits: number, total: number): boolean {
    return this.gainOf(hits, total) > this.gain;
  }

  beats(hits: number, total: number): boolean {
    const gain = this.gainOf(hits, total);
    if (gain <= this.gain) return false;
    this.gain = gain;
    this.hits = hits;
    return true;
  }
}

/**
 * By the share of the class; on a tie the greater weight, then the first attribute and the first place on it, regardless of
 * the order in which conditions are tried, which depends on the number of rows. A condition is always chosen as long as
 * the rule makes errors.
 */
export class BestByShare implements Best {
  literal: Literal | undefined;
  hits = 0;
  private total = 1;
  private attribute = Number.POSITIVE_INFINITY;
  private place = 0;

  constructor(private readonly before: number) {}

  wouldBeat(hits: number, total: number): boolean {
    if (!(hits > 0) || total >= this.before) return false;
    const more = hits * this.total - this.hits * total;
    return more > 0 || (more === 0 && hits >= this.hits);
  }

  beats(hits: number, total: number, attribute: number, place: number): boolean {
    if (!this.wouldBeat(hits, total)) return false;
    const isEqual = hits === this.hits && total === this.total;
    if (isEqual && !this.comesBefore(attribute, place)) return false;
    this.hits = hits;
    this.total = total;
    this.attribute = attribute;
    this.place = place;
    return true;
  }

  private comesBefore(attribute: number, place: number): boolean {
    return attribute < this.attribute || (attribute === this.attribute && place < this.place);
  }
}
