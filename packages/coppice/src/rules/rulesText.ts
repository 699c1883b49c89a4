import { editLines } from "../model/editText.js";
import { errorName } from "../model/errorName.js";
import { isTree } from "../model/model.js";
import { brief, percent, rowsText } from "../model/words.js";
import { hardeningText } from "./hardeningText.js";
import { measureLines } from "./measureText.js";
import { type RuleLineOptions, ruleLines } from "./ruleLines.js";
import { hasDefault, type ReadableModel, statedRules } from "./rulesOfModel.js";
import type { StatedRule } from "./statedRule.js";
import { termList } from "./termList.js";

export interface RulesTextOptions extends RuleLineOptions {
  /** Print the lift: the confidence divided by the class's share among all rows. */
  readonly lift?: boolean;
}

/** One rule per leaf, or the rules of a rule set with their default, and their figures. */
export function rulesText(model: ReadableModel, { lift = false, ...options }: RulesTextOptions = {}): string {
  const sum = sumText(model);
  if (sum !== undefined) return sum;
  const rules = statedRules(model).map((rule) => ({
    anyOf: [rule.if],
    then: rule.then,
    ...(rule.formula && { formula: rule.formula }),
    ...(rule.scores && { scores: rule.scores }),
    figures: `${figuresText(rule, errorName(model))}${lift ? liftText(rule) : ""}`,
    ...(rule.locked && { locked: rule.locked }),
  }));
  const always = hasDefault(model) ? "OTHERWISE" : "ALWAYS";
  const text = ruleLines(rules, model.attributes, { always, ...options });
  const measures = measureLines(model, options.width, options.signs?.exact);
  const where = [...measures, ...softLines(model), ...editedLines(model)];
  return where.length > 0 ? `${text.replace(/\n$/, "")}\n\n${where.join("\n")}` : text;
}

/** The rules that the one leaf of a model adds up, with their coefficients; undefined if it has other leaves, or none. */
function sumText(model: ReadableModel): string | undefined {
  if (!isTree(model) || model.nodes.length > 1) return undefined;
  const { answer } = model.nodes[0];
  return answer && termList(answer, model, "score")?.join("\n");
}

/** What is lost where the gates of a soft tree are read as thresholds, as these rules do. */
function softLines(model: ReadableModel): string[] {
  const hardening = "hardening" in model ? model.hardening : undefined;
  return hardening ? [`# soft gates read as thresholds: ${hardeningText(hardening, model.task)}`] : [];
}

/** What people changed in the tree that the rules are read from. */
function editedLines(model: ReadableModel): string[] {
  return isTree(model) ? editLines(model).map((line) => `# edited by hand: ${line}`) : [];
}

/** `50 rows, 98%`, or `50 rows, MSE 1.5`. */
export function figuresText(
  { support, confidence, error }: Pick<StatedRule, "support" | "confidence" | "error">,
  errorName = "error",
): string {
  const rows = rowsText(support);
  if (support === 0) return rows;
  if (confidence !== undefined) return `${rows}, ${percent(confidence)}`;
  return `${rows}, ${errorName} ${brief(error ?? 0)}`;
}

/** For a rule with rows; two digits are enough for comparison. */
function liftText({ support, lift }: StatedRule): string {
  return support === 0 || lift === undefined ? "" : `, lift ${Number(lift.toPrecision(2))}`;
}
