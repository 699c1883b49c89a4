import { brief, word } from "../../model/words.js";
import { type Estimate, methodText } from "../evaluate/estimate.js";
import { classFigures } from "../evaluate/metrics.js";
import type { ClassScore } from "../evaluate/score.js";
import { escapeXml as text } from "./escape.js";
import { predictionPlot } from "./predictionPlot.js";
import { share } from "./reportParts.js";

/**
 * A matrix with more classes is unreadable: instead, precision and recall are listed, with the most frequent errors.
 */
const MOST_CLASSES = 15;
const MOST_LISTED = 60;
const MOST_MISTAKES = 10;

/**
 * The confusion matrix of rows not used for training, with precision and recall per class; for regression, predicted
 * against true values.
 */
export function predictionsSection(estimate: Estimate | undefined, colours: readonly string[]): string {
  const score = estimate?.score;
  if (score?.kind === "regression") return predictionPlot(estimate);
  if (score === undefined) return "";
  const body = score.classes.length <= MOST_CLASSES ? matrix(score, colours) : list(score, colours);
  return `<section aria-label="Confusion matrix">
<h2>Confusion matrix</h2>
<p class="hint">Predictions for rows the model had not seen (${text(methodText(estimate!))}): a row per true class, a column per predicted class.</p>
${body}
</section>`;
}

function matrix({ classes, confusion }: ClassScore, colours: readonly string[]): string {
  const figures = classFigures(confusion);
  const heads = classes.map((name, k) => `<th scope="col" class="n">${label(name, colours[k])}</th>`);
  const rows = confusion.map((row, k) => {
    const total = row.reduce((sum, cell) => sum + cell, 0);
    const cells = row.map((cell, j) => cellOf(cell, total, j === k));
    return `<tr><th scope="row">${label(classes[k], colours[k])}</th>${cells.join("")}<td class="n sum">${known(figures[k].recall)}</td></tr>`;
  });
  const precision = figures.map((each) => `<td class="n sum">${known(each.precision)}</td>`).join("");
  return `<div class="scroll" tabindex="0">
<table class="confusion">
<thead><tr><td></td>${heads.join("")}<th scope="col" class="n">recall</th></tr></thead>
<tbody>
${rows.join("\n")}
<tr><th scope="row" class="sum">precision</th>${precision}<td></td></tr>
</tbody>
</table>
</div>`;
}

/** Darker for a larger share of the class's rows; errors have another colour than correct predictions. */
function cellOf(cell: number, total: number, isRight: boolean): string {
  if (cell === 0) return '<td class="n zero">0</td>';
  const strength = total > 0 ? Math.round((cell / total) * 100) : 0;
  return `<td class="n ${isRight ? "right" : "wrong"}" style="--share:${Math.max(8, strength)}%">${brief(cell)}</td>`;
}

function list({ classes, confusion }: ClassScore, colours: readonly string[]): string {
  const figures = classFigures(confusion);
  const order = [...classes.keys()].sort((a, b) => figures[b].support - figures[a].support || a - b);
  const rows = order
    .slice(0, MOST_LISTED)
    .map(
      (k) =>
        `<tr><th scope="row">${label(classes[k], colours[k])}</th><td class="n">${known(figures[k].precision)}</td><td class="n">${known(figures[k].recall)}</td><td class="n">${brief(figures[k].support)}</td></tr>`,
    );
  const more = classes.length - rows.length;
  return `<div class="pair">
<div class="scroll tall" tabindex="0">
<table>
<thead><tr><th>class</th><th class="n">precision</th><th class="n">recall</th><th class="n">rows</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>${more > 0 ? `<p class="hint">and ${more} more classes</p>` : ""}
</div>
<div>
${mistakes(classes, confusion)}
</div>
</div>`;
}

function mistakes(classes: readonly string[], confusion: ClassScore["confusion"]): string {
  const all = confusion.flatMap((row, k) =>
    row.flatMap((cell, j) => (j === k || cell === 0 ? [] : [{ k, j, cell }])),
  );
  all.sort((a, b) => b.cell - a.cell);
  const rows = all
    .slice(0, MOST_MISTAKES)
    .map(
      ({ k, j, cell }) =>
        `<tr><td>${text(word(classes[k]))}</td><td>${text(word(classes[j]))}</td><td class="n">${brief(cell)}</td></tr>`,
    );
  if (rows.length === 0) return '<p class="hint">No row was misclassified.</p>';
  return `<table>
<thead><tr><th>true class</th><th>most often mistaken for</th><th class="n">rows</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

function label(name: string, colour: string | undefined): string {
  const shown = text(word(name));
  return `<span class="class"${colour === undefined ? "" : ` style="--class:${colour}"`} title="${shown}">${shown}</span>`;
}

const known = (x: number) => (Number.isFinite(x) ? share(x) : "–");
