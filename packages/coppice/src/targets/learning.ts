/** The part of `coppice` that imports the learners statically, both in Node and in a page. */
export { missingStrategies } from "../learn/missing/strategies.js";
export { describeOptions, type OptionFacts } from "../learn/options.js";
export {
  type PruningSequence,
  pruneAt,
  pruningSequence,
  type SequenceOptions,
} from "../learn/prune/costComplexity.js";
export { cutAt } from "../learn/prune/cutAt.js";
export { type PruneRequest, prune } from "../learn/prune/prune.js";
export { removeNode } from "../learn/prune/removeNode.js";
export { learnerNamed, learners } from "../learn/registry.js";
export { fitSync } from "./fitSync.js";
