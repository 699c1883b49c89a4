import { forestKernel } from "../../kernels/generated/forest.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { PackedTrees } from "../../model/packed.js";
import type { Problem } from "../problem.js";
import { areSingles, loadCells, makeRoomForOrders, makeRoomForSingles } from "./columns.js";
import { type ForestParams, PARAM_BYTES, writeParams } from "./params.js";
import type { ForestMember, ForestRules, Regimes } from "./rules.js";
import { takeTree } from "./takeTree.js";

/** Members whose trees are grown in one go, for each thread. */
const MEMBERS_PER_THREAD = 8;
/** By measurement. */
const REGIMES = {
  best: { blockRows: 16_384, byteRows: 127 },
  random: { blockRows: 16_384, byteRows: 0 },
} as const satisfies Record<ForestRules["cut"], Regimes>;

/**
 * Grows a tree for each member, in their order, with the threads of a team: whole trees from a queue. Each is what the
 * general grower makes of the problem's rows with their counts as weights and the member's seed. The problem's rows
 * must have no weights of their own, its attributes no nominal ones among them.
 */
export function* growForest(
  problem: Problem,
  rules: ForestRules,
  members: readonly ForestMember[],
  team: Team = new SoloTeam(),
  { regimes = REGIMES[rules.cut], unseen = false }: { regimes?: Regimes; unseen?: boolean } = {},
): Generator<GrownMember, void, void> {
  const { heap } = team;
  const mark = heap.mark();
  try {
    const job = new ForestJob(problem, rules, team, regimes, unseen);
    const most = MEMBERS_PER_THREAD * team.size;
    for (let from = 0; from < members.length; from += most) yield* job.grow(members.slice(from, from + most));
  } finally {
    heap.release(mark);
  }
}

/** A tree, and which rows it was not grown from, where somebody asked. */
export interface GrownMember {
  readonly pack: PackedTrees;
  readonly unseen?: UnseenRows;
}

/** Rows, ascending, with the row of the tree's `values` that each comes to. */
export interface UnseenRows {
  readonly rows: Int32Array;
  readonly leaves: Int32Array;
}

class ForestJob {
  private readonly params: ForestParams;
  private readonly block: number;

  constructor(
    private readonly problem: Problem,
    private readonly rules: ForestRules,
    private readonly team: Team,
    regimes: Regimes,
    unseen: boolean,
  ) {
    const { heap, size } = team;
    this.block = heap.alloc(PARAM_BYTES);
    const treeBytes = mostBytes(problem);
    const slots = MEMBERS_PER_THREAD * size;
    const { attributes } = problem;
    const isWide = rules.cut === "random" && !areSingles(attributes);
    const params: ForestParams = {
      ...settings(problem, rules, regimes),
      columns: loadCells(team, attributes),
      isWide,
      // Up to 12 bytes are read beyond the last row.
      rowCells:
        rules.cut === "random" ? heap.alloc((isWide ? 8 : 4) * problem.rows * attributes.length + 16) : 0,
      target: this.loadTarget(),
      seeds: heap.alloc(4 * slots),
      counts: heap.alloc(4 * slots),
      queue: heap.alloc(64),
      out: heap.alloc(treeBytes * (size + 4)),
      outBytes: treeBytes * (size + 4),
      trees: heap.alloc(16 * slots),
      arenas: heap.alloc(4 * size),
      landed: unseen ? heap.alloc(4 * problem.rows * slots) : 0,
    };
    this.params = params;
    writeParams(heap, this.block, params, 0);
    if (rules.cut === "best") this.presort();
    else this.layCells();
    const kernel = team.kernel(forestKernel);
    const bytes = rules.cut === "best" ? kernel.forestArena(this.block) : kernel.extraArena(this.block);
    const arenas = Array.from({ length: size }, () => heap.alloc(bytes));
    heap.u32(params.arenas, size).set(arenas);
  }

  /** Sorts every attribute once for all trees. */
  private presort(): void {
    const { heap, size } = this.team;
    const { columns, queue } = this.params;
    const { rows, attributes } = this.problem;
    makeRoomForOrders(this.team, columns, attributes.length, rows);
    const mark = heap.mark();
    const bytes = this.team.kernel(forestKernel).presortScratch(rows);
    const scratches = heap.alloc(4 * size);
    const room = Array.from({ length: size }, () => heap.alloc(bytes));
    heap.u32(scratches, size).set(room);
    heap.u32(queue, 1)[0] = 0;
    this.team.run(forestKernel, "presort", this.block, scratches);
    heap.release(mark);
  }

  /** Lays out what random cuts are looked for in. */
  private layCells(): void {
    const { heap } = this.team;
    const { columns, queue, isWide } = this.params;
    const { rows, attributes } = this.problem;
    if (!isWide) makeRoomForSingles(this.team, columns, attributes.length, rows);
    for (const entry of isWide ? ["layRows"] : ["laySingles", "layRows"]) {
      heap.u32(queue, 1)[0] = 0;
      this.team.run(forestKernel, entry, this.block);
    }
  }

  /** The trees of some members, which are held in memory together. */
  *grow(members: readonly ForestMember[]): Generator<GrownMember, void, void> {
    const { heap } = this.team;
    const mark = heap.mark();
    const { seeds, counts, queue } = this.params;
    const at = members.map((member) => this.loadCounts(member));
    heap.u32(counts, members.length).set(at);
    heap.u32(seeds, members.length).set(members.map(({ seed }) => seed));
    writeParams(heap, this.block, this.params, members.length);
    heap.u32(queue, 2).fill(0);
    for (let done = 0; done < members.length; ) {
      heap.u32(queue, 2)[1] = 0;
      this.team.run(forestKernel, this.rules.cut === "best" ? "growTrees" : "growExtra", this.block);
      // The kernel stops early where the memory for finished trees may not hold another.
      const grown = Math.min(heap.u32(queue, 1)[0], members.length);
      for (; done < grown; done++) yield this.take(done);
    }
    heap.release(mark);
  }

  private take(member: number): GrownMember {
    const { heap } = this.team;
    const { trees, out, landed, counts } = this.params;
    const { rows, target } = this.problem;
    const [at, nodes, pooled, answers] = heap.u32(trees + 16 * member, 4);
    const pack = takeTree(heap, { at: out + at, nodes, pooled, answers }, target);
    const countsAt = heap.u32(counts, member + 1)[member];
    if (landed === 0 || countsAt === 0) return { pack };
    const unseen = zerosOf(heap.u8(countsAt, rows));
    const leaves = leafRows(heap.i32(landed + 4 * rows * member, unseen.length), pack);
    return { pack, unseen: { rows: unseen, leaves } };
  }

  private loadCounts({ counts }: ForestMember): number {
    if (counts === undefined) return 0;
    const { heap } = this.team;
    const at = heap.alloc(counts.length);
    heap.u8(at, counts.length).set(counts);
    return at;
  }

  private loadTarget(): number {
    const { heap } = this.team;
    const { target, rows } = this.problem;
    if (target.kind === "values") {
      const at = heap.alloc(8 * rows);
      heap.f64(at, rows).set(target.grid.units);
      return at;
    }
    const at = heap.alloc(2 * rows);
    heap.u16(at, rows).set(target.column.codes);
    return at;
  }
}

function settings(problem: Problem, rules: ForestRules, { blockRows, byteRows }: Regimes) {
  const { target, rows, attributes } = problem;
  const { attributesPerNode, tolerance, minSplit, minLeaf, maxDepth, zeroGain } = rules;
  return {
    rows,
    attributes: attributes.length,
    width: target.kind === "classes" ? target.column.levels.length : 3,
    isClasses: target.kind === "classes",
    perNode: Math.min(attributesPerNode ?? attributes.length, attributes.length),
    isShuffled: attributesPerNode !== undefined,
    maxDepth: maxDepth ?? 0x7fffffff,
    zeroGain,
    tolerance,
    minSplit,
    minLeaf,
    quantum2: target.kind === "values" ? target.grid.quantum2 : 1,
    blockRows,
    byteRows,
  };
}

/** What one tree may take at most: two nodes a row, and the class weights of every other. */
function mostBytes({ rows, target }: Problem): number {
  const pool = target.kind === "classes" ? 4 * target.column.levels.length : 0;
  return rows * (34 + pool) + 256;
}

/** Where the zeros stand. */
function zerosOf(bytes: Uint8Array): Int32Array {
  const places = new Int32Array(bytes.length);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) {
    places[n] = i;
    n += bytes[i] === 0 ? 1 : 0;
  }
  return places.slice(0, n);
}

function leafRows(nodes: Int32Array, { skip }: PackedTrees): Int32Array {
  const rows = new Int32Array(nodes.length);
  for (let i = 0; i < rows.length; i++) rows[i] = skip[nodes[i]];
  return rows;
}
