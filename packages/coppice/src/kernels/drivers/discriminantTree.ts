import type { GrownTree, LevelSets } from "../../model/grownTree.js";
import { LEAF } from "../../model/packed.js";
import { discriminantKernel } from "../generated/discriminant.js";
import type { Heap } from "../heap.js";
import type { Team } from "../team.js";

/** Complete rows of numbers with their classes. */
export interface DiscriminantTable {
  readonly rows: number;
  /** One array per column: a number, or 1 for rows that have a level. */
  readonly columns: readonly ArrayLike<number>[];
  /** By column: the number of the nominal attribute of which it marks a level, ascending, or -1. */
  readonly groups: readonly number[];
  readonly labels: ArrayLike<number>;
  readonly classes: number;
  /** Positive, on their grid; absent: every row weighs 1. */
  readonly weights?: Float64Array;
}

export interface DiscriminantRules {
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  readonly shrinkage: number;
}

/** The grown tree: its attributes are numbers of directions. */
export interface DiscriminantTree extends GrownTree {
  /** A coefficient per column and direction; 0: the column is not used. */
  readonly coefficients: Float64Array;
  /** The table's rows, those of a node together. */
  readonly order: Uint32Array;
  /** Nodes that the kernel leaves to others, and where their rows begin in `order`. */
  readonly open: ReadonlyMap<number, number>;
}

/** Sizes that decide which code paths are used. The tree does not depend on them; tests make them small. */
export interface DiscriminantSizes {
  /** Nodes with more rows are divided by all threads together. */
  readonly localRows: number;
}

export const MOST_DISCRIMINANT_COLUMNS = 256;
export const MOST_DISCRIMINANT_CLASSES = 256;

/** Of the 4 GiB that a memory can have. */
const MOST_BYTES = 4e9;
const JOB_FIELDS = 24;
const NODE_BYTES = 72;
const CONTROL_BYTES = 320;
/** Where the address of the threads' scratch and its distance are. */
const ARENA_FIELD = 21;
const BOUNDS_FIELD = 23;
const NODE_COUNT = 0;
const DIRECTION_COUNT = 256;
const TEST = 1;
const OPEN = 2;
/** Rows that are laid out together, so that each line of memory is written once. */
const BLOCK = 64;
const MOST = 2 ** 31 - 1;

/** Grows the tree in the team's memory; undefined if that is too small. */
export function growDiscriminantTree(
  team: Team,
  table: DiscriminantTable,
  rules: DiscriminantRules,
  sizes?: DiscriminantSizes,
): DiscriminantTree | undefined {
  const { heap } = team;
  const { rows, columns, classes } = table;
  const localRows = sizes?.localRows ?? localRowsFor(rows, team.size);
  const width = 8 * ((columns.length + 3) & ~3);
  const mostTests = testsOf(table, rules);
  const bytes = rows * (width + 8 * (3 + 2 * classes) + 2 * NODE_BYTES) + mostTests * 8 * columns.length;
  if (heap.mark() + bytes > MOST_BYTES) return undefined;
  const job = heap.alloc(8 * JOB_FIELDS);
  const cells = heap.alloc(rows * width);
  const labels = heap.alloc(2 * rows);
  const weights = table.weights ? heap.alloc(8 * rows) : 0;
  const groups = heap.alloc(4 * columns.length);
  const order = heap.alloc(4 * rows);
  const nodes = heap.alloc(2 * rows * NODE_BYTES);
  const sums = heap.alloc(2 * rows * 8 * classes);
  const directions = heap.alloc(mostTests * 8 * columns.length);
  const tasks = heap.alloc(4 * (rows + 1));
  const control = heap.alloc(CONTROL_BYTES);
  const bounds = heap.alloc(width);
  heap
    .f64(job, JOB_FIELDS)
    .set([
      ...[rows, columns.length, width, cells, labels, weights, classes, groups, rules.tolerance],
      ...[rules.minSplit - 1e-6, rules.minLeaf - 1e-6, Math.min(rules.maxDepth ?? MOST, MOST)],
      ...[rules.zeroGain ? 1 : 0, rules.shrinkage, localRows],
      ...[order, nodes, sums, directions, tasks, control],
    ]);
  heap.f64(job, JOB_FIELDS)[BOUNDS_FIELD] = bounds;
  layOutCells(heap.f64(cells, (rows * width) / 8), columns, rows, width / 8);
  heap.u16(labels, rows).set(table.labels);
  if (table.weights) heap.f64(weights, rows).set(table.weights);
  heap.i32(groups, columns.length).set(table.groups);
  const list = heap.u32(order, rows);
  for (let row = 0; row < rows; row++) list[row] = row;
  heap.u8(control, CONTROL_BYTES).fill(0);
  heap.i32(control + NODE_COUNT, 1)[0] = 1;
  writeRoot(heap, nodes, sums, table);
  const scratch = Math.ceil(team.kernel(discriminantKernel).begin(job) / 64) * 64;
  if (heap.mark() + scratch * team.size > MOST_BYTES) return undefined;
  const arenas = heap.alloc(scratch * team.size);
  heap.f64(job + 8 * ARENA_FIELD, 2).set([arenas, scratch]);
  team.run(discriminantKernel, "growTop", job);
  team.run(discriminantKernel, "growRest", job);
  return treeFrom(heap, { nodes, sums, directions, order, control }, table);
}

/** Few enough for the cells of a task to stay near a processor, and for all threads to have some. */
function localRowsFor(rows: number, threads: number): number {
  return Math.min(8192, Math.max(1024, Math.ceil(rows / (8 * threads))));
}

/** The most tests that a tree can have. */
function testsOf({ rows, weights }: DiscriminantTable, { minLeaf }: DiscriminantRules): number {
  return weights ? rows : Math.ceil(rows / Math.max(1, minLeaf)) + 1;
}

function layOutCells(
  into: Float64Array,
  columns: readonly ArrayLike<number>[],
  rows: number,
  width: number,
): void {
  for (let from = 0; from < rows; from += BLOCK) {
    const to = Math.min(rows, from + BLOCK);
    columns.forEach((column, c) => {
      if (column instanceof Float64Array) placeNumbers(into, column, from, to, c, width);
      else for (let row = from; row < to; row++) into[row * width + c] = column[row];
    });
    for (let c = columns.length; c < width; c++)
      for (let row = from; row < to; row++) into[row * width + c] = 0;
  }
}

function placeNumbers(
  into: Float64Array,
  column: Float64Array,
  from: number,
  to: number,
  c: number,
  width: number,
): void {
  for (let row = from; row < to; row++) into[row * width + c] = column[row];
}

function writeRoot(
  heap: Heap,
  nodes: number,
  sumsAt: number,
  { rows, labels, weights, classes }: DiscriminantTable,
): void {
  heap.u8(nodes, NODE_BYTES).fill(0);
  heap.i32(nodes, 2)[1] = rows;
  const sums = heap.f64(sumsAt, classes).fill(0);
  for (let row = 0; row < rows; row++) sums[labels[row]] += weights ? weights[row] : 1;
}

interface Places {
  readonly nodes: number;
  readonly sums: number;
  readonly directions: number;
  readonly order: number;
  readonly control: number;
}

/** The nodes in preorder; the fields of a record are those of kernels/assembly/discriminant/node.ts. */
function treeFrom(heap: Heap, at: Places, { rows, columns, classes }: DiscriminantTable): DiscriminantTree {
  const nodes = heap.i32(at.control + NODE_COUNT, 1)[0];
  const directions = heap.i32(at.control + DIRECTION_COUNT, 1)[0];
  const words = heap.i32(at.nodes, (nodes * NODE_BYTES) / 4);
  const doubles = heap.f64(at.nodes, (nodes * NODE_BYTES) / 8);
  const given = heap.f64(at.sums, nodes * classes);
  const open = new Map<number, number>();
  const numbers = () => new Float64Array(nodes);
  const tree = {
    ...{ nodes, rows: new Int32Array(nodes), attribute: new Int32Array(nodes).fill(LEAF) },
    ...{ pure: new Uint8Array(nodes), sums: new Float64Array(nodes * classes) },
    ...{ skip: new Int32Array(nodes), sets: new Map<number, LevelSets>() },
    ...{ low: numbers(), high: numbers(), gain: numbers(), leftWeight: numbers(), rightWeight: numbers() },
    coefficients: heap.f64(at.directions, directions * columns.length).slice(),
    order: heap.u32(at.order, rows).slice(),
    open,
  } satisfies DiscriminantTree;
  /** Pending nodes, each with the position of the node whose right branch it is, or -1. */
  const pending = [0, -1];
  for (let i = 0; i < nodes; i++) {
    const parent = pending.pop()!;
    const node = pending.pop()!;
    if (parent >= 0) tree.skip[parent] = i - parent;
    const word = (node * NODE_BYTES) / 4;
    const double = (node * NODE_BYTES) / 8;
    tree.rows[i] = words[word + 1];
    let present = 0;
    for (let k = 0; k < classes; k++) {
      const sum = given[node * classes + k];
      tree.sums[i * classes + k] = sum;
      if (sum > 0) present++;
    }
    tree.pure[i] = present < 2 ? 1 : 0;
    if (words[word + 3] === OPEN) open.set(i, words[word]);
    if (words[word + 3] !== TEST) continue;
    tree.attribute[i] = words[word + 5];
    tree.low[i] = doubles[double + 3];
    tree.high[i] = doubles[double + 4];
    tree.gain[i] = doubles[double + 5];
    tree.leftWeight[i] = doubles[double + 6];
    tree.rightWeight[i] = doubles[double + 7];
    pending.push(words[word + 4] + 1, i, words[word + 4], -1);
  }
  return tree;
}
