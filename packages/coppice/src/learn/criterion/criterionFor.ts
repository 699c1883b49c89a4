import { CoppiceError } from "../../base/errors.js";
import type { Task } from "../../model/tree.js";
import type { Criterion } from "./criterion.js";
import { CRITERION_NAMES, type CriterionName, criteria } from "./index.js";
import { completed, isOwnCriterion, type OwnCriterion } from "./ownCriterion.js";

/** What the option `criterion` may be: a name, auto or, in the library, a criterion of the user's own. */
export type CriterionChoice = "auto" | CriterionName | OwnCriterion;

/** The choices that have names. */
export const CRITERION_CHOICES = ["auto", ...CRITERION_NAMES] as const;

const USUAL = { classification: criteria.gini, regression: criteria.squaredError } as const;

/** The criterion of a choice that was checked. */
export function criterionOf(choice: CriterionChoice, task: Task): Criterion {
  if (isOwnCriterion(choice)) return completed(choice);
  return choice === "auto" ? USUAL[task] : criteria[choice];
}

/** The same, checked against the target's task. */
export function criterionFor(choice: CriterionChoice, task: Task): Criterion {
  const criterion = criterionOf(choice, task);
  if (criterion.task === task) return criterion;
  const choices = Object.values(criteria).filter((c) => c.task === task);
  throw new CoppiceError(
    "OPTION_CONFLICT",
    `criterion ${criterion.name} is for ${criterion.task}, but the target asks for ${task}; choose one of ${choices.map((c) => c.name).join(", ")}`,
    { name: "criterion", value: criterion.name },
  );
}

/**
 * The criterion that a model's options name. A model that was read has names only, and not every name is one of ours:
 * then undefined.
 */
export function criterionNamed(named: unknown, task: Task): Criterion | undefined {
  if (named === undefined) return USUAL[task];
  if (isOwnCriterion(named)) return completed(named);
  return (CRITERION_CHOICES as readonly unknown[]).includes(named)
    ? criterionOf(named as CriterionChoice, task)
    : undefined;
}
