import type { Column } from "../../../table/column.js";
import type { ForestProblem, ForestTarget } from "../forest/rules.js";
import type { ScoreRules } from "../forest/scoreRules.js";

/** The rows a forest is grown from. */
export interface CodedProblem extends Omit<ForestProblem, "target"> {
  readonly attributes: readonly Column[];
  readonly target: CodedTarget;
  /** On their grid; absent: every row has weight 1. */
  readonly weights?: Float64Array;
}

/** Classes, or a numeric target on its grid. */
export type CodedTarget =
  | Extract<ForestTarget, { kind: "classes" }>
  | {
      readonly kind: "values";
      readonly grid: Extract<ForestTarget, { kind: "values" }>["grid"] & { readonly quantum1: number };
    };

/** The rules of the kernel: the best binary test on each attribute by gain; missing values go to the branch with the larger weight. */
export interface CodedRules extends ScoreRules {
  /** The number of attributes drawn at a node; absent: all are examined, in their order. */
  readonly attributesPerNode?: number;
  /** Levels up to which every division in two is tried, if no order of them is exact. */
  readonly maxExhaustive: number;
  readonly tolerance: number;
  readonly minSplit: number;
  readonly minLeaf: number;
  readonly maxDepth?: number;
  readonly zeroGain: boolean;
  /** The best splits are made first; absent: any number. */
  readonly maxLeaves?: number;
}

/** The rules that the kernel supports. */
export const CODED_FOREST_RULES = [
  "criterion",
  "scaled",
  "loss",
  "attributeCosts",
  "attributesPerNode",
  "maxExhaustive",
  "tolerance",
  "minSplit",
  "minLeaf",
  "maxDepth",
  "zeroGain",
  "maxLeaves",
] as const satisfies readonly (keyof CodedRules)[];

/** Numbers that sets of levels may take in a tally, and words that the sets of a tree may take. */
const MOST_CELLS = 2 ** 22;
const MOST_WORDS = 2 ** 26;

/** Whether the kernel's memory for levels stays small. */
export function fitsLevels({ attributes, target, rows }: CodedProblem): boolean {
  const levels = mostLevels(attributes);
  const width = target.kind === "classes" ? target.column.levels.length : 3;
  return width <= 65_535 && levels * width <= MOST_CELLS && rows * Math.ceil(levels / 32) <= MOST_WORDS;
}

/** Bytes that the open nodes of a tree with a limit on its leaves may take. */
const MOST_OPEN_BYTES = 2 ** 27;

/** Whether they stay small: kernels/assembly/codedForest/frontier.ts has what a node takes. */
export function fitsLeaves({ attributes, target }: CodedProblem, leaves: number): boolean {
  const width = target.kind === "classes" ? target.column.levels.length : 3;
  return leaves * (8 * width + mostLevels(attributes) / 4 + 96) <= MOST_OPEN_BYTES;
}

/** The most levels of a nominal attribute; 0 if there is none. */
export function mostLevels(attributes: readonly Column[]): number {
  return Math.max(0, ...attributes.map((column) => (column.type === "nominal" ? column.levels.length : 0)));
}
