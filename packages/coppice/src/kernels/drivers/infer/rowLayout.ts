import { LEAF, MISSING_LEFT, ON_LEVELS, type PackedTrees } from "../../../model/packed.js";
import { type Columns, columnKindOf } from "./columns.js";
import type { Limits } from "./limits.js";

/** Trees of any size as the kernel traverses them with one row: see kernels/assembly/infer/rowNode.ts. */
export interface RowLayout {
  readonly kind: "row";
  readonly columns: Columns;
  readonly limits: Limits;
  /** Two words per node: the limit and the link. */
  readonly nodes: Uint32Array;
  /** By tree, its first node. */
  readonly roots: Int32Array;
  readonly sets: Uint32Array;
  readonly columnBits: number;
  readonly testsLevels: boolean;
}

const TESTS_LEVELS = 0x80000000;

/** Undefined if a link has too few bits for the number of columns and the size of a tree. */
export function rowLayout(
  trees: PackedTrees,
  levels: Int32Array,
  limits: Limits,
  columns: Columns,
): RowLayout | undefined {
  const { attribute, flags, skip, starts } = trees;
  // One more for the leaves.
  const columnBits = Math.max(1, 32 - Math.clz32(columns.list.length));
  const farthest = 2 ** (31 - columnBits);
  const nodes = new Uint32Array(2 * attribute.length);
  const sets: number[] = [];
  for (let node = 0; node < attribute.length; node++) {
    const a = attribute[node];
    if (a === LEAF) {
      nodes[2 * node] = skip[node];
      nodes[2 * node + 1] = columns.list.length;
      continue;
    }
    if (skip[node] >= farthest) return undefined;
    const column = columns.of[3 * a + columnKindOf(flags[node])];
    const onLevels = (flags[node] & ON_LEVELS) !== 0;
    nodes[2 * node] = onLevels ? sets.length : limits.limitAt(node);
    nodes[2 * node + 1] = ((skip[node] << columnBits) | column | (onLevels ? TESTS_LEVELS : 0)) >>> 0;
    if (onLevels) addSet(sets, trees, node, levels[a]);
  }
  const roots = starts.slice(0, -1);
  return {
    kind: "row",
    columns,
    limits,
    nodes,
    roots,
    sets: Uint32Array.from(sets),
    columnBits,
    testsLevels: sets.length > 0,
  };
}

/** A set's words, with one more bit for missing values. */
function addSet(
  words: number[],
  { sets, threshold, flags }: PackedTrees,
  node: number,
  levels: number,
): void {
  for (let word = 0; word <= levels >>> 5; word++) {
    const first = 32 * word;
    // Bits of a set beyond the levels are unused.
    const known =
      levels >= first + 32
        ? sets[threshold[node] + word]
        : partOf(sets, threshold[node] + word, levels - first);
    const holdsMissing = levels >>> 5 === word && (flags[node] & MISSING_LEFT) !== 0;
    words.push((known | (holdsMissing ? 1 << (levels & 31) : 0)) >>> 0);
  }
}

function partOf(sets: Uint32Array, word: number, bits: number): number {
  return bits === 0 ? 0 : sets[word] & ((1 << bits) - 1);
}
