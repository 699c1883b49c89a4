import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import { type CodeColumn, type Columns, columnKindOf, greatestCode, LEVELS } from "./columns.js";
import type { Limits } from "./limits.js";

/** Small trees as the kernel merges them: see kernels/assembly/infer/lanes.ts. */
export interface LaneLayout {
  readonly kind: "lanes";
  readonly columns: Columns;
  readonly limits: Limits;
  /** How many slots of codes the columns take. */
  readonly slots: number;
  /** The splits of all trees, in words. */
  readonly splits: Uint32Array;
  /** By tree: its first word of `splits`, how many splits, the slot of the result, its first leaf. */
  readonly trees: Int32Array;
  /** The leaves' predictions, tree by tree. */
  readonly answers: Float64Array;
}

/** As many as a byte can number; with more, a walk, which evaluates only the tests on its path, would be faster anyway. */
const MOST_LEAVES = 256;
const SLOT = 64;
const FIRST_SPLIT = 256 * SLOT;
const TESTS_LEVELS = 256;

/** Whether a byte can number each tree's leaves. */
export function fitsLanes({ starts }: PackedTrees): boolean {
  for (let tree = 1; tree < starts.length; tree++) {
    if (starts[tree] - starts[tree - 1] > 2 * MOST_LEAVES - 1) return false;
  }
  return true;
}

/** The codes of a column that shares an attribute's levels with others: one less than a byte can hold. */
export const PART = 255;

/** How many columns an attribute's levels and the code of missing ones take. */
export function partsFor(levels: number): number {
  return levels < 256 ? 1 : Math.ceil((levels + 1) / PART);
}

/** For trees that fit; undefined if a byte cannot hold the codes of numbers. */
export function laneLayout(
  trees: PackedTrees,
  levels: Int32Array,
  limits: Limits,
  columns: Columns,
): LaneLayout | undefined {
  const isTooWide = columns.list.some(
    (column) => column.kind !== LEVELS && greatestCode(column, levels, limits) > 255,
  );
  if (isTooWide) return undefined;
  const columnSlots = slotsOf(columns, levels);
  const count = trees.starts.length - 1;
  const words: number[] = [];
  const records = new Int32Array(4 * count);
  const leaves: number[] = [];
  for (let tree = 0; tree < count; tree++) {
    const nodes = trees.starts[tree + 1] - trees.starts[tree];
    records.set([words.length, (nodes - 1) / 2, 0, leaves.length], 4 * tree);
    records[4 * tree + 2] = addTree(words, leaves, trees, tree, levels, limits, columns, columnSlots);
  }
  return {
    kind: "lanes",
    slots: columnSlots[columns.list.length],
    columns,
    limits,
    splits: Uint32Array.from(words),
    trees: records,
    answers: answersOf(trees, leaves),
  };
}

/** Writes a tree's splits from the last node to the root, so that branches come before their parent. Returns the root's slot. */
function addTree(
  words: number[],
  leaves: number[],
  trees: PackedTrees,
  tree: number,
  levels: Int32Array,
  limits: Limits,
  columns: Columns,
  columnSlots: Int32Array,
): number {
  const start = trees.starts[tree];
  const slots = new Int32Array(trees.starts[tree + 1] - start);
  let leaf = 0;
  let split = 0;
  for (let i = slots.length - 1; i >= 0; i--) {
    const node = start + i;
    const a = trees.attribute[node];
    if (a === LEAF) {
      leaves.push(trees.skip[node]);
      slots[i] = SLOT * leaf++;
      continue;
    }
    const onLevels = (trees.flags[node] & ON_LEVELS) !== 0;
    words.push(
      columnSlots[columns.of[3 * a + columnKindOf(trees.flags[node])]] * SLOT,
      slots[i + 1],
      slots[i + trees.skip[node]],
    );
    words.push(onLevels ? TESTS_LEVELS + partsFor(levels[a]) - 1 : limits.limitAt(node) - 1);
    if (onLevels) addSet(words, trees, node, levels[a]);
    slots[i] = FIRST_SPLIT + SLOT * split++;
  }
  return slots[0];
}

/** By column, its first slot; one more entry for the end. */
function slotsOf({ list }: Columns, levels: Int32Array): Int32Array {
  const slots = new Int32Array(list.length + 1);
  list.forEach((column, c) => {
    slots[c + 1] = slots[c] + partsOfColumn(column, levels);
  });
  return slots;
}

/** How many slots a column takes. */
export function partsOfColumn({ attribute, kind }: CodeColumn, levels: Int32Array): number {
  return kind === LEVELS ? partsFor(levels[attribute]) : 1;
}

/** 256 bits for each part of a set, with one for missing values after those of the levels. */
function addSet(
  words: number[],
  { sets, threshold, flags }: PackedTrees,
  node: number,
  levels: number,
): void {
  const parts = partsFor(levels);
  const bits = new Uint32Array(8 * parts);
  const set = (code: number) => {
    const part = parts === 1 ? 0 : Math.floor(code / PART);
    const bit = 256 * part + (code - PART * part);
    bits[bit >> 5] |= 1 << (bit & 31);
  };
  for (let code = 0; code < levels; code++) {
    if ((sets[threshold[node] + (code >> 5)] >>> (code & 31)) & 1) set(code);
  }
  if ((flags[node] & MISSING_LEFT) !== 0) set(levels);
  words.push(...bits);
}

function answersOf({ values, width }: PackedTrees, leaves: readonly number[]): Float64Array {
  const answers = new Float64Array(leaves.length * width);
  leaves.forEach((row, i) => {
    answers.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return answers;
}
