import { mixedTreeKernel } from "../generated/mixedTree.js";
import type { Heap } from "../heap.js";
import type { Team } from "../team.js";

/** An attribute as codes: ranks of numbers, or levels. */
export interface MixedAttribute {
  /** By row; the number of codes where the cell is missing. */
  readonly codes: Int32Array;
  readonly count: number;
  readonly nominal: boolean;
}

/** A classification table to grow an exact tree from. */
export interface MixedTable {
  readonly rows: number;
  readonly attributes: readonly MixedAttribute[];
  readonly labels: Int32Array;
  readonly classes: number;
  /** On their grid, 0 for rows to leave out; absent: every row has weight 1. */
  readonly weights?: Float64Array;
}

export interface MixedTreeRules {
  readonly criterion: "gini" | "entropy";
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  /** Maximum depth. */
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  /** Up to this many levels all sets are tried if more than two classes occur. */
  readonly maxExhaustive: number;
  /** What the criterion multiplies the weight of each class by; absent: 1. */
  readonly factors?: readonly number[];
}

/** Sizes that decide which code paths are used. The tree does not depend on them; tests make them small. */
export interface MixedTreeSizes {
  /** Most rows of a subtree that one thread grows alone; at most 65,535. */
  readonly localRows: number;
  /** Most codes of an attribute whose rows are counted by code; 0: none is. */
  readonly countedCodes: number;
  /** Most rows of a node for which lists are used all the same. */
  readonly listRows: number;
  /** Words for sets of levels at first; if they do not suffice, the tree is grown again with as many as it takes. */
  readonly setWords: number;
}

/** The grown tree as columns, nodes in preorder. */
export interface MixedTree {
  readonly nodes: number;
  readonly rows: Int32Array;
  /** 1 where all rows are of one class. */
  readonly pure: Uint8Array;
  /** Class weights, node by node. */
  readonly sums: Float64Array;
  /** The tested attribute; -1 at a leaf, where the fields below are 0. */
  readonly attribute: Int32Array;
  /** How many nodes ahead the right branch is. */
  readonly skip: Int32Array;
  /** The codes on either side of a threshold; for a nominal attribute where its set begins in `sets`, and its size. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  readonly gain: Float64Array;
  readonly leftWeight: Float64Array;
  readonly rightWeight: Float64Array;
  /** A word per level of a set: its code times 2, plus 1 if it goes right. */
  readonly sets: Int32Array;
}

const NODE_BYTES = 64;
const FRAME_BYTES = 32;
const FIND_BYTES = 32;
const CONTROL_BYTES = 384;
const JOB_FIELDS = 39;
/** Where the address of the threads' scratch and its distance are. */
const ARENA_FIELD = 32;
/** Where the sizes for counted attributes are. */
const COUNTED_FIELD = 34;
/** Where it says whether all rows that are used have weight 1. */
const UNITS_FIELD = 36;
const MOST_PRODUCTS = 65536;

/** Bytes needed for growing, without the threads' scratch. */
export function mixedBytes({ rows, attributes, classes }: MixedTable, used: number): number {
  return attributes.length * (4 * rows + 8 * used) + 2 * used * (NODE_BYTES + 8 * classes) + rows * 64;
}

/** A table that is copied to the memory. */
export interface TableAt extends Omit<MixedTable, "weights"> {
  readonly codesAt: number;
  readonly countsAt: number;
  readonly labelsAt: number;
}

export function layOutTable(
  heap: Heap,
  { rows, attributes, labels, classes }: Omit<MixedTable, "weights">,
): TableAt {
  const codesAt = heap.alloc(4 * rows * attributes.length);
  const countsAt = heap.alloc(4 * attributes.length);
  const labelsAt = heap.alloc(2 * rows);
  for (const [a, { codes }] of attributes.entries()) heap.i32(codesAt + 4 * rows * a, rows).set(codes);
  heap.i32(countsAt, attributes.length).set(attributes.map(({ count }) => count));
  heap.u16(labelsAt, rows).set(labels);
  return { rows, attributes, labels, classes, codesAt, countsAt, labelsAt };
}

/** How many rows have a weight, and whether it is 1 for all of them. */
export interface Marks {
  readonly used: number;
  readonly areUnits: boolean;
}

export function marksOf(weights: Float64Array): Marks {
  let used = 0;
  let units = 0;
  for (let row = 0; row < weights.length; row++) {
    if (weights[row] > 0) used++;
    if (weights[row] === 1) units++;
  }
  return { used, areUnits: used === units };
}

/** Bytes of the columns of a tree. */
export function treeBytes(nodes: number, classes: number): number {
  return nodes * (8 * (classes + 3) + 4 * 5 + 1);
}

/** The order of the columns is that of kernels/assembly/mixedTree/preorder.ts. */
export function readTree(heap: Heap, at: number, nodes: number, classes: number): Omit<MixedTree, "sets"> {
  const double = (column: number) => heap.f64(at + 8 * nodes * (classes + column), nodes).slice();
  const words = at + 8 * nodes * (classes + 3);
  const word = (column: number) => heap.i32(words + 4 * nodes * column, nodes).slice();
  return {
    nodes,
    sums: heap.f64(at, nodes * classes).slice(),
    ...{ gain: double(0), leftWeight: double(1), rightWeight: double(2) },
    ...{ rows: word(0), attribute: word(1), skip: word(2), low: word(3), high: word(4) },
    pure: heap.u8(words + 4 * nodes * 5, nodes).slice(),
  };
}

/** The kernel's job, laid out in memory; its fields are those of kernels/assembly/mixedTree/job.ts. */
export class MixedJob {
  readonly at: number;
  /** Where all that growth writes to begins. */
  readonly workspace: number;
  private readonly control: number;
  private readonly sets: number;

  constructor(
    private readonly heap: Heap,
    private readonly table: TableAt,
    weights: Float64Array | undefined,
    { used, areUnits }: Marks,
    rules: MixedTreeRules,
    sizes: MixedTreeSizes,
  ) {
    const { rows, attributes, classes, codesAt, countsAt, labelsAt } = table;
    const { localRows, setWords, countedCodes, listRows } = sizes;
    const d = attributes.length;
    const products = rules.criterion === "entropy" ? Math.min(MOST_PRODUCTS, used + 1) : 0;
    this.at = heap.alloc(8 * JOB_FIELDS);
    const weightsAt = weights ? heap.alloc(8 * rows) : 0;
    const factors = heap.alloc(8 * classes);
    const productsAt = heap.alloc(8 * products);
    this.workspace = heap.alloc(CONTROL_BYTES);
    this.control = this.workspace;
    const kinds = heap.alloc(d);
    const nodes = heap.alloc(2 * used * NODE_BYTES);
    const sums = heap.alloc(2 * used * 8 * classes);
    const [listsA, listsB] = [heap.alloc(4 * used * d), heap.alloc(4 * used * d)];
    const sides = heap.alloc(rows);
    const ids = heap.alloc(2 * rows);
    const finds = heap.alloc(FIND_BYTES * d);
    const tasks = heap.alloc(FRAME_BYTES * (used + 1));
    this.sets = heap.alloc(4 * setWords);
    heap
      .f64(this.at, JOB_FIELDS)
      .set([
        ...[rows, used, d, classes, codesAt, countsAt, kinds, labelsAt, weightsAt],
        ...[factors, rules.factors ? 1 : 0, rules.criterion === "entropy" ? 1 : 0],
        ...[rules.tolerance, rules.minSplit - 1e-6, rules.minLeaf - 1e-6],
        ...[Math.min(rules.maxDepth ?? MOST, MOST), rules.zeroGain ? 1 : 0, rules.maxExhaustive],
        ...[localRows, nodes, sums, this.control, listsA, listsB, sides, ids, finds, tasks],
        ...[this.sets, setWords, productsAt, products],
      ]);
    heap.f64(this.at + 8 * COUNTED_FIELD, 2).set([countedCodes, listRows]);
    heap.f64(this.at + 8 * UNITS_FIELD, 1)[0] = areUnits ? 1 : 0;
    heap.u8(this.control, CONTROL_BYTES).fill(0);
    heap.u8(kinds, d).set(attributes.map(({ nominal }) => (nominal ? 1 : 0)));
    if (weights) heap.f64(weightsAt, rows).set(weights);
    heap.f64(factors, classes).set(rules.factors ?? new Float64Array(classes).fill(1));
  }

  /** Gives the threads their scratch, once all else is allocated. */
  useArenas(at: number, bytesEach: number): void {
    this.heap.f64(this.at + 8 * ARENA_FIELD, 2).set([at, bytesEach]);
  }

  /** The number of nodes, once grown. */
  private nodes(): number {
    return this.heap.i32(this.control + 128, 1)[0];
  }

  /** How many words the sets of levels take, whether there was room for them or not. */
  setWords(): number {
    return this.heap.i32(this.control + 256, 1)[0];
  }

  /** The grown tree. */
  read(team: Team): MixedTree {
    const { heap } = this;
    const { classes } = this.table;
    const nodes = this.nodes();
    const mark = heap.mark();
    const at = heap.alloc(treeBytes(nodes, classes));
    team.kernel(mixedTreeKernel).writeTree(this.at, at);
    const tree = { ...readTree(heap, at, nodes, classes), sets: this.readSets() };
    heap.release(mark);
    return tree;
  }

  private readSets(): Int32Array {
    return this.heap.i32(this.sets, this.setWords()).slice();
  }
}

const MOST = 2 ** 31 - 1;
