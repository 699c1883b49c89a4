import { type AttributeCosts, COST_FORMS } from "../../base/attributeCosts.js";
import type { OtherImpurity } from "../../base/impurity.js";
import { mixedTreeKernel } from "../generated/mixedTree.js";
import type { Heap } from "../heap.js";
import type { Team } from "../team.js";
import { IMPURITIES, loadNumbers } from "./scoreNumbers.js";
import {
  CONTROL_BYTES,
  NODE_BYTES,
  nodesGrown,
  OWN_COUNTER,
  readTree,
  TREE_JOB_FIELDS,
  treeBytes,
  type WrittenTree,
  writeTreeJob,
} from "./treeJob.js";

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
  readonly criterion: "gini" | "entropy" | OtherImpurity;
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
  /** A split must gain more. */
  readonly minGain?: number;
  /** A node with no more impurity, or with at least this share of one class, is a leaf. */
  readonly minImpurity?: number;
  readonly purity?: number;
  /** Tests on different attributes are compared by their gain over the split's own entropy. */
  readonly scaled?: boolean;
  /** What the entropy is multiplied by. */
  readonly unit?: number;
  /** By true class and prediction, for criteria that are made of losses. */
  readonly loss?: readonly (readonly number[])[];
  /** Tests on different attributes are compared by their scores divided by what attributes cost. */
  readonly attributeCosts?: AttributeCosts;
  /** A test must gain nearly the average of the attributes that count for it. */
  readonly averaged?: readonly boolean[];
  /** What a split must gain in all, for each branch. */
  readonly sizePenalty?: number;
  /** Tests on levels are of one against all others. */
  readonly oneHot?: boolean;
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

/** On either side of a threshold are codes; for a nominal attribute the place where its set begins in `sets`, and its size. */
export interface MixedTree extends WrittenTree {
  /** A word per level of a set: its code times 2, plus 1 if it goes right. */
  readonly sets: Int32Array;
  /** The class weights of the known rows on either side, by node: only by twoing, which makes its superclasses of them. */
  readonly sideSums?: Float64Array;
}

const FRAME_BYTES = 32;
const FIND_BYTES = 64;
const OWN_FIELDS = 37;
/** Where the address is of what the sides of tests weigh by class. */
const SIDES_FIELD = TREE_JOB_FIELDS + 36;
/** Where the address of the threads' scratch and its distance are. */
const ARENA_FIELD = TREE_JOB_FIELDS + 21;
/** Where the bytes from one thread's workspace to the next are, and the place for the weights of a member's rows. */
export const MEMBERS_FIELD = TREE_JOB_FIELDS + 23;
/** Where the rules are by which growth may stop besides rows, depth and zero gain; then how tests are compared. */
const STOPS_FIELD = TREE_JOB_FIELDS + 25;
const MOST_PRODUCTS = 65536;
/** Of a table of logarithms: kernels/assembly/common/roughLog2.ts. */
const ROUGH_BYTES = 4096;

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

/** The fields that say how tests are compared. */
function layOutScore(heap: Heap, rules: MixedTreeRules): number[] {
  const {
    scaled = false,
    unit = 1,
    loss,
    attributeCosts,
    averaged,
    sizePenalty = -1,
    oneHot = false,
  } = rules;
  const lossesAt = loss ? loadNumbers(heap, loss.flat()) : 0;
  const divisorsAt = attributeCosts ? loadNumbers(heap, attributeCosts.divisors) : 0;
  const averagedAt = averaged ? heap.alloc(averaged.length) : 0;
  if (averaged) heap.u8(averagedAt, averaged.length).set(averaged.map(Number));
  return [
    ...[Number(scaled), unit, lossesAt, divisorsAt, COST_FORMS[attributeCosts?.form ?? "gain"]],
    ...[averagedAt, sizePenalty, Number(oneHot)],
  ];
}

/** The kernel's job, laid out in memory; its fields are those of kernels/assembly/mixedTree/job.ts. */
export class MixedJob {
  readonly at: number;
  /** Where all that growth writes to begins. */
  readonly workspace: number;
  private readonly control: number;
  private readonly sets: number;
  private readonly hasSides: boolean;

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
    this.at = heap.alloc(8 * (TREE_JOB_FIELDS + OWN_FIELDS));
    const weightsAt = weights ? heap.alloc(8 * rows) : 0;
    const factors = heap.alloc(8 * classes);
    const productsAt = heap.alloc(8 * products + (products > 0 ? ROUGH_BYTES : 0));
    const score = layOutScore(heap, rules);
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
    this.hasSides = rules.criterion === "twoing";
    const sideSums = this.hasSides ? heap.alloc(2 * used * 16 * classes) : 0;
    writeTreeJob(
      heap,
      this.at,
      {
        ...{ rows, attributes: d, classes },
        ...{ tolerance: rules.tolerance, maxDepth: rules.maxDepth, zeroGain: rules.zeroGain },
        ...{ nodes, control: this.control, listsA, listsB, sides, ids, finds, tasks },
      },
      [
        ...[used, codesAt, countsAt, kinds, labelsAt, weightsAt, areUnits ? 1 : 0],
        ...[factors, rules.factors ? 1 : 0, IMPURITIES[rules.criterion]],
        ...[rules.minSplit - 1e-6, rules.minLeaf - 1e-6, rules.maxExhaustive],
        ...[localRows, countedCodes, listRows, sums, this.sets, setWords, productsAt, products],
      ],
    );
    const { minGain = 0, minImpurity = 0, purity = 1 } = rules;
    heap.f64(this.at + 8 * STOPS_FIELD, 3 + score.length).set([minGain, minImpurity, purity, ...score]);
    heap.f64(this.at + 8 * SIDES_FIELD, 1)[0] = sideSums;
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
    return nodesGrown(this.heap, this.control);
  }

  /** How many words the sets of levels take, whether there was room for them or not. */
  setWords(): number {
    return this.heap.i32(this.control + OWN_COUNTER, 1)[0];
  }

  /** The grown tree. */
  read(team: Team): MixedTree {
    const { heap } = this;
    const { classes } = this.table;
    const nodes = this.nodes();
    const mark = heap.mark();
    const at = heap.alloc(treeBytes(nodes, classes));
    const kernel = team.kernel(mixedTreeKernel);
    kernel.writeTree(this.at, at);
    const tree = { ...readTree(heap, at, nodes, classes), sets: this.readSets() };
    const sidesAt = this.hasSides ? heap.alloc(16 * nodes * classes) : 0;
    if (this.hasSides) kernel.writeSides(this.at, sidesAt);
    const sideSums = this.hasSides && heap.f64(sidesAt, 2 * nodes * classes).slice();
    heap.release(mark);
    return sideSums ? { ...tree, sideSums } : tree;
  }

  private readSets(): Int32Array {
    return this.heap.i32(this.sets, this.setWords()).slice();
  }
}
