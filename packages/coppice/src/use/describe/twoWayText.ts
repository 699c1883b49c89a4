import { word } from "../../model/words.js";
import type { Paint } from "../draw/text.js";
import type { TargetDescription } from "./describeTarget.js";
import { fillOf, headLine } from "./oneWayText.js";
import type { Cell } from "./outcome.js";
import { columnsOf, cut, padEnd, padStart } from "./terminal.js";
import type { TwoWay } from "./twoWay.js";
import { bits, figure, groupTexts, shareText } from "./wording.js";

const LABEL = 18;
const HEAD = 14;

/** The cells of two attributes; wide tables are divided into parts that fit the width. */
export function twoWayText(
  table: TwoWay,
  target: TargetDescription | undefined,
  width: number,
  paint?: Paint,
): string[] {
  const [lines, columns] = table.groups;
  const labels = groupTexts(lines).map((text) => cut(text, LABEL));
  const heads = groupTexts(columns).map((text) => cut(text, HEAD));
  const labelWidth = Math.max(8, ...labels.map(columnsOf));
  const cells = table.cells.map((line) => line.map((cell) => cellText(cell, target, paint)));
  const widths = heads.map((head, j) => Math.max(columnsOf(head), ...cells.map((line) => line[j].columns)));
  const out = [headLine(table.attributes.map(word).join(" × "), pairText(table), width, paint)];
  for (const [from, to] of parts(widths, width - labelWidth - 4)) {
    const row = (label: string, texts: readonly string[]) =>
      `    ${padEnd(label, labelWidth)}${texts.join("")}`.trimEnd();
    const slots = Array.from({ length: to - from }, (_, k) => from + k);
    out.push(
      row(
        "",
        slots.map((j) => `  ${padStart(heads[j], widths[j])}`),
      ),
    );
    lines.forEach((_, i) => {
      const texts = slots.map((j) => `  ${" ".repeat(widths[j] - cells[i][j].columns)}${cells[i][j].text}`);
      out.push(row(labels[i], texts));
    });
  }
  return out;
}

/** `gain 1 bits together (0 and 0 alone)`. */
export function pairText({ gain, explained, alone }: TwoWay): string {
  if (alone === undefined) return "";
  if (gain !== undefined)
    return `gain ${bits(gain)} bits together (${bits(alone[0])} and ${bits(alone[1])} alone)`;
  const [a, b] = alone.map(shareText);
  return `explain ${shareText(explained ?? 0)} of the variance together (${a} and ${b} alone)`;
}

interface CellText {
  readonly text: string;
  /** Without colour codes. */
  readonly columns: number;
}

/** Rows, then the majority class's fill with its share, or the mean; a dot if there are no rows. */
function cellText(cell: Cell, target: TargetDescription | undefined, paint: Paint | undefined): CellText {
  const plain = (text: string) => ({ text, columns: columnsOf(text) });
  if (cell.rows === 0) return plain("·");
  if (target === undefined || cell.counts === undefined) {
    return plain(cell.mean === undefined ? String(cell.rows) : `${cell.rows}: ${figure(cell.mean)}`);
  }
  const place = indexOfLargest(cell.counts);
  const share = `${Math.round((cell.counts[place] / cell.rows) * 100)}%`;
  const text = `${cell.rows} ${fillOf(place, paint)(1)}${padStart(share, 4)}`;
  return { text, columns: String(cell.rows).length + 6 };
}

/** The index of the largest count; ties go to the first. */
export function indexOfLargest(counts: readonly number[]): number {
  return counts.indexOf(Math.max(...counts));
}

/** Ranges of columns that fit `room`, at least one column each. */
function parts(widths: readonly number[], room: number): [number, number][] {
  const found: [number, number][] = [];
  let from = 0;
  let taken = 0;
  widths.forEach((width, j) => {
    if (j > from && taken + width + 2 > room) {
      found.push([from, j]);
      from = j;
      taken = 0;
    }
    taken += width + 2;
  });
  if (from < widths.length) found.push([from, widths.length]);
  return found;
}
