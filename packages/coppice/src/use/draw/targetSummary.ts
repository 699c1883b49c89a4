import { percent, word } from "../../model/words.js";
import type { NumericDescription } from "../describe/describeColumn.js";
import type { ClassTarget } from "../describe/describeTarget.js";
import { histogramSvg } from "../describe/pageParts.js";
import type { TableSummary } from "../describe/tableSummary.js";
import { figure, groupText, plural } from "../describe/wording.js";
import { escapeXml as text } from "./escape.js";
import { OTHER } from "./palette.js";

/** The training table: its size and the distribution of the target. */
export function targetSummary(
  table: TableSummary | undefined,
  colourOf: (level: string) => string | undefined = () => undefined,
): string {
  if (table === undefined) return "";
  const { rows, numeric, nominal, missing, missingShare, target } = table;
  const kinds = [
    ...(numeric > 0 ? [`${numeric} numeric`] : []),
    ...(nominal > 0 ? [`${nominal} nominal`] : []),
  ];
  const cells = missing === 0 ? "no missing values" : `${percent(missingShare)} of the cells missing`;
  const head = `${plural(rows, "row")}, ${plural(numeric + nominal, "attribute")} (${kinds.join(", ")}), ${cells}.`;
  return `<section aria-label="Training table">
<h2>Training table</h2>
<p class="hint">${text(head)} ${text(word(target.name))}:</p>
${"task" in target ? classBars(target, colourOf) : valueBars(target)}
</section>`;
}

function classBars({ classes }: ClassTarget, colourOf: (level: string) => string | undefined): string {
  const colours = classes.map((each) => (each.kind === "level" && colourOf(each.level)) || OTHER);
  const most = Math.max(...classes.map(({ share }) => share));
  const rows = classes.map(
    (each, i) =>
      `<tr><th scope="row"><span class="class" style="--class:${colours[i]}" title="${text(groupText(each))}">${text(groupText(each))}</span></th>` +
      `<td class="meter"><i style="width:${((each.share / most) * 100).toFixed(1)}%;background:${colours[i]}"></i></td>` +
      `<td class="n">${each.count}</td><td class="n">${percent(each.share)}</td></tr>`,
  );
  return `<div class="scroll tall"><table class="distribution"><tbody>\n${rows.join("\n")}\n</tbody></table></div>`;
}

function valueBars({ histogram, min, max, mean, sd, median }: NumericDescription): string {
  if (histogram === undefined) return "";
  const facts: [string, number | undefined][] = [
    ["mean", mean],
    ["standard deviation", sd],
    ["median", median],
  ];
  const list = facts.map(([name, x]) => `<div><dt>${name}</dt><dd>${figure(x)}</dd></div>`).join("");
  return `<div class="values">${histogramSvg(histogram)}<p class="ends"><span>${figure(min)}</span><span>${figure(max)}</span></p><dl>${list}</dl></div>`;
}
