export { growMemory, growMember, growTrees, split } from "./grow";
export { layChunk, layRows, rankNumbers, rankNumbersOf, rankScratch } from "./prepare";
