import { unreachable } from "../../base/errors.js";
import { impuritiesOfTwo } from "../../base/impurity.js";
import type { Team } from "../../kernels/team.js";
import type { GrownTree } from "../../model/grownTree.js";
import { type EncodedAttribute, encodeLazily, factsOf } from "../encode.js";
import { knowsRules } from "../knownRules.js";
import type {
  AdoptRequest,
  Answer,
  AttributeFacts,
  Division,
  Engine,
  EngineFacts,
  NodeRows,
  ProjectRequest,
  Request,
  SidesRequest,
  Statistic,
  SubtreeRules,
  Summary,
  Tally,
} from "../port.js";
import type { Problem } from "../problem.js";
import { ClassTrees } from "./classTree.js";
import { Counts, type NodeState } from "./counts.js";
import { divideEntries, type Quanta } from "./divide.js";
import { type Entries, Gathered, type TargetRows, targetRows } from "./entries.js";
import { LevelSides } from "./levelSides.js";
import { MixedTrees } from "./mixedTree.js";
import { Projections } from "./projections.js";
import { rankTally } from "./ranks.js";
import { RatioTrees } from "./ratioTree.js";
import { SideTallies } from "./sideTallies.js";
import { LIST_RULES, Subtrees } from "./subtree.js";
import { summariseEntries } from "./summarise.js";
import { classTally, momentTally, Tallier, type TallyKind } from "./tally.js";
import { ValueTrees } from "./valueTree.js";

/** Rows × attributes up to which a whole subtree is grown from a node, from lists that take 8 bytes for each. */
const SUBTREE_ENTRIES = 1 << 20;

/** Rows × attributes up to which the sides of a whole level are counted at once, from lists that take 8 bytes for each. */
const LEVEL_ENTRIES = 1 << 25;

/** Passing over all rows pays for nodes that have at least this part of them. */
const LEVEL_SHARE = 8;

/** An exact engine in typed arrays: attributes are encoded once as ranks or level codes, rows are partitioned in place. */
export class MemoryEngine implements Engine {
  readonly facts: EngineFacts;
  /** Those of the table, and after them the measures of nodes. */
  private readonly attributes: EncodedAttribute[];
  private readonly projections: Projections;
  private readonly target: TargetRows;
  private readonly quanta: Quanta;
  private readonly nodes = new Map<number, NodeState>();
  private made: { readonly gathered: Gathered; readonly counts: Counts } | undefined;
  private readonly kind: TallyKind;
  private readonly rows: number;
  private readonly columns: number;
  private readonly tallier: Tallier;
  private readonly subtrees: Subtrees;
  private readonly classTrees: ClassTrees;
  private readonly mixedTrees: MixedTrees;
  private readonly valueTrees: ValueTrees;
  private readonly ratioTrees: RatioTrees;
  /** The most rows of a node that is grown from lists in TypeScript. */
  private readonly listedRows: number;
  private sideTallies: SideTallies | undefined;
  private levelSides: LevelSides | undefined;

  /** With a team, its threads share the work where there is enough of it. */
  constructor(problem: Problem, team?: Team) {
    this.attributes = problem.attributes.map((column) => encodeLazily(column, team));
    this.classTrees = new ClassTrees(problem, team);
    this.mixedTrees = new MixedTrees(problem, team);
    this.valueTrees = new ValueTrees(problem, team);
    this.ratioTrees = new RatioTrees(problem, this.attributes, team);
    this.projections = new Projections(problem.attributes, problem.rows);
    this.columns = problem.attributes.length;
    this.listedRows = Math.floor(SUBTREE_ENTRIES / this.attributes.length);
    this.facts = {
      ...factsOf(problem, this.attributes, "node"),
      subtreeRows: Math.max(
        ...[this.listedRows, this.classTrees.mostRows, this.mixedTrees.mostRows, this.valueTrees.mostRows],
      ),
      rows: true,
      ratioTrees: this.ratioTrees.usable,
    };
    this.target = targetRows(problem);
    const grid = problem.target.kind === "values" ? problem.target.grid : undefined;
    this.quanta = { weight: problem.weightQuantum, u1: grid?.quantum1 ?? 1, u2: grid?.quantum2 ?? 1 };
    this.nodes.set(0, { entries: { rows: allRows(problem.rows) }, cells: [] });
    this.kind = grid === undefined ? classTally(this.target.codes) : momentTally;
    this.tallier = new Tallier(this.kind);
    this.subtrees = new Subtrees(this.attributes, grid === undefined ? this.target.codes : 0);
    this.rows = problem.rows;
  }

  /** Buffers for tallies, allocated on first use: a tree that is grown whole needs none. */
  private get buffers() {
    // A row occurs at most once in a node, so no node has more entries than there are rows.
    this.made ??= {
      gathered: new Gathered(this.target, this.rows),
      counts: new Counts(this.kind, this.attributes, this.target, this.rows),
    };
    return this.made;
  }

  private get gathered(): Gathered {
    return this.buffers.gathered;
  }

  private get counts(): Counts {
    return this.buffers.counts;
  }

  answer(request: Request): Answer {
    switch (request.ask) {
      case "summarise":
        return request.nodes.map((node) => this.summarise(this.state(node).entries, request.statistic));
      case "tally":
        return request.nodes.map(({ node, attributes }) =>
          request.statistic === "ranks" ? this.rankTallies(node, attributes) : this.tallies(node, attributes),
        );
      case "sides":
        return this.sides(request.nodes);
      case "rows":
        return request.nodes.map((node) => this.nodeRows(this.state(node).entries));
      case "project":
        return this.project(request);
      case "adopt":
        return this.adopt(request);
      case "subtree":
        return request.nodes.map(({ node, attributes, depth }) =>
          this.subtree(node, attributes, depth, request.rules),
        );
      case "drawnTrees":
        return request.nodes.map(() => undefined);
      case "ratioTree":
        return this.ratioTrees.grow(request.rules);
      case "divide":
        this.counts.forgetFamilies();
        return request.divisions.map((division) => this.divide(division, request.statistic));
      case "landings":
      case "judge":
        throw new Error(`${request.ask} was asked of an engine that does not offer it`);
      default:
        return unreachable(request);
    }
  }

  private state(node: number): NodeState {
    const found = this.nodes.get(node);
    if (found === undefined) throw new Error(`no node ${node}: it was divided, or never made`);
    return found;
  }

  private *tallies(node: number, attributes: readonly number[]): Generator<Tally, void> {
    const state = this.state(node);
    const { rows } = state.entries;
    const g = this.gathered;
    g.load(state.entries);
    const mostCodes = this.tallier.mostCodes(rows.length);
    for (const a of attributes) {
      const attribute = this.attributes[a];
      // The codes of a measure are those of one node: there is nothing to count them from later.
      yield a < this.columns && attribute.facts.codes < mostCodes
        ? this.tallier.fromCells(a, attribute, this.counts.cellsOf(state, a, g), rows.length)
        : this.tallier.bySorting(a, attribute, rows, g);
    }
  }

  private nodeRows({ rows, parts }: Entries): NodeRows {
    const { weight } = this.target;
    const weights = parts?.weight ?? Float64Array.from(rows, (row) => weight?.[row] ?? 1);
    return { rows: rows.slice(), weights };
  }

  private project({ node, measures, first }: ProjectRequest): AttributeFacts[] {
    const made = this.projections.of(this.state(node).entries, measures);
    made.forEach((attribute, i) => {
      this.attributes[first + i] = attribute;
    });
    return made.map(({ facts }) => facts);
  }

  private adopt({ nodes }: AdoptRequest): undefined {
    for (const { node, rows } of nodes) this.nodes.set(node, { entries: { rows }, cells: [] });
  }

  private *rankTallies(node: number, attributes: readonly number[]): Generator<Tally, void> {
    const { entries } = this.state(node);
    this.gathered.load(entries);
    this.gathered.loadCodes();
    for (const a of attributes)
      yield rankTally(a, this.attributes[a], entries.rows, this.gathered, this.target.codes);
  }

  private sides(wanted: SidesRequest["nodes"]): Iterable<Tally>[] {
    const entries = wanted.map(({ node }) => this.state(node).entries);
    const { rows } = this;
    const isPlain = this.target.weight === undefined && entries.every(({ parts }) => parts === undefined);
    const few = entries.reduce((sum, { rows: { length } }) => sum + length, 0) < rows / LEVEL_SHARE;
    if (isPlain && !few && rows * this.attributes.length <= LEVEL_ENTRIES) {
      this.levelSides ??= new LevelSides(this.attributes, rows);
      return this.levelSides.of(wanted.map((one, i) => ({ rows: entries[i].rows, wanted: one })));
    }
    this.sideTallies ??= new SideTallies(this.attributes, this.target, rows);
    const { sideTallies } = this;
    return wanted.map((one, i) => sideTallies.of(entries[i], one));
  }

  private subtree(
    node: number,
    attributes: readonly number[],
    depth: number,
    rules: SubtreeRules,
  ): GrownTree | undefined {
    const { entries } = this.state(node);
    if (this.kind === momentTally) return this.valueTrees.grow(entries, attributes, depth, rules);
    if (node === 0) {
      const tree = this.classTrees.grow(depth, rules) ?? this.mixedTrees.grow(depth, rules);
      if (tree !== undefined) return tree;
    }
    const impurity = impuritiesOfTwo.get(rules.criterion);
    if (impurity === undefined || !knowsRules(rules, LIST_RULES)) return undefined;
    if (entries.rows.length > this.listedRows) return undefined;
    this.gathered.load(entries);
    const classes = this.gathered.twoClasses();
    if (classes === undefined) return undefined;
    return this.subtrees.grow(entries.rows, this.gathered, attributes, depth, classes, impurity, rules);
  }

  private divide({ node, test, missing, branches }: Division, statistic: Statistic): Summary[] {
    const state = this.state(node);
    const parts = divideEntries(
      state.entries,
      this.attributes,
      test,
      missing,
      branches.length,
      this.target,
      this.quanta,
    );
    const states = parts.map((entries): NodeState => ({ entries, cells: [] }));
    this.counts.divided(state, states);
    this.nodes.delete(node);
    return states.map((part, b) => {
      this.nodes.set(branches[b], part);
      return this.summarise(part.entries, statistic);
    });
  }

  private summarise(entries: Entries, statistic: Statistic): Summary {
    return summariseEntries(entries, statistic, this.target, this.quanta, this.kind, () => this.gathered);
  }
}

function allRows(count: number): Int32Array {
  const rows = new Int32Array(count);
  for (let row = 0; row < count; row++) rows[row] = row;
  return rows;
}
