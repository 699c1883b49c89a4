export { extraArena, growExtra } from "./extra";
export { forestArena, growTrees } from "./forest";
export { layRows, laySingles } from "./layRows";
export { presort, presortScratch } from "./presort";
