/** The library for Node: all of `coppice`, and reading and writing files. */
export * from "./browser.js";
export { fileBytes, type ReadTableOptions, readTable, standardInput, writeWhole } from "./files.js";
export { type FitOnThreadsRequest, fitOnThreads } from "./fitOnThreads.js";
export { type FitTogetherRequest, fitTogether } from "./fitTogether.js";
export { NodeTeam, type NodeTeamOptions } from "./nodeTeam.js";
export { type PredictTogetherRequest, predictTogether } from "./predictTogether.js";
export { type RelationFiles, readRelations, readTuples } from "./readRelations.js";
export { type ThreadOptions, threadCount, threadRunner } from "./threadRunner.js";
