/** One module for pages: these learners share nearly all of their code. */
export { adaBoost } from "./adaBoost.js";
export { bagging } from "./bagging.js";
