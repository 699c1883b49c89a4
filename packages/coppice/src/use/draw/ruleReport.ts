import { type RuleModel, ruleSize } from "../../model/ruleSet.js";
import { word } from "../../model/words.js";
import { headline } from "./headline.js";
import { importanceTable } from "./importanceTable.js";
import { optionsTable } from "./optionsTable.js";
import { page, pair } from "./pageHead.js";
import { coloursFor } from "./palette.js";
import { predictionsSection } from "./predictionsSection.js";
import { count, learnedFrom, type ReportOf, tile, tiles, warningList } from "./reportParts.js";
import { rulesTable } from "./rulesTable.js";
import { targetSummary } from "./targetSummary.js";

export type RuleReportInput = ReportOf<RuleModel>;

/** An HTML report of a rule set and its estimated quality. It loads nothing, and runs only its own script. */
export function drawRuleReport(input: RuleReportInput): string {
  const { model, estimate, warnings, table, defaults } = input;
  const colours = coloursOf(model);
  const levels = model.target.levels ?? [];
  const order =
    model.order === "first"
      ? "The first rule that matches decides, so the order counts."
      : "All rules that match decide together.";
  return page({
    title: "rules",
    kind: `Rules · ${word(model.learner)} · ${model.task}`,
    heading: word(model.target.name),
    isLive: true,
    body: [
      headline(input),
      sizeTiles(input),
      warningList(warnings),
      rulesTable(model, colours, order),
      pair(
        predictionsSection(estimate, colours),
        targetSummary(table, (level) => colours[levels.indexOf(level)]),
      ),
      pair(attributesSection(model), optionsTable(model, defaults)),
    ],
  });
}

function sizeTiles({
  model,
  rows = model.training.rows,
  columns = model.attributes.length,
}: RuleReportInput) {
  const { rules, conditions } = ruleSize(model);
  return tiles([
    tile(count(rules), rules === 1 ? "rule" : "rules", `${conditions} conditions, and a default`),
    tile(count(rows), rows === 1 ? "row" : "rows", learnedFrom(model, rows)),
    tile(
      count(columns),
      columns === 1 ? "attribute" : "attributes",
      `${usesOf(model).length} used by the rules`,
    ),
  ]);
}

function coloursOf({ rules, otherwise, target }: RuleModel): readonly string[] {
  const weights = new Array<number>(target.levels?.length ?? 0).fill(0);
  for (const facts of [...rules.map(({ then }) => then), otherwise]) {
    if ("counts" in facts)
      facts.counts.forEach((count, k) => {
        weights[k] += count;
      });
  }
  return coloursFor(weights);
}

interface Use {
  readonly attribute: number;
  /** The share of the training weight covered by rules with a condition on it. */
  readonly value: number;
  readonly uses: number;
}

/** The attributes used in conditions, those whose rules cover the most rows first. */
function usesOf({ rules, otherwise }: RuleModel): Use[] {
  const uses = new Map<number, Use>();
  const all = rules.reduce((sum, { then }) => sum + then.weight, otherwise.weight);
  for (const rule of rules) {
    for (const attribute of new Set(rule.if.map((condition) => condition.attribute))) {
      const { value, uses: count } = uses.get(attribute) ?? { value: 0, uses: 0 };
      const share = all > 0 ? rule.then.weight / all : 0;
      uses.set(attribute, { attribute, value: value + share, uses: count + 1 });
    }
  }
  return [...uses.values()].sort((a, b) => b.value - a.value || a.attribute - b.attribute);
}

function attributesSection(model: RuleModel): string {
  return importanceTable(model, usesOf(model), {
    title: "Attribute importance",
    hint: "The share of the training rows covered by rules with a condition on it.",
    uses: "rules",
    none: "No attribute is used: there is only the default.",
  });
}
