/** `coppice` in Node: the same names, and `fit` on worker threads. */
export * from "./library.js";
export { fit } from "./nodeFit.js";
