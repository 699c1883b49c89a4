// Gradient boosting from blocks of coded rows, which may come and go: one pass over all blocks for each level of a tree.

export { spareRoom } from "../boost/classGradients";
export { codeBlock } from "./code";
export { gatherTallies } from "./gather";
export { largestInBlocks } from "./largest";
export { passBlocks } from "./pass";
