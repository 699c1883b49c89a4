export { type MixedOptions, mixedTable } from "../src/testing/mixedTable.js";
