import type { Model } from "../../model/model.js";
import { printable } from "../../model/words.js";
import type { TableSummary } from "../describe/tableSummary.js";
import type { Estimate, Figures } from "../evaluate/estimate.js";
import { escapeXml as text } from "./escape.js";

/** What a report shows besides the model, if known. */
export interface ReportFacts {
  /** On rows not used for training: the headline. */
  readonly estimate?: Estimate;
  /** On the training rows. */
  readonly train?: Figures;
  readonly warnings?: readonly ReportWarning[];
  readonly table?: TableSummary;
  /** The learner's default options: only options that differ from them are shown at first. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  /** Of the table; default: the number of training rows. */
  readonly rows?: number;
  /** Attributes of the table; default: those of the model. */
  readonly columns?: number;
}

export interface ReportWarning {
  readonly message: string;
  readonly remedy?: { readonly flag?: string | undefined } | undefined;
}

/** A report of a model. */
export type ReportOf<M extends Model> = ReportFacts & { readonly model: M };

/** Further warnings are collapsed. */
const OPEN_WARNINGS = 4;

export function warningList(warnings: readonly ReportWarning[] = []): string {
  if (warnings.length === 0) return "";
  const items = warnings.map(({ message, remedy }) => {
    const how = remedy?.flag === undefined ? "" : ` <code>${text(printable(remedy.flag))}</code>`;
    return `<li>${text(printable(message))}${how}</li>`;
  });
  const list = (some: readonly string[]) => `<ul>\n${some.join("\n")}\n</ul>`;
  const more = items.slice(OPEN_WARNINGS);
  const rest =
    more.length === 0 ? "" : `\n<details><summary>${more.length} more</summary>${list(more)}</details>`;
  return `<section class="warnings" aria-label="Warnings">\n<h2>${items.length === 1 ? "Warning" : "Warnings"}</h2>\n${list(items.slice(0, OPEN_WARNINGS))}${rest}\n</section>`;
}

export function tile(value: string, name: string, note: string): string {
  return `<div class="tile"><b>${text(value)}</b><span>${text(name)}</span><small>${text(note)}</small></div>`;
}

export function tiles(all: readonly string[]): string {
  return `<section class="tiles" aria-label="Size">\n${all.join("\n")}\n</section>`;
}

/** Rows without weight and validation rows for pruning were not used for training. */
export function learnedFrom({ training }: Pick<Model, "training">, rows: number): string {
  return training.rows === rows ? "used for training" : `${count(training.rows)} used for training`;
}

/** A count with thousands separators: `20,000`. */
export const count = (n: number) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** A measured value to four digits. */
export const figure = (x: number) => String(Number(x.toPrecision(4)));

/** `96.2%`. */
export const share = (x: number) => `${(x * 100).toFixed(1)}%`;
