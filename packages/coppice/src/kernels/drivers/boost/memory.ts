import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";
import { type Bundle, bundlesOf, cellsIn, leastRows } from "./bundles.js";
import {
  type AttributeBins,
  type BoostPlan,
  isPlain,
  LOSSES,
  type PlanRows,
  type RoundRules,
} from "./plan.js";

const RECORD = 52;
/** Doubles that numeric attributes' edges are padded to. */
const EDGES = 256;
/** Bytes of a tree's record: its key, its number of leaves and the number of threads that grew it. */
const TREE = 12;
/** The bins that a byte can tell apart, that of missing values included. */
const BYTE_BINS = 256;
/** Bytes that threads may use to grow trees apart. */
const APART_BYTES = 2 ** 26;

/** Attributes tallied in one pass over the rows: their cells stay in the caches, and their numbers in two bytes. */
const GROUP = 64;
const GROUP_CELLS = 2 ** 16;

/** Where an attribute's cells are: its first in its group, their offset in a slot; its bins by column. */
interface Place {
  readonly first: number;
  readonly cells: number;
  readonly column: number;
  readonly bounds: number;
  readonly share: Share;
}

/**
 * An attribute's part in a bundle: the bundle's place in a row, its first cell and their number; the attribute's bins, and
 * how many cells lie between those of neighbouring bins.
 */
interface Share {
  readonly place: number;
  readonly first: number;
  readonly cells: number;
  readonly bins: number;
  readonly step: number;
}

/** A fit's data in the kernels' memory, and the block of addresses for the kernels. */
export class BoostMemory {
  readonly block: number;
  readonly targets: number;
  readonly weights: number;
  private readonly keys: number;
  readonly scores: number;
  readonly gradients: number;
  readonly entries: number;
  readonly nodes: number;
  readonly sides: number;
  readonly sideBytes: number;
  readonly leaves: number;
  /** Bytes of a leaf's record. */
  readonly leafBytes: number;
  /** Slots and sets of sides of a tree. */
  readonly sets: number;
  readonly board: number;
  /** The trees that one job grows, and whether each may be grown by one thread. */
  readonly trees: number;
  readonly apart: boolean;
  /** For each of them its draw of attributes, its record and its nodes. */
  readonly masks: number;
  readonly records: number;
  readonly nodeBytes: number;
  readonly levels: number;
  readonly levelBytes: number;
  readonly spare: number;
  private readonly entryBytes: number;
  private readonly boardBytes: number;
  private readonly ownMasks: number;
  private readonly ownLists: number;
  private readonly ownSides: number;
  private readonly rowsAt: number;
  private readonly stride: number;
  /** Whether rows have bins as bytes, not the numbers of cells. */
  private readonly areBytes: boolean;
  private readonly spareEntries: number;
  private readonly slots: number;
  private readonly slotBytes: number;
  private readonly scratch: number;
  private readonly shared: number;
  private readonly bundles: readonly Bundle[];
  private readonly bundleRows: number;
  private readonly bundleStride: number;
  private readonly bundleCells: number;
  private readonly table: number;
  /** Where the fields of a round begin. */
  private readonly roundAt: number;

  constructor(
    readonly team: Team,
    readonly plan: BoostPlan,
    { targets, weights, keys }: PlanRows,
  ) {
    const { heap, size } = team;
    const kernel = team.kernel(boostKernel);
    const { rows, trainRows, attributes, loss, maxLeaves } = plan;
    this.areBytes = fitBytes(attributes);
    this.stride = strideOf((this.areBytes ? 1 : 2) * attributes.length);
    this.slotBytes = attributes.reduce((sum, a) => sum + this.cellBytes(a), 0);
    const mostBins = attributes.reduce((most, a) => (a.kind === "levels" ? Math.max(most, a.bins) : most), 0);
    this.sideBytes = mostBins > 0 ? 64 * Math.ceil((mostBins + 1) / 64) : 0;
    this.nodeBytes = kernel.nodeRoom(maxLeaves);
    this.sets = kernel.setsFor(maxLeaves, size);
    this.apart = this.mayGrowApart();
    this.trees = this.apart ? loss.outputs : 1;
    const each = this.apart ? size : 1;
    this.table = heap.alloc(RECORD * attributes.length);
    this.rowsAt = heap.alloc(rows * this.stride + 64);
    this.bundles = bundlesOf(attributes.map(cellsTallied)) ?? [];
    this.bundleStride = strideOf(2 * this.bundles.length);
    this.bundleRows = heap.alloc(rows * this.bundleStride + 64);
    this.bundleCells = heap.alloc(8 * cellsIn(this.bundles) * size);
    this.targets = heap.alloc(8 * rows + 64);
    this.weights = weights ? heap.alloc(8 * rows + 64) : 0;
    this.keys = keys ? heap.alloc(4 * rows + 64) : 0;
    this.scores = heap.alloc(8 * rows * loss.outputs + 64);
    this.gradients = heap.alloc(4 * rows * loss.outputs + 64);
    this.entryBytes = 64 * Math.ceil((8 * trainRows + 64) / 64);
    this.entries = heap.alloc(this.entryBytes * each);
    this.spareEntries = heap.alloc(this.entryBytes * each);
    this.slots = heap.alloc(this.slotBytes * this.sets * each);
    this.scratch = heap.alloc(this.slotBytes * (size - 1) + 8);
    this.nodes = heap.alloc(this.nodeBytes * this.trees);
    this.sides = heap.alloc(this.sideBytes * this.sets * this.trees);
    this.ownSides = heap.alloc(this.sideBytes * this.sets * (size - 1));
    this.leafBytes = kernel.leafRoom(size);
    this.leaves = heap.alloc(this.leafBytes * maxLeaves * size);
    this.shared = heap.alloc(kernel.sharedRoom(maxLeaves, this.sets, this.leafBytes));
    this.boardBytes = 64 * Math.ceil(kernel.boardRoom(size) / 64);
    this.board = heap.alloc(this.boardBytes * each);
    this.masks = heap.alloc(attributes.length * this.trees);
    this.records = heap.alloc(TREE * this.trees);
    this.ownMasks = heap.alloc(attributes.length * size);
    this.ownLists = heap.alloc(8 * attributes.length * size);
    this.levelBytes = 64 * Math.ceil((kernel.levelRoom(mostBins) + 64) / 64);
    this.levels = heap.alloc(this.levelBytes * size);
    this.spare = heap.alloc(kernel.spareRoom(loss.outputs) * size);
    this.block = heap.alloc(1024);
    this.place();
    this.roundAt = this.writePlan();
    heap.u8(this.board, this.boardBytes * each).fill(0);
    heap
      .f64(this.targets, rows + 8)
      .fill(0)
      .set(targets);
    if (weights)
      heap
        .f64(this.weights, rows + 8)
        .fill(0)
        .set(weights);
    if (keys) heap.i32(this.keys, rows).set(keys);
    heap.f64(this.scores, rows * loss.outputs + 8).fill(0);
  }

  /** Whether threads may grow trees of their own: there are enough of them, and they need not much memory. */
  private mayGrowApart(): boolean {
    const { loss, trainRows } = this.plan;
    const perThread = 16 * trainRows + this.slotBytes * this.sets;
    const perTree = this.nodeBytes + this.sideBytes * this.sets;
    const more = perThread * (this.team.size - 1) + perTree * loss.outputs;
    return loss.outputs > 1 && loss.outputs >= this.team.size && more <= APART_BYTES;
  }

  /** Writes the attributes' records, their edges and level maps. */
  private place(): void {
    const { heap } = this.team;
    const shares = sharesOf(this.bundles, this.plan.attributes);
    let [cells, group, groupCells] = [0, 0, 0];
    for (const [a, how] of this.plan.attributes.entries()) {
      const bytes = this.cellBytes(how);
      if (a - group === GROUP || cells + bytes - groupCells > 8 * GROUP_CELLS)
        [group, groupCells] = [a, cells];
      const column = heap.alloc(this.plan.rows * (how.wide ? 2 : 1));
      const first = (cells - groupCells) / 8;
      this.record(a, { first, cells, column, bounds: this.bounds(a), share: shares[a] });
      cells += bytes;
    }
  }

  /** Bytes of an attribute's cells, including that of missing values, in pairs. */
  private cellBytes({ bins }: AttributeBins): number {
    return this.areBytes ? 8 * BYTE_BINS : 8 * ((bins + 2) & ~1);
  }

  private bounds(a: number): number {
    const { heap } = this.team;
    const how = this.plan.attributes[a];
    if (how.kind === "levels") {
      const at = heap.alloc(2 * how.levelBins.length);
      heap.u16(at, how.levelBins.length).set(how.levelBins);
      return at;
    }
    const at = heap.alloc(8 * EDGES);
    heap.f64(at, EDGES).fill(Number.POSITIVE_INFINITY).set(how.edges);
    return at;
  }

  private record(a: number, { first, cells, column, bounds, share }: Place): void {
    const how = this.plan.attributes[a];
    const flags = (how.wide ? 1 : 0) | (how.kind === "levels" ? 2 : 0) | (isPlain(how) ? 4 : 0);
    const words = [cells, how.bins, how.missing, column, first, flags, this.plan.directions[a], bounds];
    words.push(share.place, share.first, share.cells, share.bins, share.step);
    this.team.heap.u32(this.table + RECORD * a, RECORD / 4).set(words);
  }

  /** Fills the block with what does not change between rounds: in the order of kernels/assembly/boost/plan.ts. */
  private writePlan(): number {
    const { plan } = this;
    const { loss } = plan;
    const table = [plan.rows, plan.trainRows, plan.attributes.length, this.rowsAt, this.stride];
    table.push(Number(this.areBytes), this.table);
    table.push(loss.outputs, this.targets, this.weights, this.keys);
    const least = this.bundles.length > 0 ? leastRows(this.bundles, plan.attributes.length) : 0;
    table.push(this.bundles.length, this.bundleRows, this.bundleStride, this.bundleCells);
    table.push(8 * cellsIn(this.bundles), least);
    const memory = [this.scores, this.gradients, this.entries, this.spareEntries, this.entryBytes];
    memory.push(this.slots, this.slotBytes, this.scratch, this.nodes, this.sides, this.sideBytes);
    memory.push(
      this.sets,
      this.leaves,
      this.leafBytes,
      this.shared,
      this.board,
      this.boardBytes,
      this.masks,
      this.records,
    );
    memory.push(this.ownMasks, this.ownLists, this.ownSides);
    const limits = [plan.maxLeaves, plan.maxDepth, Number(plan.byDepth), LOSSES.indexOf(loss.name)];
    limits.push(loss.parameter, plan.minLeaf, plan.levelSmoothing, plan.maxLevels, plan.levelRows);
    limits.push(Number(plan.constrained));
    const block = [...table, ...memory, ...limits];
    this.team.heap.f64(this.block, block.length).set(block);
    return this.block + 8 * block.length;
  }

  /** Fills in what follows in the block. */
  writeRound(rules: RoundRules): void {
    const fields = roundFields(this.plan, rules);
    this.team.heap.f64(this.roundAt, fields.length).set(fields);
  }

  /** The records of the trees that a job grows: for each its key, its number of leaves, and of threads that grew it. */
  treeRecords(): Uint32Array {
    return this.team.heap.u32(this.records, (TREE / 4) * this.trees);
  }
}

function roundFields(plan: BoostPlan, rules: RoundRules): number[] {
  const { grid } = rules;
  return [
    rules.lambda,
    rules.levelLambda,
    rules.minGain,
    rules.minHessian,
    grid.shift,
    grid.field,
    grid.gradientScale,
    grid.hessianScale,
    plan.learningRate,
    rules.rowKey,
    rules.rowLimit,
    rules.ditherKey,
    plan.nodeAttributes,
  ];
}

/** The bytes of a row: a short one does not extend over two cache lines. */
function strideOf(bytes: number): number {
  return [8, 16, 32, 64].find((room) => bytes <= room) ?? 8 * Math.ceil(bytes / 8);
}

/** Whether all bins, and those of missing values, are bytes, and most are in use: cells are then laid out for all of them. */
function fitBytes(attributes: readonly AttributeBins[]): boolean {
  const cells = attributes.reduce((sum, { bins }) => sum + bins + 1, 0);
  return attributes.every(({ bins }) => bins < BYTE_BINS) && 2 * cells >= BYTE_BINS * attributes.length;
}

/** The cells that training rows are added to. */
function cellsTallied(how: AttributeBins): number {
  return how.kind === "levels" && !how.gaps ? Math.max(1, how.bins) : how.bins + 1;
}

/** Each attribute's part in its bundle; zeros if there are no bundles. */
function sharesOf(bundles: readonly Bundle[], attributes: readonly AttributeBins[]): Share[] {
  const shares: Share[] = attributes.map(() => ({ place: 0, first: 0, cells: 0, bins: 0, step: 0 }));
  let first = 0;
  for (const [place, bundle] of bundles.entries()) {
    const { cells } = bundle;
    let step = 1;
    for (const a of bundle.attributes) {
      const bins = cellsTallied(attributes[a]);
      shares[a] = { place, first, cells, bins, step };
      step *= bins;
    }
    first += cells;
  }
  return shares;
}
