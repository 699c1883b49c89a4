/** `coppice/rules`: rules read from models, simplified, written by hand, and made into text, JSON or code. */
export { type PrunedRules, pruneRules } from "../learn/prune/pruneRules.js";
export { formulaValue } from "../model/formula.js";
export { ruleSize } from "../model/ruleSet.js";
export { type EnsembleRule, ensembleRules } from "../rules/ensembleRules.js";
export { ensembleRulesJson } from "../rules/ensembleText.js";
export { formulaText } from "../rules/formulaText.js";
export { type HalfSpace, neededHalfSpaces } from "../rules/halfSpaces.js";
export {
  asRules,
  type JoinedRule,
  joinedRules,
  ruleModelOf,
  type SimplifyOptions,
  simplifiedRules,
} from "../rules/joinedRules.js";
export { joinedText } from "../rules/joinedText.js";
export { type ExpertRules, type ForbiddenRule, parseExpertRules } from "../rules/parse/parseExpertRules.js";
export { parseRules, type RuleWords } from "../rules/parse/parseRules.js";
export { gridMarkdown, type RuleGrid, ruleGrid } from "../rules/ruleGrid.js";
export { type RuleJson, type RulesJson, rulesJson } from "../rules/rulesJson.js";
export { rulesModule } from "../rules/rulesModule.js";
export { type Rule, rulesOf } from "../rules/rulesOf.js";
export { rulesText } from "../rules/rulesText.js";
export { votingRules } from "../rules/votingRules.js";
