import { isMeasure } from "../../model/measure.js";
import type { TreeModel } from "../../model/tree.js";
import { measureText } from "../../rules/measureText.js";
import { escapeXml as text } from "./escape.js";
import { formulaLines } from "./label.js";

/** What the short names in a drawing stand for: measures that nodes test, and formulas of leaves. */
export function formulasSection(model: TreeModel): string {
  const { attributes, derived = [], nodes } = model;
  const measures = derived.filter(isMeasure).flatMap((step) => {
    const { name } = attributes[step.attribute];
    const formula = measureText(step, attributes);
    return formula === name ? [] : [row(name, formula)];
  });
  const all = Array.from(nodes.keys());
  const leaves = formulaLines(model, all, Number.POSITIVE_INFINITY);
  const rest = leaves.length > 0 ? `\n<pre>${text(leaves.join("\n"))}</pre>` : "";
  if (measures.length === 0 && rest === "") return "";
  const table =
    measures.length > 0
      ? `\n<table class="options">\n<tbody>\n${measures.join("\n")}\n</tbody>\n</table>`
      : "";
  return `<section aria-label="Formulas">\n<h2>Formulas</h2>${table}${rest}\n</section>`;
}

function row(name: string, formula: string): string {
  return `<tr><th scope="row">${text(name)}</th><td>${text(formula)}</td></tr>`;
}
