/** What of `coppice` needs the learners at once, in Node and in a page alike. */
export type { OptionFacts } from "../learn/options.js";
export type { PruningSequence, SequenceOptions } from "../learn/prune/costComplexity.js";
export { type PruneRequest, prune } from "../learn/prune/prune.js";
export { removeNode } from "../learn/prune/removeNode.js";
export { learnerNamed, learners } from "../learn/registry.js";
export { type Hardened, type HardenRequest, harden } from "../learn/soft/harden.js";
export { fitSync } from "./fitSync.js";
export { cutAt, describeOptions, missingStrategies, pruneAt, pruningSequence } from "./modelTools.js";
