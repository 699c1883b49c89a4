import { percent, word } from "../../model/words.js";
import { escapeXml } from "../draw/escape.js";
import { lengthsText } from "./columnsText.js";
import type { ColumnDescription, NominalDescription, NumericDescription } from "./describeColumn.js";
import type { Histogram } from "./histogram.js";
import { plural, spanFigure, valueFigure } from "./wording.js";

const text = escapeXml;

/** A share as a length in a picture 100 wide. */
export const length = (share: number) => String(Number((share * 100).toFixed(2)));

/** One card of a grid. */
export function card(name: string, note: string, body: string): string {
  return `<article class="card"><h3>${text(word(name))}</h3><p class="note">${text(note)}</p>${body}</article>`;
}

export function columnCard(column: ColumnDescription): string {
  const missing = column.missing === 0 ? "" : `, ${percent(column.missingShare)} missing`;
  const note = `${column.type}, ${plural(column.distinct, "value")}${missing}`;
  return card(column.name, note, column.type === "numeric" ? numbersBody(column) : levelsBody(column));
}

function numbersBody(column: NumericDescription): string {
  const { histogram, shows, min, q1, median, q3, max, mean, sd } = column;
  if (histogram === undefined) return '<p class="note">no value in any row</p>';
  const value = (x: number | undefined) => valueFigure(x, shows);
  const facts: [string, string][] = [
    ["mean", value(mean)],
    ["sd", spanFigure(sd, shows)],
    ["median", value(median)],
    ["25%", value(q1)],
    ["75%", value(q3)],
  ];
  const list = facts.map(([name, x]) => `<div><dt>${name}</dt><dd>${x}</dd></div>`).join("");
  return `${histogramSvg(histogram, shows)}<p class="ends"><span>${value(min)}</span><span>${value(max)}</span></p><dl>${list}</dl>`;
}

/** A histogram that scales with the card. */
export function histogramSvg({ counts, from, to }: Histogram, shows?: NumericDescription["shows"]): string {
  const most = Math.max(...counts);
  const width = 100 / counts.length;
  const bars = counts.map((count, i) => {
    const height = (count / most) * 40;
    const x = (i * width + width * 0.05).toFixed(2);
    const size = `width="${(width * 0.9).toFixed(2)}" height="${height.toFixed(2)}"`;
    return count === 0
      ? ""
      : `<rect x="${x}" y="${(40 - height).toFixed(2)}" ${size}><title>${plural(count, "row")}</title></rect>`;
  });
  const label = `Histogram from ${valueFigure(from, shows)} to ${valueFigure(to, shows)}`;
  return `<svg class="bars" viewBox="0 0 100 40" preserveAspectRatio="none" role="img" aria-label="${label}">${bars.join("")}</svg>`;
}

const SHOWN = 6;

function levelsBody({ mostFrequent, distinct, lengths, type }: NominalDescription): string {
  if (lengths) return `<p class="note">${lengthsText(type, lengths)}</p>`;
  if (mostFrequent.length === 0) return '<p class="note">no value in any row</p>';
  const shown = mostFrequent
    .slice(0, SHOWN)
    .map(
      ({ level, count, share }) =>
        `<tr>${rowHead(word(level))}<td class="bar">${strip([{ share: share / mostFrequent[0].share, class: "k" }], plural(count, "row"))}</td>` +
        `<td class="n">${percent(share)}</td></tr>`,
    );
  const more = distinct - shown.length;
  const note = more > 0 ? `<p class="note">and ${plural(more, "more level", "more levels")}</p>` : "";
  return `<table class="groups"><tbody>${shown.join("")}</tbody></table>${note}`;
}

/** A label that may be truncated; the full text is its tooltip. */
export function rowHead(label: string): string {
  return `<th scope="row" title="${text(label)}">${text(label)}</th>`;
}

export interface Part {
  /** Its start, as a share of the strip; absent: the end of the previous part. */
  readonly from?: number;
  readonly share: number;
  readonly colour?: string;
  readonly class?: string;
  readonly title?: string;
}

/** A bar of coloured segments that scales with its cell. */
export function strip(parts: readonly Part[], label: string): string {
  let end = 0;
  const rects = parts.map(({ from = end, share, colour, class: kind, title }) => {
    end = from + share;
    if (share === 0) return "";
    const look =
      (colour === undefined ? "" : ` fill="${colour}"`) + (kind === undefined ? "" : ` class="${kind}"`);
    const hint = title === undefined ? "/>" : `><title>${text(title)}</title></rect>`;
    return `<rect x="${length(from)}" y="0" width="${length(share)}" height="10"${look}${hint}`;
  });
  return `<svg class="strip" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="${text(label)}">${rects.join("")}</svg>`;
}
