import type { MergeRules } from "../port.js";
import { GainBounds } from "./bounds.js";
import type { CodedColumns } from "./columns.js";
import type { Portion } from "./counting.js";
import type { FineBins, FineSums } from "./fineBins.js";
import type { WantedBins } from "./resolve.js";
import { ThinnedBins } from "./thinnedBins.js";

/** The bins of an attribute at a node: the greatest number of each, their sums, and what no threshold in them gains more than. */
interface Bins {
  readonly edges: Float64Array;
  readonly cells: Float64Array;
  readonly most: Float64Array;
  readonly fine?: FineBins;
}

/** The bins of a node's attributes, and the best threshold between them that is known. */
export class NodeBins {
  private readonly bounds: GainBounds;
  private readonly bins = new Map<number, Bins>();
  private best = Number.NEGATIVE_INFINITY;

  constructor(
    readonly portion: Portion,
    cells: ReadonlyMap<number, Float64Array>,
    attributes: readonly number[],
    { stored, facts }: CodedColumns,
    rules: MergeRules,
  ) {
    this.bounds = new GainBounds(rules, portion.kind.width);
    for (const a of attributes) {
      const { edges, codes } = stored[a];
      if (edges === undefined && facts[a].kind === "nominal") continue;
      const own = cells.get(a)!;
      const { best, most } = this.bounds.of(own, codes);
      this.best = Math.max(this.best, best);
      if (edges !== undefined) this.bins.set(a, { edges, cells: own, most });
    }
  }

  /** The attributes that have bins. */
  get binned(): number[] {
    return [...this.bins.keys()];
  }

  of(attribute: number): Bins {
    return this.bins.get(attribute)!;
  }

  /** Fine bins take the place of bins: their bounds are closer, and one of their thresholds may be better. */
  refine(attribute: number, fine: FineBins, { cells, greatest }: FineSums): void {
    const { best, most } = this.bounds.of(cells, fine.count);
    this.best = Math.max(this.best, best);
    this.bins.set(attribute, { edges: greatest.subarray(0, fine.count), cells, most, fine });
  }

  /** The bins in which a threshold may be as good as the best that is known. */
  wanted(attribute: number): WantedBins {
    const { portion, bounds } = this;
    const { edges, cells, most, fine } = this.of(attribute);
    const { width } = portion.kind;
    const least = this.best - bounds.slack(sumOf(cells, width));
    const thinned = new ThinnedBins({ edges, cells }, bounds, least, width);
    return {
      ...{ attribute, portion, ...aliveIn(portion, most, cells, least) },
      ...(fine && { fine }),
      take: (found) => thinned.take(found),
    };
  }
}

function sumOf(cells: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(width);
  for (let i = 0; i < cells.length; i++) sums[i % width] += cells[i];
  return sums;
}

/**
 * The bins that may gain at least this much. Where all rows are in one bin, only its numbers tell whether the attribute varies, and
 * a learner goes by that: how many attributes it looks at, and which it looks at below.
 */
function aliveIn(
  { kind, rows }: Portion,
  most: Float64Array,
  cells: Float64Array,
  least: number,
): Pick<WantedBins, "alive" | "entries"> {
  const alive = new Uint8Array(most.length + 1);
  const weights = Float64Array.from(alive, (_, bin) => kind.weight(cells, bin * kind.width));
  const known = weights.subarray(0, most.length);
  const isAlone = known.reduce((n, own) => n + (own > 0 ? 1 : 0), 0) === 1;
  const all = weights.reduce((sum, own) => sum + own, 0);
  const entries = new Float64Array(most.length);
  for (const [bin, own] of known.entries()) {
    if (!(own > 0) || !(isAlone || most[bin] >= least)) continue;
    alive[bin] = 1;
    entries[bin] = (rows.length * own) / all;
  }
  return { alive, entries };
}
