import type { Heap } from "../../heap.js";

/** As what random cuts compare cells; in the order of the kernel's numbers for them. */
const CELL_KINDS = ["singles", "doubles", "keys"] as const;
export type CellKind = (typeof CELL_KINDS)[number];

/** The kernel's parameters in memory: kernels/assembly/forest/params.ts reads them. */
export interface ForestParams {
  readonly rows: number;
  readonly attributes: number;
  readonly width: number;
  readonly isClasses: boolean;
  readonly perNode: number;
  readonly isShuffled: boolean;
  readonly maxDepth: number;
  readonly zeroGain: boolean;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly quantum2: number;
  readonly blockRows: number;
  readonly byteRows: number;
  readonly listRows?: number;
  readonly windowBits?: number;
  readonly columns: number;
  readonly rowCells: number;
  readonly cells: CellKind;
  readonly target: number;
  readonly seeds: number;
  readonly counts: number;
  readonly queue: number;
  readonly slots: number;
  readonly out: number;
  /** The most bytes of a tree, a multiple of 64. */
  readonly treeBytes: number;
  readonly trees: number;
  readonly arenas: number;
  /** 0: the leaves of out-of-bag rows are not requested; nor are what they are told, and the decrease by attribute. */
  readonly landed: number;
  readonly bag: number;
  readonly decreases: number;
  /** 0: what all rows are told is not requested. */
  readonly leaves: number;
  readonly sums: number;
  /** Of a numeric target. */
  readonly center: number;
  readonly denominator: number;
  /** Trees are written with sets of levels. */
  readonly hasSets: boolean;
}

export const PARAM_BYTES = 192;

export function writeParams(heap: Heap, at: number, params: ForestParams): void {
  const words = heap.u32(at, PARAM_BYTES / 4);
  const { rows, attributes, width, perNode, maxDepth } = params;
  words.set([
    rows,
    attributes,
    width,
    Number(params.isClasses),
    perNode,
    maxDepth,
    Number(params.zeroGain),
    params.slots,
  ]);
  heap.f64(at + 32, 4).set([params.tolerance, params.minSplit, params.minLeaf, params.quantum2]);
  const { columns, target, seeds, counts, queue, out, treeBytes, trees, arenas, blockRows, byteRows } =
    params;
  words.set([columns, target, seeds, counts, queue, out, treeBytes, trees, arenas, blockRows, byteRows], 16);
  words[27] = Number(params.isShuffled);
  words[28] = params.rowCells;
  words[29] = CELL_KINDS.indexOf(params.cells);
  words.set([params.landed, params.bag, params.decreases], 30);
  heap.f64(at + 136, 2).set([params.center, params.denominator]);
  words.set([params.leaves, params.sums, params.listRows ?? 0, params.windowBits ?? 0], 38);
}
