/** What pruning does with rows that are not in this process; it is loaded for such rows alone. */
export { landRows } from "./landRows.js";
export { raisedSteps } from "./raisedSteps.js";
