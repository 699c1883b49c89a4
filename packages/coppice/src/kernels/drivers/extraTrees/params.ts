import type { Heap } from "../../heap.js";

/** The kernel's parameters, in the order in which kernels/assembly/extraTrees/params.ts reads them. */
export interface ExtraTreesParams {
  readonly rows: number;
  readonly attributes: number;
  readonly width: number;
  readonly isClasses: boolean;
  readonly perNode: number;
  readonly isShuffled: boolean;
  readonly tests: number;
  readonly maxDepth: number;
  readonly zeroGain: boolean;
  readonly isEntropy: boolean;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly quantum1: number;
  readonly quantum2: number;
  readonly columns: number;
  /** 0: no rows walk down finished trees. */
  readonly rowCells: number;
  readonly target: number;
  readonly weights: number;
  readonly seeds: number;
  readonly counts: number;
  readonly queue: number;
  readonly out: number;
  readonly outBytes: number;
  /** An upper bound on the bytes of one tree. */
  readonly treeBytes: number;
  readonly trees: number;
  readonly arenas: number;
  readonly shrink: number;
  /** 0: the leaves of rows are not requested. */
  readonly landed: number;
  readonly landsAll: boolean;
  readonly setWords: number;
  /** The cells of a row. */
  readonly rowWidth: number;
  /** 0: what the tests take away is not requested. */
  readonly decreases: number;
  readonly center: number;
  readonly denominator: number;
}

export const PARAM_BYTES = 320;

export function writeParams(heap: Heap, at: number, params: ExtraTreesParams, members: number): void {
  const { rows, attributes, width, isClasses, perNode, isShuffled, tests, maxDepth, zeroGain } = params;
  const { isEntropy, tolerance, minSplit, minLeaf, quantum1, quantum2, columns, rowCells, target } = params;
  const { weights, seeds, counts, queue, out, outBytes, treeBytes, trees, arenas, shrink } = params;
  const { landed, landsAll, setWords, rowWidth, decreases, center, denominator } = params;
  const shape = [rows, attributes, width, isClasses];
  const rules = [perNode, isShuffled, tests, maxDepth, zeroGain, isEntropy, tolerance, minSplit, minLeaf];
  const table = [quantum1, quantum2, columns, rowCells, target, weights];
  const batch = [seeds, counts, members, queue, out, outBytes, treeBytes, trees, arenas, shrink];
  const rest = [landed, landsAll, setWords, rowWidth, decreases, center, denominator];
  const all = [...shape, ...rules, ...table, ...batch, ...rest];
  heap.f64(at, all.length).set(all.map(Number));
}
