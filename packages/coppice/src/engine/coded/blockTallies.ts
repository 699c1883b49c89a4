import type { Team } from "../../kernels/team.js";
import { Tallier } from "../memory/tally.js";
import type { MergeRules, Tally } from "../port.js";
import { GainBounds } from "./bounds.js";
import type { CodedColumns } from "./columns.js";
import { countBlocks, type WantedCells } from "./countBlocks.js";
import type { Portion } from "./counting.js";
import { copied } from "./counting.js";
import { mergedTally } from "./merged.js";
import { resolveBins, type WantedBins } from "./resolve.js";
import type { Siblings } from "./siblings.js";
import { ThinnedBins } from "./thinnedBins.js";

/** A node and the attributes whose tallies are wanted: all are counted in blocks, and the best of them is among those compared. */
export interface WantedTallies {
  readonly node: number;
  readonly portion: Portion;
  readonly attributes: readonly number[];
}

/** Makes tallies from blocks of codes, for all nodes of a request together. */
export class BlockTallies {
  constructor(
    private readonly columns: CodedColumns,
    private readonly siblings: Siblings,
    private readonly team?: Team,
  ) {}

  /** By node, the tallies in the order of its attributes. Bins need rules. */
  of(wanted: readonly WantedTallies[], rules?: MergeRules): Tally[][] {
    const cells = this.cellsOf(wanted);
    if (rules === undefined) return wanted.map((one, i) => this.plain(one, cells[i]));
    const alive = wanted.map((one, i) => this.aliveBins(one, cells[i], rules));
    const bins = alive.flatMap((one) => [...one.values()].filter((own) => own.alive.includes(1)));
    const resolved = new Map(resolveBins(this.columns, bins, this.team).map((one, i) => [bins[i], one]));
    return wanted.map(({ attributes, portion }, i) =>
      attributes.map((a) => {
        const { edges } = this.columns.stored[a];
        if (edges === undefined) return this.tally(a, portion, cells[i].get(a)!);
        const own = alive[i].get(a)!;
        return mergedTally(a, edges, cells[i].get(a)!, own.alive, resolved.get(own));
      }),
    );
  }

  private plain({ attributes, portion }: WantedTallies, cells: ReadonlyMap<number, Float64Array>): Tally[] {
    return attributes.map((a) => this.tally(a, portion, cells.get(a)!));
  }

  private tally(attribute: number, { kind, rows }: Portion, cells: Float64Array): Tally {
    const facts = this.columns.facts[attribute];
    return copied(new Tallier(kind).fromCells(attribute, { facts, codes: NO_CODES }, cells, rows.length));
  }

  /** Counted, or the difference of a parent and its smaller branch. */
  private cellsOf(wanted: readonly WantedTallies[]): Map<number, Float64Array>[] {
    const { siblings } = this;
    const here = new Map(wanted.map(({ node, attributes }) => [node, new Set(attributes)]));
    const isDifference = (node: number, a: number) => {
      const light = siblings.lightOf(node, a);
      return light !== undefined && here.get(light)?.has(a) === true;
    };
    const counted: WantedCells[] = wanted.map(({ node, portion, attributes }) => ({
      portion,
      attributes: attributes.filter((a) => !isDifference(node, a)),
    }));
    const cells = countBlocks(this.columns, counted, this.team);
    wanted.forEach(({ node }, i) => {
      for (const [a, own] of cells[i]) siblings.keep(node, a, own);
    });
    // What could not be kept has to be counted after all.
    const left: { readonly index: number; readonly attribute: number }[] = [];
    for (const [index, { node, attributes }] of wanted.entries())
      for (const attribute of attributes.filter((a) => !cells[index].has(a))) {
        const found = siblings.byDifference(node, attribute);
        if (found === undefined) left.push({ index, attribute });
        else {
          cells[index].set(attribute, found);
          siblings.keep(node, attribute, found);
        }
      }
    if (left.length > 0) this.countLeft(wanted, left, cells);
    return cells;
  }

  private countLeft(
    wanted: readonly WantedTallies[],
    left: readonly { readonly index: number; readonly attribute: number }[],
    cells: readonly Map<number, Float64Array>[],
  ): void {
    const again = [...new Set(left.map(({ index }) => index))].map((index) => ({
      index,
      portion: wanted[index].portion,
      attributes: left.filter((one) => one.index === index).map(({ attribute }) => attribute),
    }));
    countBlocks(this.columns, again, this.team).forEach((found, i) => {
      for (const [a, own] of found) cells[again[i].index].set(a, own);
    });
  }

  /** By attribute with bins: those in which a threshold may be as good as the best that is known. */
  private aliveBins(
    { portion, attributes }: WantedTallies,
    cells: ReadonlyMap<number, Float64Array>,
    rules: MergeRules,
  ): Map<number, WantedBins> {
    const { stored, facts } = this.columns;
    const { width } = portion.kind;
    const bounds = new GainBounds(rules, width);
    let best = Number.NEGATIVE_INFINITY;
    const most = new Map<number, Float64Array>();
    for (const a of attributes) {
      if (stored[a].edges === undefined && facts[a].kind === "nominal") continue;
      const found = bounds.of(cells.get(a)!, stored[a].codes);
      best = Math.max(best, found.best);
      if (stored[a].edges !== undefined) most.set(a, found.most);
    }
    const alive = new Map<number, WantedBins>();
    for (const [attribute, own] of most) {
      const counts = cells.get(attribute)!;
      const least = best - bounds.slack(sumOf(counts, width));
      const sums = { edges: stored[attribute].edges!, cells: counts };
      const thinned = new ThinnedBins(sums, bounds, least, width);
      alive.set(attribute, {
        ...binsWith(attribute, portion, own, counts, least),
        take: (found) => thinned.take(found),
      });
    }
    return alive;
  }
}

const NO_CODES = new Int32Array(0);

function sumOf(cells: Float64Array, width: number): Float64Array {
  const sums = new Float64Array(width);
  for (let i = 0; i < cells.length; i++) sums[i % width] += cells[i];
  return sums;
}

/**
 * The bins that may gain at least this much. Where all rows are in one bin, only its numbers tell whether the attribute varies, and
 * a learner goes by that: how many attributes it looks at, and which it looks at below.
 */
function binsWith(
  attribute: number,
  portion: Portion,
  most: Float64Array,
  cells: Float64Array,
  least: number,
): Omit<WantedBins, "take"> {
  const { kind, rows } = portion;
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
  return { attribute, portion, alive, entries };
}
