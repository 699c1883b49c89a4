/** What most tests of learners are made of. */
export { once } from "../../src/testing/contract/check.js";
export { names, nominal, numeric, ordered, table } from "../../src/testing/index.js";
export { mixedTable } from "../../src/testing/mixedTable.js";
export { accuracyOn, classesSaid, codesIn, valuesSaid } from "./answers.js";
export { breaks } from "./breaks.js";
export { cases } from "./cases.js";
export { draws } from "./draws.js";
export { forAll } from "./forAll.js";
export { isDeep } from "./length.js";
export { readAgain } from "./readAgain.js";
export { refusal } from "./refusal.js";
export { rowsFrom } from "./rows.js";
export { expectSameModel } from "./sameModel.js";
export { split } from "./split.js";
export { withoutKernels } from "./withoutKernels.js";
