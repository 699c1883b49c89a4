import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import { type Columns, wayOf } from "./columns.js";
import type { Ranks } from "./ranks.js";

/** Small trees as the kernel merges them: see kernels/assembly/infer/lanes.ts. */
export interface LaneLayout {
  readonly kind: "lanes";
  readonly columns: Columns;
  /** The splits of all trees, in words. */
  readonly splits: Uint32Array;
  /** By tree: its first word of `splits`, how many splits, the slot of the result, its first leaf. */
  readonly trees: Int32Array;
  /** The leaves' answers, tree by tree. */
  readonly answers: Float64Array;
}

const MOST_LEAVES = 256;
/** Beyond this a walk, which makes the tests on its way alone, is faster. */
const WORTHWHILE_LEAVES = 256;
const SLOT = 64;
const FIRST_SPLIT = 256 * SLOT;
const TESTS_LEVELS = 256;

/** undefined where a byte cannot hold a code or the number of a leaf. */
export function laneLayout(
  trees: PackedTrees,
  levels: Int32Array,
  ranks: Ranks,
  columns: Columns,
): LaneLayout | undefined {
  if (columns.list.some(({ greatest }) => greatest > 255)) return undefined;
  const count = trees.starts.length - 1;
  const words: number[] = [];
  const records = new Int32Array(4 * count);
  const leaves: number[] = [];
  for (let tree = 0; tree < count; tree++) {
    const nodes = trees.starts[tree + 1] - trees.starts[tree];
    if ((nodes + 1) / 2 > Math.min(MOST_LEAVES, WORTHWHILE_LEAVES)) return undefined;
    records.set([words.length, (nodes - 1) / 2, 0, leaves.length], 4 * tree);
    records[4 * tree + 2] = addTree(words, leaves, trees, tree, levels, ranks, columns);
  }
  return {
    kind: "lanes",
    columns,
    splits: Uint32Array.from(words),
    trees: records,
    answers: answersOf(trees, leaves),
  };
}

/** Writes a tree's splits from the last node to the root, so that branches come before their parent. The root's slot. */
function addTree(
  words: number[],
  leaves: number[],
  trees: PackedTrees,
  tree: number,
  levels: Int32Array,
  ranks: Ranks,
  columns: Columns,
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
      columns.of[3 * a + wayOf(trees.flags[node])] * SLOT,
      slots[i + 1],
      slots[i + trees.skip[node]],
    );
    words.push(onLevels ? TESTS_LEVELS : ranks.rank[node]);
    if (onLevels) addSet(words, trees, node, levels[a]);
    slots[i] = FIRST_SPLIT + SLOT * split++;
  }
  return slots[0];
}

/** A set's 256 bits, with one for missing cells after those of the levels. */
function addSet(
  words: number[],
  { sets, threshold, flags }: PackedTrees,
  node: number,
  levels: number,
): void {
  const bits = new Uint32Array(8);
  for (let code = 0; code < levels; code++) {
    bits[code >> 5] |= sets[threshold[node] + (code >> 5)] & (1 << (code & 31));
  }
  if ((flags[node] & MISSING_LEFT) !== 0) bits[levels >> 5] |= 1 << (levels & 31);
  words.push(...bits);
}

function answersOf({ values, width }: PackedTrees, leaves: readonly number[]): Float64Array {
  const answers = new Float64Array(leaves.length * width);
  leaves.forEach((row, i) => {
    answers.set(values.subarray(row * width, (row + 1) * width), i * width);
  });
  return answers;
}
