/** The library: what runs in a browser and in Node alike. Reading files from disk is in `coppice/node`. */
export { CoppiceError, ERROR_CODES, type ErrorCode, type ErrorFacts } from "../base/errors.js";
export { drive, driveAsync } from "../engine/drive.js";
export { MemoryEngine } from "../engine/memory/engine.js";
export type * from "../engine/port.js";
export { type Problem, prepare } from "../engine/problem.js";
export { type FitRequest, fit } from "../learn/fit.js";
export type { LearnContext, Learner } from "../learn/learner.js";
export { checkOptions, describeOptions, type OptionFacts } from "../learn/options.js";
export { learnerNamed, learners } from "../learn/registry.js";
export { treeLearner } from "../learn/treeLearner.js";
export { branchOf, type Test, UNKNOWN } from "../model/test.js";
export * from "../model/tree.js";
export type * from "../table/column.js";
export type * from "../table/schema.js";
export { columnOf, makeTable, selectRows, type Table, type Warning } from "../table/table.js";
