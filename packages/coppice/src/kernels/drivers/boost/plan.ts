import type { EnsembleModel } from "../../../model/ensemble.js";
import type { Grid } from "./grid.js";

/** In the order of kernels/assembly/boost/gradients.ts. */
export const LOSSES = ["logistic", "softmax", "squared", "absolute", "huber", "quantile", "poisson"] as const;
export type LossName = (typeof LOSSES)[number];

/** A loss function of scores, one per output, and a target: a class code, or a value. */
export interface Loss {
  readonly name: LossName;
  /** The quantile, or where Huber's loss becomes linear. */
  readonly parameter: number;
  readonly outputs: number;
  readonly link: Extract<EnsembleModel["combine"], { kind: "sum" }>["link"];
  /** The quantile of the residuals that leaves predict, if that cannot be computed from gradients. */
  readonly refit?: number;
}

/** How an attribute's cells are binned: part of the plan, made once. Bins are numbered from 0. */
export type AttributeBins =
  /** Bin b holds values above edge b-1 and up to edge b. Ordered levels are numbers here: their codes. */
  | {
      readonly kind: "numeric";
      readonly bins: number;
      readonly missing: number;
      readonly edges: Float64Array;
      readonly wide: false;
    }
  /** The bin of each level; a level without training rows counts as missing. */
  | {
      readonly kind: "levels";
      readonly bins: number;
      readonly missing: number;
      readonly levelBins: Uint16Array;
      readonly wide: boolean;
      /** Whether a training row counts as missing. */
      readonly gaps: boolean;
    };

/** Everything needed for growing that does not change between rounds. */
export interface BoostPlan {
  readonly loss: Loss;
  readonly attributes: readonly AttributeBins[];
  /** 1, -1 or 0 for each attribute. */
  readonly directions: Int8Array;
  readonly constrained: boolean;
  /** All rows; those from `trainRows` on are validation rows. */
  readonly rows: number;
  readonly trainRows: number;
  readonly seed: number;
  readonly learningRate: number;
  readonly maxLeaves: number;
  readonly maxDepth: number;
  readonly byDepth: boolean;
  readonly minLeaf: number;
  readonly minGain: number;
  readonly lambda: number;
  readonly levelLambda: number;
  readonly levelSmoothing: number;
  readonly levelRows: number;
  readonly maxLevels: number;
  readonly rowShare: number;
  readonly treeAttributes: number;
  /** How many of the tree's attributes are examined at a node; 0: all. */
  readonly nodeAttributes: number;
}

/** What is known of rows beside their cells, training rows first. */
export interface PlanRows {
  /** A class code or a value per row, and its weight. */
  readonly targets: Float64Array | Int32Array;
  readonly weights?: Float64Array;
  /** The rows' keys, by which chance is drawn; absent: their places. */
  readonly keys?: Int32Array;
}

/** A round's rules in units of its grid. */
export interface RoundRules {
  readonly grid: Grid;
  readonly lambda: number;
  readonly levelLambda: number;
  readonly minGain: number;
  readonly minHessian: number;
  readonly smoothing: number;
  readonly rowKey: number;
  /** Rows whose hash is below it are drawn. */
  readonly rowLimit: number;
  readonly ditherKey: number;
}

/** The draws for one tree. */
export interface TreeDraws {
  readonly attributes: Uint8Array;
  readonly nodeKey: number;
}

/** A leaf needs some hessian; otherwise its value would be noise. */
const LEAST_HESSIAN = 1e-3;

export function roundRules(plan: BoostPlan, grid: Grid, rowKey: number, ditherKey: number): RoundRules {
  const { gradientScale: g, hessianScale: h } = grid;
  return {
    grid,
    lambda: plan.lambda * h,
    levelLambda: plan.levelLambda * h,
    minGain: (plan.minGain * g * g) / h,
    minHessian: LEAST_HESSIAN * h,
    smoothing: plan.levelSmoothing * h,
    rowKey,
    rowLimit: plan.rowShare * 4294967296,
    ditherKey,
  };
}

/** Attributes with at most this many levels are neither smoothed nor grouped. */
export const PLAIN_LEVELS = 4;

export function isPlain(how: AttributeBins): boolean {
  return how.kind === "levels" && how.bins <= PLAIN_LEVELS;
}
