import type { Model } from "../../model/model.js";
import { word } from "../../model/words.js";
import { escapeXml as text } from "./escape.js";

/** Attributes listed at most; the others are counted. */
const MOST = 100;

export interface AttributeFigure {
  readonly attribute: number;
  readonly value: number;
  readonly spread?: number;
  /** How many splits or conditions test it. */
  readonly uses?: number;
}

export interface ImportanceWords {
  readonly title: string;
  readonly hint: string;
  /** What `uses` counts. */
  readonly uses?: string;
  /** Printed if no attribute is used. */
  readonly none: string;
}

/** Attributes with a bar each, most important first. */
export function importanceTable(
  { attributes }: Pick<Model, "attributes">,
  figures: readonly AttributeFigure[],
  { title, hint, uses, none }: ImportanceWords,
): string {
  const top = Math.max(figures[0]?.value ?? 0, Number.MIN_VALUE);
  const rows = figures.slice(0, MOST).map(({ attribute, value, spread, uses: count }) => {
    const { name, type } = attributes[attribute];
    const width = Math.max(0, Math.round((value / top) * 100));
    const printed = `${value.toFixed(4)}${spread === undefined ? "" : ` ± ${spread.toFixed(4)}`}`;
    const counted = uses === undefined ? "" : `<td class="n">${count ?? 0}</td>`;
    return `<tr><td>${text(word(name))}<small>${type}</small></td>${counted}<td class="n">${printed}</td><td class="meter"><i style="width:${width}%"></i></td></tr>`;
  });
  const more =
    figures.length > MOST ? `<p class="hint">and ${figures.length - MOST} more attributes</p>` : "";
  const head = uses === undefined ? "" : `<th class="n">${uses}</th>`;
  const body =
    rows.length === 0
      ? `<p class="hint">${text(none)}</p>`
      : `<p class="hint">${text(hint)}</p>
<table>
<thead><tr><th>attribute</th>${head}<th class="n">importance</th><th></th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>${more}`;
  return `<section aria-label="${text(title)}">\n<h2>${text(title)}</h2>\n${body}\n</section>`;
}
