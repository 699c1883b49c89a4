import { type Random, random, shuffle } from "../../../base/random.js";
import { type LinearFit, linearFit, squaredError, weightedMean } from "../../linear/linearFit.js";
import type { ValueRows } from "../../linear/terms.js";
import { exampleAttributes } from "../examples.js";
import { conditionsOf, covered, coveredByAll, type Literal } from "../literal.js";
import { type CodedValues, growValueRule } from "./growValueRule.js";
import type { ValueRule } from "./ruleFacts.js";

export interface CoverValueOptions {
  readonly linear: boolean;
  readonly minWeight: number;
  /** Number of folds: one is used to prune what was grown on the others. */
  readonly folds: number;
}

/** The share of the error of a constant prediction by which a rule must reduce it: less is rounding. */
const SLIGHT = 1e-9;

/**
 * Separate and conquer for regression (A ex. 9.7): a rule is grown on a part of the rows that are left, pruned on the others,
 * and its rows are removed, until no rule is better on the others than the overall mean. The default covers the rest.
 */
export function* coverRules(
  data: ValueRows,
  options: CoverValueOptions,
  seed: number,
): Generator<number, ValueRule[]> {
  const { problem } = data;
  const values = codedValues(data);
  const chance = random(seed);
  const found: ValueRule[] = [];
  let left = Int32Array.from({ length: problem.rows }, (_, row) => row);
  while (left.length > 0) {
    yield 1 - left.length / problem.rows;
    const dealt = parts(left, options.folds, chance);
    const grown = growValueRule(values, dealt.grow, options.minWeight);
    const literals = pruned(data, values, grown, dealt, options);
    const rows = coveredByAll(literals, left, values);
    if (literals.length === 0 || rows.length === left.length) break;
    found.push({ if: conditionsOf(literals, values.attributes), fit: fitTo(data, rows, options), rows });
    const taken = new Set(rows);
    left = left.filter((row) => !taken.has(row));
  }
  if (left.length > 0) found.push({ if: [], fit: fitTo(data, left, options), rows: left });
  return found;
}

function codedValues(data: ValueRows): CodedValues {
  const { targets, weights, problem } = data;
  const all = Int32Array.from(targets.keys());
  const { mean } = weightedMean(targets, weights, all);
  return { attributes: exampleAttributes(problem), targets: targets.map((y) => y - mean), weights };
}

interface Parts {
  readonly grow: Int32Array;
  readonly prune: Int32Array;
}

function parts(rows: Int32Array, folds: number, chance: Random): Parts {
  const mixed = rows.slice();
  shuffle(mixed, chance);
  const held = Math.floor(rows.length / folds);
  return { grow: mixed.slice(held).sort(), prune: mixed.slice(0, held).sort() };
}

/**
 * As many of the first conditions as give the lowest error on rows not used for growing, over those that the rule covers and
 * those that it does not, each with its own prediction; the fewest on a tie.
 */
function pruned(
  data: ValueRows,
  values: CodedValues,
  literals: readonly Literal[],
  { grow, prune }: Parts,
  options: CoverValueOptions,
): readonly Literal[] {
  const error = (grown: Int32Array, held: Int32Array) =>
    grown.length === 0 ? 0 : squaredError(data, fitTo(data, grown, options), held);
  let [inGrow, inPrune] = [grow, prune];
  let best = error(grow, prune) * (1 - SLIGHT);
  let length = 0;
  literals.forEach((literal, i) => {
    inGrow = covered(literal, inGrow, values);
    inPrune = covered(literal, inPrune, values);
    const now = error(inGrow, inPrune) + error(without(grow, inGrow), without(prune, inPrune));
    if (now >= best) return;
    best = now;
    length = i + 1;
  });
  return literals.slice(0, length);
}

function without(rows: Int32Array, taken: Int32Array): Int32Array {
  const gone = new Set(taken);
  return rows.filter((row) => !gone.has(row));
}

/** The mean of the rows, or a linear formula of their attributes. */
function fitTo(data: ValueRows, rows: Int32Array, { linear }: CoverValueOptions): LinearFit {
  return linearFit(data, rows, linear ? data.terms.map((_, term) => term) : []);
}
