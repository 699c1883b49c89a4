import { decodeUtf8 } from "../../table/utf8.js";
import { CR, LF, QUOTE } from "./scanner.js";

/** Lines examined. */
const LINES = 30;

/**
 * The number of lines above the line of column names: titles, notes and blank lines, as in reports. Only if the lines
 * below make it certain: they have as many cells as the names, and the title has fewer.
 */
export function titleLines(sample: Uint8Array, whole: boolean, delimiters: readonly number[]): number {
  let best = { titles: 0, lines: 0 };
  // One that does not occur divides no line.
  for (const delimiter of delimiters.filter((one) => sample.includes(one))) {
    const found = titlesBy(splitLines(sample, whole, delimiter));
    if (found.lines > best.lines) best = found;
  }
  return best.titles;
}

/** Cells of a line, without quotes and outer blanks. */
type Line = readonly string[];

function titlesBy(lines: readonly Line[]): { titles: number; lines: number } {
  const widths = new Map<number, number>();
  for (const { length } of lines) widths.set(length, (widths.get(length) ?? 0) + 1);
  const [width, count] = [...widths].filter(([cells]) => cells > 1).sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const none = { titles: 0, lines: count };
  const header = lines.findIndex((line) => line.length === width && filled(line) > (width > 2 ? 1 : 0));
  if (header < 1 || !isHeader(lines[header])) return none;
  const above = lines.slice(0, header);
  const below = lines.slice(header + 1).filter((line) => filled(line) > 0);
  // A header without a name for the row numbers has one cell fewer, and is not a title.
  const isTitle = (line: Line) => filled(line) <= 1 || line.length < width - 1;
  if (!above.every(isTitle) || below.length === 0) return none;
  return below.every((line) => line.length === width) ? { titles: header, lines: count } : none;
}

function filled(line: Line): number {
  return line.filter((cell) => cell !== "").length;
}

/** Names are distinct and not numbers; the last ones may be empty. */
function isHeader(line: Line): boolean {
  const names = line.filter((cell) => cell !== "");
  return (
    names.length > 1 &&
    new Set(names).size === names.length &&
    names.every((name) => !/^[-+]?[\d.,]+$/.test(name))
  );
}

/** The first lines' cells; without a line cut off by the end of the sample. */
function splitLines(sample: Uint8Array, whole: boolean, delimiter: number): Line[] {
  const lines: string[][] = [];
  let cells: string[] = [];
  let start = 0;
  let quoted = false;
  const end = (at: number) => {
    const text = decodeUtf8(sample, start, at) ?? "x";
    cells.push(text.trim().replace(/^"(.*)"$/s, "$1"));
    start = at + 1;
  };
  for (let i = 0; i < sample.length && lines.length < LINES; i++) {
    const byte = sample[i];
    if (byte === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (byte === delimiter) end(i);
    else if (byte === LF || byte === CR) {
      end(i);
      lines.push(cells);
      cells = [];
      if (byte === CR && sample[i + 1] === LF) start = ++i + 1;
    }
  }
  if (whole && start < sample.length && lines.length < LINES) {
    end(sample.length);
    lines.push(cells);
  }
  return lines;
}
