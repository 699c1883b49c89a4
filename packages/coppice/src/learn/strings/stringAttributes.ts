import type { LearningTask } from "../../engine/task.js";
import { isStringType } from "../../table/schema.js";

/** The string attributes of a task. */
export function stringAttributes({ attributes }: Pick<LearningTask, "attributes">): number[] {
  return attributes.flatMap(({ type }, a) => (isStringType(type) ? [a] : []));
}
