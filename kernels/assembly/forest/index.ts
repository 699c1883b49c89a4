export { extraArena, growExtra, nextExtra, startExtra } from "./extra";
export { forestArena, growTrees, nextTree, startTrees } from "./forest";
export { judge, startBag } from "./judge";
export { gatherNumbers, gatherRows } from "./keyCuts";
export { crowdOf, keysOfColumn, makeKeys, writeKeys } from "./keys";
export { layRows, laySingles } from "./layRows";
export { presort, presortScratch } from "./presort";
export { keepPart, sendPart, sendWindow } from "./sendRows";
export { addSums, startSums } from "./sums";
