import type { TreeModel } from "../../model/tree.js";
import { escapeXml } from "./escape.js";
import { type FormulaNote, formulaNotes } from "./formulaNotes.js";
import { fit } from "./textWidth.js";

export interface Footnotes {
  readonly svg: string;
  readonly height: number;
}

const LINE = 17;
const MOST_LINES = 40;
/** Longer names do not fit into their box. */
const FITS_BOX = 24;
const FONT = 12;

/** What the names in a picture stand for, below it: measures that nodes test, and formulas of leaves. */
export function drawFootnotes(model: TreeModel, left: number, top: number, width: number): Footnotes {
  const all = formulaNotes(model)
    .filter(({ name, text }) => text !== name || name.length > FITS_BOX)
    .map(noteLine);
  if (all.length === 0) return { svg: "", height: 0 };
  const more = all.length > MOST_LINES ? [`… and ${all.length - MOST_LINES} more formulas`] : [];
  const lines = [...all.slice(0, MOST_LINES), ...more].flatMap((line) => wrapped(line, width));
  const svg = lines
    .map((line, i) => {
      const y = top + LINE * (i + 1);
      return `<text class="c-class" x="${left}" y="${y}" xml:space="preserve">${escapeXml(line)}</text>\n`;
    })
    .join("");
  return { svg, height: LINE * (lines.length + 1) };
}

function noteLine({ name, text }: FormulaNote): string {
  return name === "" || text === name ? text : `${name} = ${text}`;
}

/** Broken between words; a word that is too long is cut. */
function wrapped(text: string, width: number): string[] {
  const most = Math.max(20, Math.floor(width / (0.56 * FONT)));
  const lines: string[] = [];
  for (const part of text.split(/ (?=[+-] |\d+: )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= most)
      lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`${lines.length > 0 ? "    " : ""}${fit(part, FONT, width)}`);
  }
  return lines;
}
