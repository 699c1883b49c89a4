import { CoppiceError } from "../base/errors.js";
import type { Problem } from "../engine/problem.js";
import type { LearnerFacts } from "./learner.js";

export function checkTask(
  learner: Pick<LearnerFacts, "name" | "tasks">,
  problem: Pick<Problem, "task" | "target">,
): void {
  if (learner.tasks.includes(problem.task)) return;
  const { column } = problem.target;
  const hint =
    problem.task === "regression" ? "; if its numbers are names of classes, declare it nominal" : "";
  throw new CoppiceError(
    "LEARNER_TASK",
    `${learner.name} does ${learner.tasks.join(" and ")}, but the target ${JSON.stringify(column.name)} is ${column.type}, which asks for ${problem.task}${hint}`,
    { name: learner.name, rule: learner.tasks.join(" or "), value: problem.task },
  );
}
