import { type Bits, countBoth, hasBit, noBits, removeBits } from "../../base/bits.js";
import type { Budget } from "./boxes.js";

/** A candidate: what it covers, and what it costs. */
export interface Candidate {
  readonly covers: Bits;
  readonly cost: number;
}

export interface Chosen {
  /** Indexes of candidates, ascending. */
  readonly members: readonly number[];
  /** Proven: no cheaper set covers everything. */
  readonly isLeast: boolean;
}

/**
 * The cheapest set of candidates that covers every element, by branch and bound; the best one found if the budget
 * runs out.
 */
export function cheapestCover(candidates: readonly Candidate[], elements: number, budget: Budget): Chosen {
  const search = new CoverSearch(candidates, elements, budget);
  return search.run();
}

class CoverSearch {
  private best: readonly number[];
  private bestCost: number;
  private readonly coveredBy: readonly (readonly number[])[];
  private readonly least: Float64Array;

  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly elements: number,
    private readonly budget: Budget,
  ) {
    this.coveredBy = Array.from({ length: elements }, (_, e) =>
      [...candidates.keys()].filter((c) => hasBit(candidates[c].covers, e)),
    );
    this.least = Float64Array.from(this.coveredBy, (all) =>
      all.reduce((least, c) => Math.min(least, candidates[c].cost), Number.POSITIVE_INFINITY),
    );
    this.best = this.greedy();
    this.bestCost = this.costOf(this.best);
  }

  run(): Chosen {
    const all = noBits(this.elements);
    for (let e = 0; e < this.elements; e++) all[e >>> 5] |= 1 << (e & 31);
    this.branch(all, [], 0);
    return { members: [...this.best].sort((a, b) => a - b), isLeast: this.budget.ended === undefined };
  }

  private costOf(members: readonly number[]): number {
    return members.reduce((sum, c) => sum + this.candidates[c].cost, 0);
  }

  /** Greedy: repeatedly the candidate that covers most per cost; then redundant ones are removed. */
  private greedy(): number[] {
    const left = noBits(this.elements);
    for (let e = 0; e < this.elements; e++) left[e >>> 5] |= 1 << (e & 31);
    const members: number[] = [];
    for (;;) {
      let best = -1;
      let bestWorth = 0;
      this.candidates.forEach(({ covers, cost }, c) => {
        const worth = countBoth(covers, left) / Math.max(cost, 1e-9);
        if (worth > bestWorth) [best, bestWorth] = [c, worth];
      });
      if (best < 0) break;
      members.push(best);
      removeBits(left, this.candidates[best].covers);
    }
    return this.irredundant(members);
  }

  private irredundant(members: readonly number[]): number[] {
    const kept = [...members].sort((a, b) => this.candidates[b].cost - this.candidates[a].cost || b - a);
    for (let i = 0; i < kept.length; ) {
      const without = kept.filter((_, j) => j !== i);
      const isNeeded = this.coveredBy.some((all) => !without.some((c) => all.includes(c)));
      if (isNeeded) i++;
      else kept.splice(i, 1);
    }
    return kept;
  }

  private branch(left: Bits, chosen: number[], cost: number): void {
    if (!this.budget.spend(this.elements + 1)) return;
    const { element, bound } = this.hardest(left);
    if (element < 0) {
      if (cost < this.bestCost) [this.best, this.bestCost] = [[...chosen], cost];
      return;
    }
    if (cost + bound >= this.bestCost) return;
    const gain = (c: number) => countBoth(this.candidates[c].covers, left) / this.candidates[c].cost;
    const options = [...this.coveredBy[element]].sort((a, b) => gain(b) - gain(a) || a - b);
    for (const c of options) {
      const rest = left.slice();
      removeBits(rest, this.candidates[c].covers);
      chosen.push(c);
      this.branch(rest, chosen, cost + this.candidates[c].cost);
      chosen.pop();
      if (this.budget.ended) return;
    }
  }

  /**
   * The element with the fewest candidates, and a lower bound of the cost: elements that share no candidate add up.
   */
  private hardest(left: Bits): { element: number; bound: number } {
    let element = -1;
    let bound = 0;
    const used = new Set<number>();
    for (let e = 0; e < this.elements; e++) {
      if (!hasBit(left, e)) continue;
      const all = this.coveredBy[e];
      if (element < 0 || all.length < this.coveredBy[element].length) element = e;
      if (all.some((c) => used.has(c))) continue;
      for (const c of all) used.add(c);
      bound += this.least[e];
    }
    return { element, bound };
  }
}
