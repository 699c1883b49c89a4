/** `coppice/node`: all of `coppice`, with files and threads. */

export type { TableShape } from "../table/tableShape.js";
export { type DiskOptions, diskData, diskDataFrom } from "./disk/diskData.js";
export type { TableParts } from "./disk/scratchTable.js";
export { fileBytes, type ReadTableOptions, readTable, standardInput, writeWhole } from "./files.js";
export { type FitInParallelRequest, fitInParallel } from "./fitInParallel.js";
export * from "./inNode.js";
export { loadModel, type ModelSource, type SaveOptions, saveModel } from "./modelFiles.js";
export { NodeTeam, type NodeTeamOptions } from "./nodeTeam.js";
export { type PredictInParallelRequest, predictInParallel } from "./predictInParallel.js";
export { type RelationFiles, readRelations, readTuples } from "./readRelations.js";
export { type ThreadOptions, threadCount, threadRunner } from "./threadRunner.js";
