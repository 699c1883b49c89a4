// Gradient boosting: bins, gradients on an exact grid, trees grown leaf by leaf from tallies.

export { addTree, followTree } from "./add";
export { bin } from "./bin";
export { boardRoom } from "./choose";
export { gradients, largest } from "./gradients";
export { grow } from "./grow";
export { leafRoom } from "./leaf";
export { levelRoom } from "./levels";
export { sortSamples } from "./sample";
export { sortScratch } from "../common/radix";
