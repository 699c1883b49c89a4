import { errorName } from "../../model/errorName.js";
import { brief, PRINT, percent, textOf, word } from "../../model/words.js";
import { formulaText } from "../../rules/formulaText.js";
import { hasDefault, type ReadableModel, statedRules } from "../../rules/rulesOfModel.js";
import type { StatedRule } from "../../rules/statedRule.js";
import { escapeXml as text } from "./escape.js";
import { valueText } from "./label.js";
import { VALUE } from "./palette.js";
import { figure } from "./reportParts.js";

/** Rules listed at most; the others are counted. */
const MOST_RULES = 200;
/** From this number of rules on there is a filter. */
const MANY = 8;

interface Numbered extends StatedRule {
  /** Its position in the model, from 1. */
  readonly place: number;
}

/**
 * The rules of a model as an HTML table; one colour per class. Ordered rules keep their order, others are sorted by
 * the rows they cover. `hint` is printed below.
 */
export function rulesTable(model: ReadableModel, colours: readonly string[], hint = ""): string {
  const all = statedRules(model).map((rule, i): Numbered => ({ ...rule, place: i + 1 }));
  const bySupport = [...all].sort((a, b) => b.support - a.support || a.place - b.place);
  const shown = bySupport.slice(0, MOST_RULES);
  if (isOrdered(model)) shown.sort((a, b) => a.place - b.place);
  const more = all.length - shown.length;
  const isClasses = model.task === "classification";
  const hints = [
    more > 0 ? `The ${shown.length} rules with the most rows; ${more} more are not listed.` : "",
    hint,
  ].filter((line) => line !== "");
  return `<section aria-label="Rules" data-rules>
<h2>Rules <small>${all.length}</small></h2>
${shown.length >= MANY ? FILTER : ""}<div class="scroll tall" tabindex="0">
<table class="rules${isClasses ? "" : " values"}">
<thead><tr>${head("#", "order", isOrdered(model))}<th scope="col">If</th><th scope="col">then</th>${head("rows", "rows", !isOrdered(model))}${head(isClasses ? "correct" : errorName(model), "quality", false)}</tr></thead>
<tbody>
${shown.map((rule) => ruleRow(rule, model, colours)).join("\n")}
</tbody>
</table>
</div>${hints.map((line) => `\n<p class="hint">${line}</p>`).join("")}
</section>`;
}

const FILTER =
  '<div class="tools live"><div class="find"><input type="search" placeholder="Filter rules by attribute, value or class" aria-label="Filter the rules" autocomplete="off" spellcheck="false"><span class="found" role="status"></span></div></div>\n';

/** Rules read from a tree are mutually exclusive; those of a list are tried in order. */
const isOrdered = (model: ReadableModel) => model.format === "coppice-rules" && model.order === "first";

function head(name: string, key: string, isSorted: boolean): string {
  const sorted = isSorted ? ` aria-sort="${key === "order" ? "ascending" : "descending"}"` : "";
  return `<th scope="col" class="n"${sorted}><button type="button" data-sort="${key}" disabled>${name}</button></th>`;
}

function ruleRow(rule: Numbered, model: ReadableModel, colours: readonly string[]): string {
  const conditions = rule.if.map(
    (condition) => `<span>${text(textOf(condition, model.attributes, PRINT))}</span>`,
  );
  const always = hasDefault(model) ? "otherwise" : "always";
  const isClass = typeof rule.then === "string";
  const colour = isClass ? colours[model.target.levels!.indexOf(String(rule.then))] : VALUE;
  const value = rule.formula
    ? formulaText(rule.formula, model.attributes, PRINT)
    : valueText(Number(rule.then));
  const scores = (rule.scores ?? []).map(
    ({ of, formula }) => `\n${word(of)}: ${formulaText(formula, model.attributes, PRINT)}`,
  );
  const then = typeof rule.then === "string" ? `${word(rule.then)}${scores.join("")}` : value;
  const quality =
    rule.support === 0
      ? "–"
      : rule.confidence === undefined
        ? figure(rule.error ?? 0)
        : percent(rule.confidence);
  const rows = brief(rule.support);
  const sorted = `data-order="${rule.place}" data-rows="${rule.support}" data-quality="${rule.confidence ?? rule.error ?? 0}"`;
  return (
    `<tr ${sorted}${rule.support === 0 ? ' class="empty"' : ""}><td class="n place">${rule.place}</td><td class="if">${conditions.join("<i>and</i>") || always}</td>` +
    `<td><span class="class" style="--class:${colour}">${text(then)}</span></td>` +
    `<td class="n">${rows}</td><td class="n">${quality}</td></tr>`
  );
}
