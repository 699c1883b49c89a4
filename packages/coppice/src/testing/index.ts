/** What tests of learners, criteria, engines and sources are made of, for this package and for those who extend it. */
export { names, nominal, numeric, ordered } from "./columns.js";
export type { Check } from "./contract/check.js";
export { criterionContract } from "./contract/criterion.js";
export { type EngineContractOptions, engineContract, type OpenEngine } from "./contract/engine.js";
export { type LearnerContractOptions, learnerContract } from "./contract/learner.js";
export { sourceContract, type ThroughSource } from "./contract/source.js";
export { firstDifference, modelDifference } from "./modelDifference.js";
export {
  few,
  grades,
  levels,
  mirrored,
  numbers,
  type RandomAttribute,
  type RandomTable,
  randomTable,
  single,
} from "./randomTable.js";
export { type RandomTreeShape, randomCells, randomTree } from "./randomTree.js";
export { table } from "./tableLiteral.js";
