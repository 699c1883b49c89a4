import type { Problem } from "../../engine/problem.js";
import type { ModelRule } from "../../model/ruleSet.js";
import type { ClassFacts } from "../../model/tree.js";
import type { RulesLearned } from "../learner.js";
import type { Examples } from "./examples.js";
import { conditionsOf, coveredByAll, type Literal } from "./literal.js";

/** A conjunction for a class, not yet counted. */
export interface LabelledRule {
  readonly literals: readonly Literal[];
  readonly label: number;
}

/**
 * Rules as a model has them, each with the class weights of the training rows that it is the first to cover. The counts
 * use the original weights of the rows, not those adjusted by priors and losses during the search.
 */
export function conclude(
  problem: Problem,
  examples: Examples,
  rules: readonly LabelledRule[],
  otherwise: number,
): Pick<RulesLearned, "rules" | "otherwise"> {
  const { weights } = problem;
  let left: Int32Array = Int32Array.from({ length: examples.rows }, (_, row) => row);
  const all = classWeights(left, examples, weights);
  const facts = (rows: Int32Array, label: number): ClassFacts => {
    const counts = classWeights(rows, examples, weights);
    const weight = counts.reduce((sum, count) => sum + count, 0);
    // A rule that no row reached has no class counts of its own.
    return { weight, counts: weight > 0 ? counts : all, label };
  };
  const { asked, last } = untilDefault(rules, otherwise);
  const concluded = asked.map(({ literals, label }): ModelRule => {
    const mine = coveredByAll(literals, left, examples);
    left = others(left, mine);
    return { if: conditionsOf(literals, examples.attributes), then: facts(mine, label) };
  });
  return { rules: concluded, otherwise: facts(left, last) };
}

/** A rule without conditions matches every remaining row: it is the default, and later rules are never reached. */
function untilDefault(rules: readonly LabelledRule[], otherwise: number) {
  const end = rules.findIndex(({ literals }) => literals.length === 0);
  return end < 0 ? { asked: rules, last: otherwise } : { asked: rules.slice(0, end), last: rules[end].label };
}

/** Rows without some of them; both are ascending. */
function others(rows: Int32Array, some: Int32Array): Int32Array {
  const kept = new Int32Array(rows.length - some.length);
  for (let i = 0, s = 0; i < rows.length; i++) {
    if (rows[i] === some[s]) s++;
    else kept[i - s] = rows[i];
  }
  return kept;
}

function classWeights(
  rows: Int32Array,
  { classOf, classes }: Examples,
  weights: Float64Array | undefined,
): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (let i = 0; i < rows.length; i++) counts[classOf[rows[i]]] += weights ? weights[rows[i]] : 1;
  return counts;
}
