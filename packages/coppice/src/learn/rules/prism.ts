import { allBits, rowsOf } from "../../base/bits.js";
import * as z from "../../base/schema.js";
import { without } from "../../base/without.js";
import type { RuleContext, RuleLearner, RuleWork } from "../learner.js";
import { stringsOption } from "../strings/stringOptions.js";
import { conclude, type LabelledRule } from "./conclude.js";
import { constraintsOf } from "./constraints.js";
import { rarestFirst } from "./cover.js";
import { type Examples, examplesOf } from "./examples.js";
import { Forbidden } from "./forbidden.js";
import { type GrowOptions, growRule } from "./growRule.js";
import { coveredByAll, type Literal } from "./literal.js";

/** Each class against all others; every rule is extended until it makes no errors, and nothing is pruned (Cendrowska 1987). */
export const prism = {
  kind: "rules",
  guided: true,
  name: "prism",
  summary: "PRISM: rules extended, class by class, until they make no errors; a simple baseline",
  tasks: ["classification"],
  guarantees: { monotone: true, rowOrder: true, weights: true },
  options: z.strictObject({
    minWeight: z
      .number()
      .min(0)
      .default(1)
      .describe("minimum weight of rows of its class that a rule must keep when a condition is added"),
    nominal: z
      .enum(["level", "sets"])
      .default("level")
      .describe("conditions on nominal attributes: one level, or any set of levels"),
    strings: stringsOption,
  }),
  learn: (options, context) =>
    learnPerfect({ ...(options as unknown as Omit<GrowOptions, "measure">), measure: "share" }, context),
} satisfies RuleLearner;

function* learnPerfect(options: GrowOptions, { problem, expertRules }: RuleContext): RuleWork {
  const examples = examplesOf(problem);
  const { given, forbidden, otherwise } = constraintsOf(expertRules, examples);
  const order = rarestFirst(examples, otherwise);
  const rules: LabelledRule[] = [];
  for (const [i, label] of order.entries()) {
    yield i / order.length;
    const banned = Forbidden.forClass(forbidden, examples.attributes, label);
    const limited = banned ? { ...options, forbidden: banned } : options;
    rules.push(...rulesFor(label, examples, limited, given.get(label) ?? []));
  }
  return { order: "first", ...conclude(problem, examples, rules, order[order.length - 1]) };
}

/**
 * Learns rules until every row of the class is covered, or none is better than always predicting the class. Those to start
 * from are extended like any other, until they make no errors.
 */
function rulesFor(
  label: number,
  examples: Examples,
  options: GrowOptions,
  start: readonly (readonly Literal[])[],
): LabelledRule[] {
  const { classOf } = examples;
  const rules: LabelledRule[] = [];
  let left = rowsOf(allBits(examples.rows));
  const add = (literals: readonly Literal[]) => {
    rules.push({ literals, label });
    left = without(left, coveredByAll(literals, left, examples));
  };
  for (const literals of start) add(growRule(examples, left, label, literals, options));
  while (hasClass(left, classOf, label)) {
    const literals = growRule(examples, left, label, [], options);
    if (literals.length === 0) return rules;
    add(literals);
  }
  return rules;
}

function hasClass(rows: Int32Array, classOf: Int32Array, label: number): boolean {
  for (let i = 0; i < rows.length; i++) if (classOf[rows[i]] === label) return true;
  return false;
}
