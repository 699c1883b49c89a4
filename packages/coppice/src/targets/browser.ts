/** `coppice` in a page. */
export { fit } from "./browserFit.js";
export * from "./learning.js";
export * from "./library.js";
export { loadModel, predict, predictor } from "./pagePredict.js";
