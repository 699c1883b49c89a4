export { judge, startBag } from "../forest/judge";
export { codeColumns, codingScratch } from "./coding";
export { codedArena, growCoded, nextCoded, startCoded } from "./grow";
export { layCodes } from "./unseen";
