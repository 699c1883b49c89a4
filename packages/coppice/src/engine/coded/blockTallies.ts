import type { Team } from "../../kernels/team.js";
import { Tallier } from "../memory/tally.js";
import type { MergeRules, Tally } from "../port.js";
import type { CodedColumns } from "./columns.js";
import { countBlocks, type WantedCells } from "./countBlocks.js";
import type { Portion } from "./counting.js";
import { copied } from "./counting.js";
import { countFine, FineBins, fineBytes } from "./fineBins.js";
import { mergedTally } from "./merged.js";
import { NodeBins } from "./nodeBins.js";
import { resolveBins } from "./resolve.js";
import type { Siblings } from "./siblings.js";

/** A node and the attributes whose tallies are wanted: all are counted in blocks, and the best of them is among those compared. */
export interface WantedTallies {
  readonly node: number;
  readonly portion: Portion;
  readonly attributes: readonly number[];
}

/** Fewer entries of an attribute at a node are sorted at once; about as many are in a fine bin. Tests lower both. */
export const refineTuning = { least: 1 << 15, entries: 48 };
/** The most fine bins of a bin. */
const MOST_PARTS = 256;

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
    const nodes = wanted.map(
      ({ portion, attributes }, i) => new NodeBins(portion, cells[i], attributes, this.columns, rules),
    );
    this.refine(nodes);
    const alive = nodes.map((node) => new Map(node.binned.map((a) => [a, node.wanted(a)])));
    const bins = alive.flatMap((one) => [...one.values()].filter((own) => own.alive.includes(1)));
    const resolved = new Map(resolveBins(this.columns, bins, this.team).map((one, i) => [bins[i], one]));
    return wanted.map(({ attributes, portion }, i) =>
      attributes.map((a) => {
        if (this.columns.stored[a].edges === undefined) return this.tally(a, portion, cells[i].get(a)!);
        const own = alive[i].get(a)!;
        const { edges, cells: sums } = nodes[i].of(a);
        return mergedTally(a, edges, sums, own.alive, resolved.get(own));
      }),
    );
  }

  /** Divides bins with many entries that may be wanted: nearly always few of their parts are. */
  private refine(nodes: readonly NodeBins[]): void {
    const { columns } = this;
    const found = nodes.flatMap((node) =>
      node.binned.flatMap((a) => {
        const { alive, entries } = node.wanted(a);
        const count = entries.reduce((sum, own) => sum + own, 0);
        return count < refineTuning.least ? [] : [{ node, attribute: a, alive, entries: count }];
      }),
    );
    const all = found.reduce((sum, { entries }) => sum + entries, 0);
    const wanted = found.flatMap(({ node, attribute, alive, entries }) => {
      const { portion } = node;
      const { edges } = node.of(attribute);
      const room = (columns.room / 4 / fineBytes(portion)) * (entries / all);
      const fine = Math.min(room, entries / refineTuning.entries);
      const parts = Math.floor(fine / alive.reduce((sum, own) => sum + own, 0));
      if (parts < 2 || edges.length < 2) return [];
      return [{ node, portion, attribute, fine: new FineBins(edges, alive, Math.min(MOST_PARTS, parts)) }];
    });
    if (wanted.length === 0) return;
    columns.settle?.();
    for (const [i, sums] of countFine(columns, wanted).entries())
      wanted[i].node.refine(wanted[i].attribute, wanted[i].fine, sums);
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
}

const NO_CODES = new Int32Array(0);
