/** `coppice/evaluate` in a page. */
export { crossValidate } from "./browserCrossValidate.js";
export type {
  ClassCrossValidation,
  CrossValidateRequest,
  CrossValidation,
  ValueCrossValidation,
} from "./crossValidation.js";
export * from "./evaluation.js";
