import { word } from "../../model/words.js";

/** Ideographs, kana, hangul and pictographs take two columns of a terminal, combining marks none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const NONE = /[\p{Mn}\p{Me}\u200b-\u200d]/u;

/** The text's width in terminal columns. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const letter of text) columns += WIDE.test(letter) ? 2 : NONE.test(letter) ? 0 : 1;
  return columns;
}

/** Text that is already safe to print, truncated with `…` to the columns. */
export function cut(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text;
  let kept = "";
  let taken = 1;
  for (const letter of text) {
    taken += columnsOf(letter);
    if (taken > columns) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** A name or level of the data: made safe to print, and truncated to the columns. */
export function cutWord(name: string, columns: number): string {
  return cut(word(name), columns);
}

export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

export function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

export interface TextColumn {
  readonly head: string;
  readonly cells: readonly string[];
  readonly align: "left" | "right";
  /** If the width is too small, columns of the highest rank are dropped first; those of rank 0 stay. */
  readonly rank: number;
}

/** Lines of a table whose least important columns are dropped until it fits `width`. */
export function tableLines(columns: readonly TextColumn[], width: number, indent = "  "): string[] {
  let shown = columns;
  const widthOf = ({ head, cells }: TextColumn) => Math.max(columnsOf(head), ...cells.map(columnsOf));
  const total = () => shown.reduce((sum, column) => sum + widthOf(column) + 2, indent.length - 2);
  while (total() > width) {
    const least = Math.max(...shown.map(({ rank }) => rank));
    if (least === 0) break;
    shown = shown.filter(({ rank }) => rank < least);
  }
  const widths = shown.map(widthOf);
  const line = (cells: readonly string[]) =>
    indent +
    cells
      .map((cell, i) => (shown[i].align === "left" ? padEnd(cell, widths[i]) : padStart(cell, widths[i])))
      .join("  ")
      .trimEnd();
  const height = columns[0]?.cells.length ?? 0;
  return [
    line(shown.map(({ head }) => head)),
    ...Array.from({ length: height }, (_, i) => line(shown.map(({ cells }) => cells[i]))),
  ];
}
