export { lanes } from "./lanes";
export { walkAny, walkNumbers } from "./walk";
