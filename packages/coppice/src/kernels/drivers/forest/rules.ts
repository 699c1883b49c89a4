import type { Column, NominalColumn } from "../../../table/column.js";

/** The rows a forest is grown from, all of weight 1. */
export interface ForestProblem {
  readonly rows: number;
  readonly attributes: readonly Column[];
  readonly target: ForestTarget;
}

/** Classes, or a numeric target on its grid. */
export type ForestTarget =
  | { readonly kind: "classes"; readonly column: NominalColumn }
  | {
      readonly kind: "values";
      readonly grid: {
        readonly units: Float64Array;
        readonly center: number;
        readonly denominator: number;
        readonly quantum2: number;
      };
    };

/** The rules of the forest kernels: binary splits by plain gain; missing values go to the branch with the larger weight. */
export interface ForestRules {
  /** The best threshold on an attribute, or a random one. */
  readonly cut: "best" | "random";
  /** The number of attributes drawn at a node; absent: all are examined, in their order. */
  readonly attributesPerNode?: number;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
}

/** The rules that the kernels support. */
export const FOREST_KERNEL_RULES = [
  "cut",
  "attributesPerNode",
  "tolerance",
  "minSplit",
  "minLeaf",
  "maxDepth",
  "zeroGain",
] as const satisfies readonly (keyof ForestRules)[];

/** What distinguishes one tree of an ensemble from the others. */
export interface ForestMember {
  readonly seed: number;
  /** How often each row counts; absent: once. Read once, when the tree is grown. */
  readonly counts?: Uint8Array;
  /** The counts are how many of these limits are not above the hash of a row's position by the key of the seed (`rowsKey`). */
  readonly limits?: readonly number[];
}

/** The node sizes below which other code paths are used. They change nothing but speed; tests make them small. */
export interface Regimes {
  /** Random cuts: rows whose cells are copied together. Best cuts: rows whose lists have entries of two bytes. */
  readonly blockRows: number;
  /** Best cuts: rows whose lists have entries of one byte; at most 127. */
  readonly byteRows: number;
  /** Best cuts: rows are sent to lists by windows of so many places, as a power of 2, at most 16; absent: in one pass. */
  readonly windowBits?: number;
  /** Random cuts: the share of the rows that may have the same key on the average, if cells are to be keys. */
  readonly crowd?: number;
}
