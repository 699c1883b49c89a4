import { CoppiceError } from "../base/errors.js";
import type { LearningTask } from "../engine/task.js";
import { isStringType } from "../table/schema.js";
import type { LearnerFacts } from "./learner.js";

export function checkTask(
  learner: Pick<LearnerFacts, "name" | "tasks" | "strings">,
  problem: Pick<LearningTask, "task" | "target" | "attributes">,
): void {
  if (learner.strings === "none") refuseStrings(learner.name, problem);
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

function refuseStrings(learner: string, { attributes }: Pick<LearningTask, "attributes">): void {
  const found = attributes.find(({ type }) => isStringType(type));
  if (found === undefined) return;
  const { name, type } = found;
  throw new CoppiceError(
    "COLUMN_TYPE",
    `${learner} has no tests of strings, and the attribute ${JSON.stringify(name)} is ${type}: leave it out, declare it nominal, or use cart or forest`,
    { name, rule: "numeric, nominal or ordered", value: type },
  );
}
