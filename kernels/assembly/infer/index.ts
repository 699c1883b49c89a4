export { lanes } from "./lanes";
export { walkRowAny, walkRowNumbers } from "./row";
export { walkAny, walkNumbers } from "./walk";
