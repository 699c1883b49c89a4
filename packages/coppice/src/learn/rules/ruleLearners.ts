/** One module for pages: these learners share most of their code, and dividing it takes more bytes than it saves. */
export { c45rules } from "./c45/c45rules.js";
export { prism } from "./prism.js";
export { irep, ripper } from "./ripper.js";
export { ruleJob, runRulesAsync } from "./run.js";
export { regressionRules } from "./values/regressionRules.js";
