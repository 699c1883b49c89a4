import type { Column } from "../../../table/column.js";
import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";
import { type BoostedTree, ON_LEVELS } from "./boostedTree.js";
import type { Booster, LeafRows } from "./booster.js";
import { gainUnit } from "./grid.js";
import { BoostMemory } from "./memory.js";
import type { BoostPlan, PlanRows, RoundRules, TreeDraws } from "./plan.js";

/** Rows whose cells are passed to the kernels at a time: whole columns are never copied. */
const CHUNK = 4096;
const NODE_WORDS = 12;
/** Where a leaf's record has its node, and the ranges of its entries in each part of the rows. */
const LEAF_NODE = 2;
const LEAF_RANGES = 26;
/** Words of a tree's record. */
const TREE_WORDS = 3;
/** Where the board has the next tree that a thread may grow alone. */
const QUEUE = 128;

/** Boosting in the kernels' memory, by all threads of a team. */
export class KernelBooster implements Booster {
  private readonly memory: BoostMemory;
  private rules: RoundRules | undefined;
  /** Whether the round's gradients are still to be computed, with its first tree. */
  private isNewRound = false;

  constructor(
    private readonly team: Team,
    private readonly plan: BoostPlan,
    columns: readonly Column[],
    rows: PlanRows,
  ) {
    this.memory = new BoostMemory(team, plan, rows);
    this.binAll(columns, rows.keys);
  }

  private run(entry: string, ...args: number[]): void {
    this.team.run(boostKernel, entry, this.memory.block, ...args);
  }

  private binAll(columns: readonly Column[], order: Int32Array | undefined): void {
    const { heap } = this.team;
    const mark = heap.mark();
    const cells = heap.alloc(8 * CHUNK * columns.length);
    for (let first = 0; first < this.plan.rows; first += CHUNK) {
      const count = Math.min(CHUNK, this.plan.rows - first);
      columns.forEach((column, a) => {
        const at = cells + 8 * a * count;
        const numeric = this.plan.attributes[a].kind === "numeric";
        if (column.type === "numeric") copyNumbers(heap.f64(at, count), column.values, order, first);
        else if (numeric) copyOrdered(heap.f64(at, count), column.codes, order, first);
        else copyCodes(heap.i32(at, count), column.codes, order, first);
      });
      this.run("bin", cells, first, count);
    }
    heap.release(mark);
  }

  scores(output: number): Float64Array {
    const { rows } = this.plan;
    return this.team.heap.f64(this.memory.scores + 8 * rows * output, rows);
  }

  setScores(base: readonly number[]): void {
    base.forEach((score, output) => {
      this.scores(output).fill(score);
    });
  }

  largest(): { gradient: number; hessian: number } {
    const { heap, size } = this.team;
    const mark = heap.mark();
    const at = heap.alloc(16 * size);
    heap.f64(at, 2 * size).fill(0);
    this.run("largest", at);
    const found = heap.f64(at, 2 * size).slice();
    heap.release(mark);
    const most = (from: number) => found.filter((_, i) => i % 2 === from).reduce((a, b) => Math.max(a, b));
    return { gradient: most(0), hessian: most(1) };
  }

  startRound(rules: RoundRules): void {
    this.rules = rules;
    this.memory.writeRound(rules);
    this.isNewRound = true;
  }

  grow(output: number, draws: TreeDraws): BoostedTree {
    return this.growSome(output, [draws], false)[0];
  }

  growRound(draws: readonly TreeDraws[]): BoostedTree[] {
    const { trees } = this.memory;
    const grown: BoostedTree[] = [];
    for (let first = 0; first < draws.length; first += trees)
      grown.push(...this.growSome(first, draws.slice(first, first + trees), true));
    return grown;
  }

  private growSome(first: number, draws: readonly TreeDraws[], adds: boolean): BoostedTree[] {
    const { memory, team } = this;
    const records = memory.treeRecords();
    draws.forEach(({ attributes, nodeKey }, tree) => {
      team.heap.u8(memory.masks + attributes.length * tree, attributes.length).set(attributes);
      records[TREE_WORDS * tree] = nodeKey;
    });
    team.heap.u32(memory.board + QUEUE, 1)[0] = 0;
    const { levels, levelBytes, apart } = memory;
    const spare = this.isNewRound ? memory.spare : 0;
    this.isNewRound = false;
    this.run("growTrees", levels, levelBytes, first, draws.length, Number(apart), Number(adds), spare);
    return draws.map((_, tree) => this.readTree(tree, 2 * records[TREE_WORDS * tree + 1] - 1));
  }

  private readTree(tree: number, nodes: number): BoostedTree {
    const { heap } = this.team;
    const at = this.memory.nodes + this.memory.nodeBytes * tree;
    const words = heap.i32(at, NODE_WORDS * nodes);
    const doubles = heap.f64(at, (NODE_WORDS * nodes) / 2);
    const unit = gainUnit(this.rules!.grid);
    const [attribute, bin, flags] = [new Int32Array(nodes), new Int32Array(nodes), new Int32Array(nodes)];
    const [left, right] = [new Int32Array(nodes), new Int32Array(nodes)];
    const [gain, value] = [new Float64Array(nodes), new Float64Array(nodes)];
    const sides = new Map<number, Uint8Array>();
    for (let i = 0; i < nodes; i++) {
      const word = NODE_WORDS * i;
      attribute[i] = words[word];
      bin[i] = words[word + 1];
      flags[i] = words[word + 2];
      left[i] = words[word + 3];
      right[i] = words[word + 4];
      value[i] = doubles[6 * i + 5];
      if (attribute[i] < 0) continue;
      gain[i] = doubles[6 * i + 3] * unit;
      if ((flags[i] & ON_LEVELS) !== 0) sides.set(i, this.sidesOf(tree, words[word + 5], attribute[i]));
    }
    return { nodes, attribute, bin, flags, left, right, gain, value, sides };
  }

  private sidesOf(tree: number, set: number, attribute: number): Uint8Array {
    const { sides, sideBytes, sets } = this.memory;
    const at = sides + sideBytes * (sets * tree + set);
    return this.team.heap.u8(at, this.plan.attributes[attribute].missing + 1).slice();
  }

  leafRows(tree: BoostedTree): LeafRows[] {
    const { heap } = this.team;
    const { leaves, leafBytes } = this.memory;
    const parts = this.memory.treeRecords()[2];
    return Array.from({ length: (tree.nodes + 1) / 2 }, (_, leaf) => {
      const rows: Uint32Array[] = [];
      let node = 0;
      for (let part = 0; part < parts; part++) {
        const at = leaves + leafBytes * (this.plan.maxLeaves * part + leaf);
        const words = heap.i32(at, leafBytes / 4);
        const [start, count] = words.subarray(LEAF_RANGES + 2 * part);
        node = words[LEAF_NODE];
        rows.push(heap.u32(this.memory.entries + 8 * start, 2 * count));
      }
      return { node, rows: joinRows(rows) };
    });
  }

  add(output: number, tree: BoostedTree): void {
    this.writeValues(tree);
    const parts = this.memory.treeRecords()[2];
    this.run("addTree", output, (tree.nodes + 1) / 2, parts);
  }

  private writeValues({ nodes, value }: BoostedTree): void {
    const doubles = this.team.heap.f64(this.memory.nodes, (NODE_WORDS * nodes) / 2);
    for (let i = 0; i < nodes; i++) doubles[6 * i + 5] = value[i];
  }

  follow(output: number, tree: BoostedTree): void {
    const { heap } = this.team;
    const { nodes, sides: at, sideBytes } = this.memory;
    const words = heap.i32(nodes, NODE_WORDS * tree.nodes);
    let set = 0;
    for (let i = 0; i < tree.nodes; i++) {
      const node = [tree.attribute[i], tree.bin[i], tree.flags[i], tree.left[i], tree.right[i], set];
      words.set(node, NODE_WORDS * i);
      const sides = tree.sides.get(i);
      if (sides) heap.u8(at + sideBytes * set++, sides.length).set(sides);
    }
    this.writeValues(tree);
    this.run("followTree", output);
  }
}

/** The rows of entries, each of which is a row and its gradient, in ascending order. */
function joinRows(parts: readonly Uint32Array[]): Int32Array {
  const rows = new Int32Array(parts.reduce((sum, part) => sum + part.length / 2, 0));
  let n = 0;
  for (const part of parts) for (let i = 0; i < part.length; i += 2) rows[n++] = part[i];
  return parts.length > 1 ? rows.sort() : rows;
}

// A loop over rows is a function of its own: see engine/encode.ts.

function copyNumbers(
  to: Float64Array,
  values: Float64Array,
  order: Int32Array | undefined,
  first: number,
): void {
  if (order === undefined) to.set(values.subarray(first, first + to.length));
  else for (let i = 0; i < to.length; i++) to[i] = values[order[first + i]];
}

function copyOrdered(
  to: Float64Array,
  codes: Int32Array,
  order: Int32Array | undefined,
  first: number,
): void {
  for (let i = 0; i < to.length; i++) {
    const code = codes[order ? order[first + i] : first + i];
    to[i] = code < 0 ? Number.NaN : code;
  }
}

function copyCodes(to: Int32Array, codes: Int32Array, order: Int32Array | undefined, first: number): void {
  if (order === undefined) to.set(codes.subarray(first, first + to.length));
  else for (let i = 0; i < to.length; i++) to[i] = codes[order[first + i]];
}
