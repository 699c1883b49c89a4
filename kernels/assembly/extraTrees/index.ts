export { judge, startBag } from "../forest/judge";
export { addSums, startSums } from "../forest/sums";
export { extraArena, growExtra, nextExtra, split, startExtra } from "./grow";
export { layChunk, layRows, rankNumbers, rankNumbersOf, rankScratch } from "./prepare";
