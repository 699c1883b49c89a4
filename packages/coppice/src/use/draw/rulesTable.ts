import { brief, PRINT, percent, textOf, word } from "../../model/words.js";
import { formulaText } from "../../rules/formulaText.js";
import { hasDefault, type ReadableModel, statedRules } from "../../rules/rulesOfModel.js";
import type { StatedRule } from "../../rules/statedRule.js";
import { escapeXml as text } from "./escape.js";
import { valueText } from "./label.js";
import { VALUE } from "./palette.js";
import { figure } from "./reportParts.js";

/** A table of more rules than this helps nobody; the rest is counted. */
const MOST_RULES = 200;

/** The rules that a model says, as a table of a page; one colour a class. `hint` stands below it. */
export function rulesTable(model: ReadableModel, colours: readonly string[], hint = ""): string {
  const rules = statedRules(model);
  const isClasses = model.task === "classification";
  const shown = rules.slice(0, MOST_RULES).map((rule) => ruleRow(rule, model, colours));
  const more = rules.length - shown.length;
  return `<section aria-label="Rules">
<h2>Rules</h2>
<div class="scroll">
<table class="rules${isClasses ? "" : " values"}">
<thead><tr><th>If</th><th>then</th><th class="n">rows</th><th class="n">${isClasses ? "right" : "error"}</th></tr></thead>
<tbody>
${shown.join("\n")}
</tbody>
</table>
</div>${[more > 0 ? `… and ${more} more rules.` : "", hint]
    .filter((line) => line !== "")
    .map((line) => `\n<p class="hint">${line}</p>`)
    .join("")}
</section>`;
}

function ruleRow(rule: StatedRule, model: ReadableModel, colours: readonly string[]): string {
  const conditions = rule.if.map(
    (condition) => `<span>${text(textOf(condition, model.attributes, PRINT))}</span>`,
  );
  const always = hasDefault(model) ? "otherwise" : "always";
  const isClass = typeof rule.then === "string";
  const colour = isClass ? colours[model.target.levels!.indexOf(String(rule.then))] : VALUE;
  const value = rule.formula
    ? formulaText(rule.formula, model.attributes, PRINT)
    : valueText(Number(rule.then));
  const then = typeof rule.then === "string" ? word(rule.then) : value;
  const quality =
    rule.support === 0
      ? "–"
      : rule.confidence === undefined
        ? figure(rule.error ?? 0)
        : percent(rule.confidence);
  const rows = brief(rule.support);
  return (
    `<tr${rule.support === 0 ? ' class="empty"' : ""}><td class="if">${conditions.join("<i>and</i>") || always}</td>` +
    `<td><span class="class" style="--class:${colour}">${text(then)}</span></td>` +
    `<td class="n">${rows}</td><td class="n">${quality}</td></tr>`
  );
}
