export { extraArena, growExtra } from "./extra";
export { forestArena, growTrees } from "./forest";
export { layRows } from "./layRows";
export { presort, presortScratch } from "./presort";
