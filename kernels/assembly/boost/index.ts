// Gradient boosting: bins, gradients on an exact grid, trees grown leaf by leaf from tallies.

export { addTree, followTree } from "./add";
export { bin } from "./bin";
export { boardRoom } from "./choose";
export { spareRoom } from "./classGradients";
export { largest } from "./gradients";
export { levelRoom } from "./levels";
export { setsFor, sharedRoom } from "./expand";
export { leafRoom } from "./leaf";
export { nodeRoom } from "./plan";
export { growTrees } from "./round";
export { edgeRoom, sampleEdges } from "./sample";
export { sortScratch } from "../common/radix";
