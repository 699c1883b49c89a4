import { type AttributeCosts, COST_FORMS } from "../../../base/attributeCosts.js";
import type { ForestImpurity } from "../../../base/impurity.js";
import { xlog2x } from "../../../base/log2.js";
import type { Heap } from "../../heap.js";
import { IMPURITIES, loadNumbers } from "../scoreNumbers.js";

export { loadNumbers } from "../scoreNumbers.js";

/** What tests are compared by. */
export interface ScoreRules {
  readonly criterion: ForestImpurity;
  /** Tests on different attributes by their gain ratios. */
  readonly scaled?: boolean;
  /** Tests on different attributes by their gains, their squares, or 2^gain - 1, divided by these. */
  readonly attributeCosts?: AttributeCosts;
  /** By true class and prediction, for criteria that are made of losses. */
  readonly loss?: readonly (readonly number[])[];
}

/** The same as kernels are told: kernels/assembly/common/classImpurity.ts, forest/score.ts, and common/xlog2x.ts. */
export interface ScoreParams {
  /** The number of the impurity of classes. */
  readonly impurity: number;
  /** What a bit of entropy counts. */
  readonly bitUnit: number;
  /** Of x = 0, 1, 2 …: x·log2 x. */
  readonly products: number;
  readonly productCount: number;
  /** By true class and prediction. */
  readonly losses: number;
  readonly isScaled: boolean;
  /** By attribute; 0: costs do not matter. */
  readonly divisors: number;
  /** The number of what is divided. */
  readonly form: number;
}

/** Of the deviance, 2 ln 2 for each bit: learn/criterion/deviance.ts. */
const TWO_LN_2 = 1.3862943611198906;

/** Whether the best set of levels of two classes is a run of an order of them. */
export function isConcave(criterion: ForestImpurity): boolean {
  return IMPURITIES[criterion] <= IMPURITIES.entropy;
}

/** Entries of the table of x·log2 x. */
const MOST_PRODUCTS = 65_536;

export function scoreParams(heap: Heap, rules: ScoreRules, rows: number): ScoreParams {
  const { criterion, scaled = false, attributeCosts, loss } = rules;
  const hasLogarithms = IMPURITIES[criterion] === IMPURITIES.entropy || scaled;
  const productCount = hasLogarithms ? Math.min(MOST_PRODUCTS, 2 * rows + 2) : 0;
  return {
    impurity: IMPURITIES[criterion],
    bitUnit: criterion === "deviance" ? TWO_LN_2 : 1,
    products: hasLogarithms ? loadNumbers(heap, productsOf(productCount)) : 0,
    productCount,
    isScaled: scaled,
    losses: loss === undefined ? 0 : loadNumbers(heap, loss.flat()),
    divisors: attributeCosts === undefined ? 0 : loadNumbers(heap, attributeCosts.divisors),
    form: COST_FORMS[attributeCosts?.form ?? "gain"],
  };
}

/** The parts that kernels/assembly/forest/classImpurity.ts (16 bytes) and score.ts (12 bytes) read, one after the other. */
export function writeScore(heap: Heap, at: number, params: ScoreParams): void {
  const { impurity, losses, bitUnit, isScaled, divisors, form } = params;
  heap.u32(at, 2).set([impurity, losses]);
  heap.f64(at + 8, 1)[0] = bitUnit;
  heap.u32(at + 16, 3).set([Number(isScaled), divisors, form]);
}

function productsOf(count: number): Float64Array {
  const products = new Float64Array(count);
  for (let x = 0; x < count; x++) products[x] = xlog2x(x);
  return products;
}
