export { judge, startBag } from "../forest/judge";
export { addSums, startSums } from "../forest/sums";
export { codeColumns, codingScratch } from "./coding";
export { codedArena, growCoded, nextCoded, startCoded } from "./grow";
export { layCodes } from "./unseen";
