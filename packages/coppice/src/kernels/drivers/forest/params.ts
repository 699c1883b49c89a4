import type { Heap } from "../../heap.js";

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
  readonly columns: number;
  readonly rowCells: number;
  readonly isWide: boolean;
  readonly target: number;
  readonly seeds: number;
  readonly counts: number;
  readonly queue: number;
  readonly out: number;
  readonly outBytes: number;
  readonly trees: number;
  readonly arenas: number;
  /** 0: the leaves of out-of-bag rows are not requested. */
  readonly landed: number;
}

export const PARAM_BYTES = 128;

export function writeParams(heap: Heap, at: number, params: ForestParams, members: number): void {
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
    members,
  ]);
  heap.f64(at + 32, 4).set([params.tolerance, params.minSplit, params.minLeaf, params.quantum2]);
  const { columns, target, seeds, counts, queue, out, outBytes, trees, arenas, blockRows, byteRows } = params;
  words.set([columns, target, seeds, counts, queue, out, outBytes, trees, arenas, blockRows, byteRows], 16);
  words[27] = Number(params.isShuffled);
  words[28] = params.rowCells;
  words[29] = Number(params.isWide);
  words[30] = params.landed;
}
