import type { Model } from "../../model/model.js";
import { number, printable, word } from "../../model/words.js";
import { warningText } from "../../table/remedy.js";
import { escapeXml } from "./escape.js";

export interface Figures {
  readonly accuracy?: number;
  readonly rmse?: number;
  readonly mae?: number;
  readonly r2?: number;
  readonly logLoss?: number;
}

const text = escapeXml;

export function warningList(warnings: readonly { readonly message: string }[] = []): string {
  if (warnings.length === 0) return "";
  const items = warnings
    .map((warning) => `<li>${text(printable(warningText(warning, "flag")))}</li>`)
    .join("\n");
  return `<section class="warnings" aria-label="Warnings">\n<ul>\n${items}\n</ul>\n</section>`;
}

export function figureTiles(figures: Figures, note: string): string[] {
  const { accuracy, rmse, r2 } = figures;
  const tiles: string[] = [];
  if (accuracy !== undefined) tiles.push(tile(`${(accuracy * 100).toFixed(1)}%`, "accuracy", note));
  if (rmse !== undefined) tiles.push(tile(figure(rmse), "root mean squared error", note));
  if (r2 !== undefined && Number.isFinite(r2)) tiles.push(tile(figure(r2), "R²", note));
  return tiles;
}

export function tile(value: string, name: string, note: string): string {
  return `<div class="tile"><b>${text(value)}</b><span>${text(name)}</span><small>${text(note)}</small></div>`;
}

export const figure = (x: number) => String(Number(x.toPrecision(4)));

export function optionsTable({ options, training }: Pick<Model, "options" | "training">): string {
  const all: [string, unknown][] = [...Object.entries(options), ["seed", training.seed]];
  const rows = all.map(([name, value]) => {
    const shown =
      typeof value === "number"
        ? number(value)
        : typeof value === "string"
          ? word(value)
          : JSON.stringify(value);
    return `<tr><th scope="row">${text(word(name))}</th><td>${text(printable(shown ?? "–"))}</td></tr>`;
  });
  return `<section aria-label="Options">
<h2>Options</h2>
<table class="options">
<tbody>
${rows.join("\n")}
</tbody>
</table>
</section>`;
}
