import { unreachable } from "../../base/errors.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import { UNKNOWN } from "../../model/test.js";
import { type CodedAttribute, targetFacts } from "../encode.js";
import { divideEntries, type Quanta } from "../memory/divide.js";
import { MemoryEngine } from "../memory/engine.js";
import { type Entries, Gathered, type TargetRows, targetRows } from "../memory/entries.js";
import { rankTally } from "../memory/ranks.js";
import { fillSides } from "../memory/sides.js";
import { summariseEntries } from "../memory/summarise.js";
import type {
  Answer,
  DivideRequest,
  Division,
  Engine,
  EngineFacts,
  MergeRules,
  Request,
  SidesRequest,
  Statistic,
  SubtreeRequest,
  Summary,
  Tally,
  TallyRequest,
} from "../port.js";
import { rulesOf } from "../rulesOf.js";
import { BlockTallies, type WantedTallies } from "./blockTallies.js";
import { bytesPerCode, type CodedRows } from "./columns.js";
import { gathered, type Portion, sidePortion, TargetPortions, tallyPortion } from "./counting.js";
import { drawnTrees } from "./drawnTrees.js";
import { pulledProblem } from "./pull.js";
import { Siblings } from "./siblings.js";
import { sidesByNumbers } from "./sides.js";

/** The most cells that are counted at once for one node. */
const MOST_CELLS = 1 << 21;

/** After so many subtrees that memory could not grow either, none is tried. */
const MOST_DECLINED = 3;

/**
 * A tree of classes with so few levels is grown from blocks alone: to take rows here and to sort them costs as much as five levels. From
 * 5M x 28, depth 6 takes 14.3 instead of 18.3 s of processor time and a third of the memory; at depth 8 it is the same time.
 */
const FEW_LEVELS = 6;

/**
 * The memory engine's work on codes that are not in memory. The rows of nodes, the target and the weights are here; attributes
 * come one after the other, for all nodes of a request together. A node whose rows fit is taken here as a whole, if the engine
 * in memory can grow its subtree.
 */
export class CodedEngine implements Engine {
  readonly facts: EngineFacts;
  private readonly target: TargetRows;
  private readonly quanta: Quanta;
  private readonly nodes = new Map<number, Entries>();
  private readonly portions: TargetPortions;
  private readonly siblings: Siblings;
  private readonly blocks: BlockTallies;
  private readonly attributes: readonly CodedAttribute[];
  private grown = 0;
  private declined = 0;

  /** `places` are the engine's own: it reorders them. */
  constructor(
    private readonly source: CodedRows,
    places: Int32Array,
    private readonly team?: Team,
  ) {
    const { columns, target, weights, task, mostPulled } = source;
    this.facts = {
      attributes: columns.facts,
      target: targetFacts(target),
      prefers: "level",
      ...(mostPulled > 0 && { subtreeRows: mostPulled, drawnRows: mostPulled }),
    };
    this.target = targetRows({ ...task, attributes: [], target, ...(weights && { weights }) });
    const grid = target.kind === "values" ? target.grid : undefined;
    this.quanta = { weight: task.weightQuantum, u1: grid?.quantum1 ?? 1, u2: grid?.quantum2 ?? 1 };
    this.portions = new TargetPortions(this.target);
    this.siblings = new Siblings(columns.room / 4);
    this.blocks = new BlockTallies(columns, this.siblings, team);
    this.attributes = columns.stored.map((_, a) => ({
      get facts() {
        return columns.facts[a];
      },
      get codes() {
        return columns.codes(a);
      },
    }));
    this.nodes.set(0, { rows: places });
  }

  answer(request: Request): Answer {
    this.source.columns.settle?.();
    switch (request.ask) {
      case "summarise":
        return request.nodes.map((node) => this.summarise(this.entries(node), request.statistic));
      case "tally":
        return request.statistic === "ranks"
          ? request.nodes.map(({ node, attributes }) => this.rankTallies(node, attributes))
          : this.tallies(request);
      case "sides":
        return this.sides(request);
      case "divide":
        return this.divideAll(request);
      case "subtree":
        return this.subtrees(request);
      case "drawnTrees":
        return drawnTrees(this.source, request, (node) => this.entries(node), this.team);
      case "ratioTree":
        return undefined;
      case "landings":
      case "judge":
      case "rows":
      case "project":
      case "adopt":
        throw new Error(`${request.ask} was asked of an engine that does not offer it`);
      default:
        return unreachable(request);
    }
  }

  private entries(node: number): Entries {
    const found = this.nodes.get(node);
    if (found === undefined) throw new Error(`no node ${node}: it was divided, or never made`);
    return found;
  }

  private summarise(entries: Entries, statistic: Statistic): Summary {
    const { target, quanta, portions } = this;
    return summariseEntries(entries, statistic, target, quanta, portions.kind, () =>
      portions.roomFor(entries.rows.length),
    );
  }

  /**
   * From blocks of codes, for all nodes together, where that is possible; the other attributes after them, as they are asked
   * for. An attribute that is unlikely to be examined is not counted before.
   */
  private tallies({ nodes, rules }: TallyRequest): Iterable<Tally>[] {
    const wanted = nodes.map(({ node, attributes }) => ({
      node,
      attributes,
      portion: this.remembered(node),
    }));
    const first = wanted.map(({ node, attributes, portion }) => ({
      node,
      portion,
      attributes: attributes
        .slice(0, rules?.examined ?? attributes.length)
        .filter((a) => this.isInBlocks(a, node, rules)),
    }));
    const found = this.blocks.of(first, rules);
    const others = wanted.map(({ node, portion, attributes }) => ({
      portion,
      attributes: attributes.filter((a) => !this.isInBlocks(a, node, rules)),
    }));
    const rest = this.talliesOf(others);
    return wanted.map((one, i) => this.inOrder(one, found[i], rest[i], rules));
  }

  private *inOrder(
    { node, portion, attributes }: WantedTallies,
    found: readonly Tally[],
    rest: Iterable<Tally>,
    rules: MergeRules | undefined,
  ): Generator<Tally, void> {
    const others = rest[Symbol.iterator]();
    let at = 0;
    for (const a of attributes) {
      if (at < found.length && found[at].attribute === a) yield found[at++];
      else if (this.isInBlocks(a, node, rules))
        yield this.blocks.of([{ node, portion, attributes: [a] }], rules)[0][0];
      else yield others.next().value as Tally;
    }
  }

  /** Bins must be merged again; many codes of few rows are rather sorted. */
  private isInBlocks(attribute: number, node: number, rules: MergeRules | undefined): boolean {
    const { codes, edges } = this.source.columns.stored[attribute];
    if (edges !== undefined) return rules !== undefined;
    const { tallier } = this.portions;
    return codes <= 256 || codes < tallier.mostCodes(this.entries(node).rows.length);
  }

  private remembered(node: number): Portion {
    return {
      ...this.portions.of(this.entries(node)),
      known: (a) => this.siblings.byDifference(node, a),
      keep: (a, cells) => this.siblings.keep(node, a, cells),
    };
  }

  private sides({ nodes }: SidesRequest): Iterable<Tally>[] {
    const portions = nodes.map(({ node, test, branches, attributes }) => {
      const entries = this.entries(node);
      const sides = new Int32Array(entries.rows.length);
      fillSides(sides, entries.rows, this.attributes[test.attribute], test);
      for (let i = 0; i < sides.length; i++) if (sides[i] === UNKNOWN) sides[i] = branches;
      return { portion: sidePortion(entries, sides, branches + 1, this.target.weight), attributes };
    });
    return this.talliesOf(portions);
  }

  /** One node: some attributes at a time, as they are asked for. Several: attribute by attribute, for all nodes. */
  private talliesOf(wanted: readonly Wanted[]): Iterable<Tally>[] {
    if (wanted.length === 1) return [this.inGroups(wanted[0])];
    const answers = wanted.map(() => new Map<number, Tally>());
    // The smaller of two branches comes first: the other may be a difference.
    const bySize = [...wanted.keys()].sort(
      (i, j) => wanted[i].portion.rows.length - wanted[j].portion.rows.length,
    );
    const all = [...new Set(wanted.flatMap(({ attributes }) => attributes))].sort((a, b) => a - b);
    for (const group of this.groups(all, 1)) {
      const codesOf = this.together(group);
      for (const i of bySize) {
        const { portion, attributes } = wanted[i];
        const own = attributes.filter((a) => group.includes(a));
        for (const tally of tallyPortion(portion, own, (a) => this.facts.attributes[a], codesOf))
          answers[i].set(tally.attribute, tally);
      }
    }
    return wanted.map(({ attributes }, i) => attributes.map((a) => answers[i].get(a)!));
  }

  private *inGroups({ portion, attributes }: Wanted): Generator<Tally, void> {
    for (const group of this.groups(attributes, portion.kind.width))
      yield* tallyPortion(portion, group, (a) => this.facts.attributes[a], this.together(group));
  }

  /** Attributes whose codes fit here together, and whose cells are not too many. */
  private groups(attributes: readonly number[], width: number): number[][] {
    const { columns, task } = this.source;
    const groups: number[][] = [];
    let bytes = 0;
    let cells = 0;
    for (const a of attributes) {
      const { codes } = columns.facts[a];
      const more = task.rows * bytesPerCode(codes);
      if (groups.length > 0 && bytes + more <= columns.room && cells + codes * width <= MOST_CELLS)
        groups[groups.length - 1].push(a);
      else {
        groups.push([a]);
        bytes = 0;
        cells = 0;
      }
      bytes += more;
      cells += codes * width;
    }
    return groups;
  }

  /** The codes of these attributes, read once. */
  private together(group: readonly number[]) {
    const codes = new Map(group.map((a) => [a, this.source.columns.codes(a)]));
    return (a: number) => codes.get(a)!;
  }

  private *rankTallies(node: number, attributes: readonly number[]): Generator<Tally, void> {
    const { rows, parts } = this.entries(node);
    const g = new Gathered(this.target, rows.length);
    const places = Int32Array.from(rows.keys());
    for (const a of attributes) {
      g.load({ rows, ...(parts && { parts }) });
      g.loadCodes();
      const codes = gathered(this.source.columns.codes(a), rows);
      yield rankTally(a, { facts: this.facts.attributes[a], codes }, places, g, this.target.codes);
    }
  }

  private divideAll({ divisions, statistic }: DivideRequest): Summary[][] {
    this.siblings.dividing(new Set(divisions.map(({ node }) => node)));
    const sides = sidesByNumbers(this.source.columns, divisions, (node) => this.entries(node));
    return divisions.map((division, i) => this.divide(division, statistic, sides[i]));
  }

  private divide(
    { node, test, missing, branches }: Division,
    statistic: Statistic,
    sides: Int8Array | undefined,
  ): Summary[] {
    const { attributes, target, quanta } = this;
    const parts = divideEntries(
      this.entries(node),
      attributes,
      test,
      missing,
      branches.length,
      target,
      quanta,
      sides,
    );
    this.nodes.delete(node);
    this.siblings.divided(
      node,
      parts.map(({ rows }, b) => ({ node: branches[b], rows: rows.length })),
    );
    return parts.map((entries, b) => {
      this.nodes.set(branches[b], entries);
      return this.summarise(entries, statistic);
    });
  }

  private subtrees({ nodes, rules }: SubtreeRequest): (GrownTree | undefined)[] {
    if (this.source.target.kind === "classes" && (rules.maxDepth ?? FEW_LEVELS + 1) <= FEW_LEVELS)
      return nodes.map(() => undefined);
    const trees: (GrownTree | undefined)[] = [];
    for (let from = 0; from < nodes.length; ) {
      if (this.grown === 0 && this.declined >= MOST_DECLINED) return nodes.map((_, i) => trees[i]);
      let to = from;
      let rows = 0;
      do rows += this.entries(nodes[to++].node).rows.length;
      while (to < nodes.length && rows + this.entries(nodes[to].node).rows.length <= this.source.mostPulled);
      const group = nodes.slice(from, to);
      if (group.some(({ node }) => this.entries(node).parts)) return nodes.map(() => undefined);
      const pulled = pulledProblem(
        this.source,
        group.map(({ node, attributes }) => ({ rows: this.entries(node).rows, attributes })),
      );
      for (const [i, { attributes, depth }] of group.entries()) {
        const engine = new MemoryEngine(pulled[i], this.team);
        const own = [{ node: 0, attributes: attributes.map((_, a) => a), depth }];
        const request: SubtreeRequest = { ask: "subtree", nodes: own, rules: rulesOf(rules, attributes) };
        const [tree] = engine.answer(request) as Answer<SubtreeRequest>;
        if (tree) this.grown++;
        else this.declined++;
        trees.push(tree && { ...tree, attribute: tree.attribute.map((a) => (a < 0 ? a : attributes[a])) });
      }
      from = to;
    }
    return trees;
  }
}

interface Wanted {
  readonly portion: Portion;
  readonly attributes: readonly number[];
}
