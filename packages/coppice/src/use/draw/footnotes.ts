import { isMeasure } from "../../model/measure.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { measureText } from "../../rules/measureText.js";
import { escapeXml } from "./escape.js";
import { formulaLines } from "./label.js";
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
  const all = [...measureNotes(model), ...formulaNotes(model)];
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

function measureNotes({ attributes, derived = [], nodes }: TreeModel): string[] {
  const tested = new Set(nodes.flatMap((node) => (isSplit(node) ? [node.test.attribute] : [])));
  return derived.filter(isMeasure).flatMap((step) => {
    if (!tested.has(step.attribute)) return [];
    const { name } = attributes[step.attribute];
    const text = measureText(step, attributes);
    if (text !== name) return [`${name} = ${text}`];
    return name.length > FITS_BOX ? [name] : [];
  });
}

function formulaNotes(model: TreeModel): string[] {
  return formulaLines(model, Array.from(model.nodes.keys()), Number.POSITIVE_INFINITY);
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
