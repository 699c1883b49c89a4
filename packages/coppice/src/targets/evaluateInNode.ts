/** `coppice/evaluate` in Node: the same names, and `crossValidate` on worker threads. */

export type {
  ClassCrossValidation,
  CrossValidateRequest,
  CrossValidation,
  ValueCrossValidation,
} from "./crossValidation.js";
export * from "./evaluation.js";
export { crossValidate } from "./nodeCrossValidate.js";
