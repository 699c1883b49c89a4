import type { Column } from "../../../table/column.js";
import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";
import { type BoostedTree, ON_LEVELS } from "./boostedTree.js";
import type { Booster, LeafRows } from "./booster.js";
import { gainUnit } from "./grid.js";
import { BoostMemory } from "./memory.js";
import type { BoostPlan, RoundRules, TreeDraws } from "./plan.js";

/** Rows whose cells are passed to the kernels at a time: whole columns are never copied. */
const CHUNK = 4096;
const NODE_WORDS = 12;
const LEAF_WORDS = 32;
/** Where the board has the number of nodes and the number of threads that grew them. */
const GROWN = 512;

/** Boosting in the kernels' memory, by all threads of a team. */
export class KernelBooster implements Booster {
  private readonly memory: BoostMemory;
  private rules: RoundRules | undefined;

  constructor(
    private readonly team: Team,
    private readonly plan: BoostPlan,
    columns: readonly Column[],
    order: Int32Array | undefined,
  ) {
    this.memory = new BoostMemory(team, plan);
    this.memory.write(undefined);
    this.binAll(columns, order);
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
    this.memory.write(rules);
    this.run("gradients", this.memory.spare);
  }

  grow(output: number, draws: TreeDraws): BoostedTree {
    const { memory, team } = this;
    memory.write(this.rules, draws.nodeKey);
    team.heap.u8(memory.mask, draws.attributes.length).set(draws.attributes);
    this.run("grow", output, memory.levels, memory.levelBytes);
    return this.readTree(team.heap.i32(memory.board + GROWN, 2)[0]);
  }

  private readTree(nodes: number): BoostedTree {
    const { heap } = this.team;
    const words = heap.i32(this.memory.nodes, NODE_WORDS * nodes);
    const doubles = heap.f64(this.memory.nodes, (NODE_WORDS * nodes) / 2);
    const column = (word: number) =>
      Int32Array.from({ length: nodes }, (_, i) => words[NODE_WORDS * i + word]);
    const [attribute, bin, flags, left, right] = [0, 1, 2, 3, 4].map(column);
    const value = Float64Array.from({ length: nodes }, (_, i) => doubles[6 * i + 5]);
    const unit = gainUnit(this.rules!.grid);
    const gain = Float64Array.from({ length: nodes }, (_, i) =>
      attribute[i] < 0 ? 0 : doubles[6 * i + 3] * unit,
    );
    const sides = new Map<number, Uint8Array>();
    for (let i = 0; i < nodes; i++) {
      if (attribute[i] < 0 || (flags[i] & ON_LEVELS) === 0) continue;
      const at = this.memory.sides + this.memory.sideBytes * words[NODE_WORDS * i + 5];
      sides.set(i, heap.u8(at, this.plan.attributes[attribute[i]].missing + 1).slice());
    }
    return { nodes, attribute, bin, flags, left, right, gain, value, sides };
  }

  leafRows(tree: BoostedTree): LeafRows[] {
    const { heap } = this.team;
    const parts = heap.i32(this.memory.board + GROWN, 2)[1];
    return Array.from({ length: (tree.nodes + 1) / 2 }, (_, leaf) => {
      const rows: Uint32Array[] = [];
      let node = 0;
      for (let part = 0; part < parts; part++) {
        const words = heap.i32(this.memory.leaves + this.memory.leafBytes * part, LEAF_WORDS * (leaf + 1));
        const [start, count] = [words[LEAF_WORDS * leaf], words[LEAF_WORDS * leaf + 1]];
        node = words[LEAF_WORDS * leaf + 3];
        rows.push(heap.u32(this.memory.entries + 8 * start, 2 * count));
      }
      return { node, rows: joinRows(rows) };
    });
  }

  add(output: number, tree: BoostedTree): void {
    this.writeValues(tree);
    const parts = this.team.heap.i32(this.memory.board + GROWN, 2)[1];
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
