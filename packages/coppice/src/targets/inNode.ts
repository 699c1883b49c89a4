/** `coppice` in Node: the same names, and `fit` on worker threads. */
export * from "./learning.js";
export * from "./library.js";
export { fit } from "./nodeFit.js";
