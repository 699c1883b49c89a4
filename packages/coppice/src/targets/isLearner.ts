import type { Learner } from "../learn/learner.js";

/** Whether a value has what a learner needs. */
export function isLearner(value: unknown): value is Learner {
  const { name, learn, learnRows, options } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const learns = typeof learn === "function" || typeof learnRows === "function";
  return typeof name === "string" && learns && typeof options === "object";
}
