export { extraArena, growExtra } from "./extra";
export { forestArena, growTrees } from "./forest";
export { layKeys, layRows } from "./layRows";
export { presort, presortScratch } from "./presort";
