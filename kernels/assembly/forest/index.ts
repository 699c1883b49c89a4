export { extraArena, growExtra } from "./extra";
export { forestArena, growTrees } from "./forest";
export { presort, presortScratch } from "./presort";
