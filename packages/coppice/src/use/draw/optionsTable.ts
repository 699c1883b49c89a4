import type { Model } from "../../model/model.js";
import { number, printable, word } from "../../model/words.js";
import { escapeXml as text } from "./escape.js";

type Options = Readonly<Record<string, unknown>>;

/** The options that differ from the defaults; all options if the defaults are unknown, or on demand. */
export function optionsTable(
  { options, training, learner }: Pick<Model, "options" | "training" | "learner">,
  defaults?: Options,
): string {
  const all: [string, unknown][] = [...Object.entries(options), ["seed", training.seed]];
  if (defaults === undefined) return section(table(all));
  const chosen = all.filter(([name, value]) => name !== "seed" && !isSame(value, defaults[name]));
  const head =
    chosen.length === 0 ? `<p class="hint">The defaults of ${text(word(learner))}.</p>` : table(chosen);
  return section(`${head}\n<details><summary>All options</summary>\n${table(all)}\n</details>`);
}

function section(body: string): string {
  return `<section aria-label="Options">\n<h2>Options</h2>\n${body}\n</section>`;
}

/** Compared as JSON: an absent option equals an undefined one. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function table(options: readonly [string, unknown][]): string {
  const rows = options.map(
    ([name, value]) =>
      `<tr><th scope="row">${text(word(name))}</th><td>${text(printable(valueWords(value)))}</td></tr>`,
  );
  return `<table class="options">\n<tbody>\n${rows.join("\n")}\n</tbody>\n</table>`;
}

function valueWords(value: unknown): string {
  if (typeof value === "number") return number(value);
  return typeof value === "string" ? word(value) : (JSON.stringify(value) ?? "–");
}
