import { CoppiceError } from "../../base/errors.js";
import type { Problem } from "../../engine/problem.js";
import type { Conclusion, ModelRule } from "../../model/ruleSet.js";
import { rulesByRow } from "../../predict/predictRules.js";
import { type ExpertRules, parseExpertRules } from "../../rules/parse/parseExpertRules.js";
import { columnSchema } from "../../table/column.js";
import type { RuleLearner, RulesLearned, RuleWork } from "../learner.js";
import { cellsOfColumn, factsOf, lockedRules } from "./lockedRules.js";

/** The expert rules in the text, for these columns, if the learner supports them. */
export function expertRulesOf(text: string, problem: Problem, learner: RuleLearner): ExpertRules {
  const attributes = problem.attributes.map(columnSchema);
  const expertRules = parseExpertRules(text, { attributes, target: columnSchema(problem.target.column) });
  if (learner.guided) return expertRules;
  const asked = expertRules.given.length > 0 ? "start from given rules" : "keep clear of forbidden ones";
  if (expertRules.given.length === 0 && expertRules.forbidden.length === 0) return expertRules;
  throw new CoppiceError(
    "LEARNER_RULES",
    `${learner.name} cannot ${asked}, only keep those that are LOCKED`,
    { name: learner.name, rule: "LOCKED" },
  );
}

/** Learns from the rows that no locked rule covers, and puts the locked rules first. */
export function* guidedWork(
  learner: RuleLearner,
  options: Readonly<Record<string, unknown>>,
  problem: Problem,
  expertRules: ExpertRules,
  seed: number,
): RuleWork {
  const { rules: locked, left } = lockedRules(problem, expertRules.locked);
  const learned =
    left.rows === 0
      ? nothingLeft(problem)
      : yield* learner.learn(options, { problem: left, seed, expertRules });
  if (locked.length > 0 && learned.order !== "first") {
    const message = `${learner.name}'s rules vote, so none can be locked to come first`;
    throw new CoppiceError("LEARNER_RULES", message, { name: learner.name, rule: "rules in order" });
  }
  const rules = [...locked, ...learned.rules];
  return {
    ...learned,
    rules,
    otherwise: expertRules.otherwise
      ? lockedDefault(expertRules.otherwise, problem, rules, learned)
      : learned.otherwise,
  };
}

function lockedDefault(
  then: Conclusion,
  problem: Problem,
  rules: readonly ModelRule[],
  { order }: RulesLearned,
): Conclusion {
  const attributes = problem.attributes.map(columnSchema);
  const found = rulesByRow({ attributes, rules, order }, problem.attributes.map(cellsOfColumn), problem.rows);
  const left = Array.from(found.keys()).filter((row) => found[row].length === 0);
  return factsOf(then, problem, left);
}

/** Locked rules cover every row: the default is that of all rows. */
function nothingLeft(problem: Problem): RulesLearned {
  const all = Array.from({ length: problem.rows }, (_, row) => row);
  const { target, weights } = problem;
  if (target.kind === "classes") {
    const facts = factsOf({ weight: 0, counts: [], label: 0 }, problem, all);
    const counts = "counts" in facts ? facts.counts : [];
    const label = counts.indexOf(counts.reduce((a, b) => Math.max(a, b), 0));
    return { order: "first", rules: [], otherwise: { weight: 0, counts, label } };
  }
  const { values } = target.column;
  const sum = all.reduce((so, row) => so + (weights?.[row] ?? 1) * values[row], 0);
  const value = sum / problem.totalWeight;
  const facts = factsOf({ weight: 0, value, error: 0 }, problem, all);
  return { order: "first", rules: [], otherwise: { ...facts, weight: 0 } };
}
