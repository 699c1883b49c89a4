import { unreachable } from "../../base/errors.js";
import { brief, percent, textOf, word } from "../../model/words.js";
import { ruleLines, thenText } from "../../rules/ruleLines.js";
import { figuresText } from "../../rules/rulesText.js";
import type { StatedRule } from "../../rules/statedRule.js";
import type { ColumnSchema } from "../../table/schema.js";
import type {
  Explained,
  Explanation,
  MeasuredValue,
  PathReason,
  RuleReasons,
  VoteReasons,
} from "./explanation.js";
import { markedText } from "./markedStrings.js";
import { missingText } from "./missingText.js";

type Attributes = readonly ColumnSchema[];

export interface ExplanationTextOptions {
  /** Maximum number of paths, rules and common conditions printed per row, largest contribution first; default: 5. */
  readonly most?: number;
}

/**
 * A row's prediction and, indented, its explanation:
 * `row 3: setosa (100%)`, `  IF petal width <= 0.8  THEN setosa  (50 rows, 100%)`.
 */
export function explanationText(
  explanation: Explanation,
  { attributes }: Pick<Explained, "attributes">,
  { most = 5 }: ExplanationTextOptions = {},
): string {
  const strings = (explanation.strings ?? []).map((one) => `  ${markedText(one)}`);
  return [becauseText(explanation, attributes, most), ...strings].join("\n");
}

function becauseText(explanation: Explanation, attributes: Attributes, most: number): string {
  const { row, prediction, probability, because } = explanation;
  const share = probability === undefined ? "" : ` (${percent(probability)})`;
  const head = `row ${row}: ${thenText(prediction)}${share}`;
  switch (because.kind) {
    case "tree":
      return [head, ...limited(because.paths, most, (path) => pathLines(path, attributes), "path")].join(
        "\n",
      );
    case "rules":
      return [head, ...limitedRules(because, most, attributes)].join("\n");
    case "trees":
      return voteLines(head, prediction, because, most, attributes).join("\n");
    default:
      return unreachable(because);
  }
}

/** The lines of the first `most`, and how many more there are. */
function limited<T>(all: readonly T[], most: number, lines: (one: T) => string[], name: string): string[] {
  const left = all.length - most;
  const more = left > 0 ? [`  … and ${left} more ${left === 1 ? name : `${name}s`}`] : [];
  return [...all.slice(0, most).flatMap(lines), ...more];
}

function pathLines(path: PathReason, attributes: Attributes): string[] {
  const share = path.share < 1 ? `${percent(path.share)}: ` : "";
  const measures = (path.measures ?? []).map((one) => `    ${measuredText(one, attributes)}`);
  const notes = path.missing.map((step) => `    ${missingText(step, attributes)}`);
  return [...ruleText(path, attributes, share), ...measures, ...notes];
}

/** `linear 1 = 0.4 length - 0.16 width is 0.72 here`. */
function measuredText({ attribute, formula, value }: MeasuredValue, attributes: Attributes): string {
  const { name } = attributes[attribute];
  const what = formula === name ? word(name) : `${word(name)} = ${formula}`;
  const here = typeof value === "number" ? brief(value) : value === undefined ? "missing" : word(value);
  return `${what} is ${here} here`;
}

function limitedRules({ rules, of }: RuleReasons, most: number, attributes: Attributes): string[] {
  const lines = (rule: RuleReasons["rules"][number]) => {
    if (rule.rule !== undefined) return ruleText(rule, attributes, `rule ${rule.rule + 1} of ${of}: `);
    const none =
      of === 0
        ? "there are no rules: "
        : of === 1
          ? "the only rule does not match: "
          : `none of the ${of} rules matches: `;
    return ruleText(rule, attributes, none, "OTHERWISE");
  };
  return limited(rules, most, lines, "rule");
}

/** A rule with its figures; continuation lines are indented under the first. */
function ruleText(
  rule: StatedRule,
  attributes: Attributes,
  lead: string,
  always: "ALWAYS" | "OTHERWISE" = "ALWAYS",
) {
  const { then, formula, scores } = rule;
  const own = { ...(formula && { formula }), ...(scores && { scores }) };
  const print = { anyOf: [rule.if], then, ...own, figures: figuresText(rule) };
  return indented(ruleLines([print], attributes, { always }), lead);
}

function indented(text: string, lead: string): string[] {
  const [first, ...others] = text.split("\n");
  return [`  ${lead}${first}`, ...others.map((line) => `  ${" ".repeat(lead.length)}${line}`)];
}

function voteLines(
  head: string,
  prediction: string | number,
  because: VoteReasons,
  most: number,
  attributes: Attributes,
): string[] {
  const { trees, carrying, sum, rules, common, correction, nearest } = because;
  const support =
    sum === "value"
      ? `the mean of ${count(trees)}`
      : `${carrying} of ${count(trees)} ${carrying === 1 ? "agrees" : "agree"}`;
  const lines = limited(
    rules,
    most,
    ({ if: all, weight, trees: by }) => {
      const figures = `${weightText(weight, sum)}, ${count(by)}`;
      return indented(ruleLines([{ anyOf: [all], then: prediction, figures }], attributes), "");
    },
    "rule",
  );
  if (correction) lines.push(`  ${correctionText(correction)}`);
  if (nearest !== undefined) return nearestLines(head, nearest, lines);
  if (common.length === 0) return [`${head}: ${support}`, ...lines];
  const bounds = limited(
    common,
    most,
    ({ condition, trees: by }) => [`    ${textOf(condition, attributes)}  (tested by ${count(by)})`],
    "condition",
  );
  const which =
    carrying === 1 ? "that tree keeps" : `${carrying === trees ? "all" : "these"} ${carrying} trees keep`;
  const what = because.formulas ? (carrying === 1 ? "its formula" : "their formulas") : "this prediction";
  return [`${head}: ${support}`, ...lines, `  ${which} ${what} while`, ...bounds];
}

/** The trees did not predict: they tell what distances are measured by. */
function nearestLines(head: string, nearest: number, lines: readonly string[]): string[] {
  const rows = nearest === 1 ? "the nearest training row" : `the ${nearest} nearest training rows`;
  return [`${head}: from ${rows}; the tree that chose the attributes says`, ...lines];
}

function correctionText({ by, rows }: NonNullable<VoteReasons["correction"]>): string {
  const sign = by < 0 ? "-" : "+";
  return `${sign} ${brief(Math.abs(by))}: what the ${rows === 1 ? "nearest training row" : `${rows} nearest training rows`} are off by`;
}

function weightText(weight: number, sum: VoteReasons["sum"]): string {
  switch (sum) {
    case "probability":
      return percent(weight);
    case "value":
      return brief(weight);
    case "score":
      return `score ${weight < 0 ? "" : "+"}${brief(weight)}`;
    default:
      return unreachable(sum);
  }
}

const count = (trees: number) => (trees === 1 ? "1 tree" : `${trees} trees`);
