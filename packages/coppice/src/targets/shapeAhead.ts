import { closeSync, openSync, readSync } from "node:fs";
import { isGzipped } from "../source/read.js";
import type { ExpectedTable } from "../table/tableShape.js";

/** Enough for a dozen lines of two thousand numbers. */
const BYTES = 1 << 18;
const MOST_LINES = 60;
const DELIMITERS = [",", ";", "\t", "|"];
const IS_MISSING = /^(\?|NA|NaN|null)?$/i;
const IS_INTEGER = /^[+-]?\d+$/;
const MOST_WHOLE = 63;

export interface ExpectedTarget {
  /** Absent: the last column. */
  readonly target?: string | undefined;
  /** Its values are classes, even if they are numbers. */
  readonly isNominal?: boolean;
}

/**
 * A guess, from the first lines of a text file, of what its table is like; undefined if they do not look like a table. It
 * decides only which kernel is made ready.
 */
export function shapeAhead(path: string, { target, isNominal }: ExpectedTarget): ExpectedTable | undefined {
  const lines = isGzipped(path) ? [] : firstLines(path);
  if (lines.length < 3) return undefined;
  const split = splitterFor(lines[0]);
  const names = split(lines[0]);
  const rows = lines.slice(1).map(split);
  const at = target === undefined ? names.length - 1 : names.indexOf(target);
  if (at < 0 || rows.some((cells) => cells.length !== names.length)) return undefined;
  const columns = names.map((_, i) => rows.map((cells) => cells[i]).filter((cell) => !IS_MISSING.test(cell)));
  const attributes = columns.filter((_, i) => i !== at);
  return {
    classes: isNominal || !isNumeric(columns[at]) ? Math.max(2, new Set(columns[at]).size) : 0,
    levels: !attributes.every(isNumeric),
    whole: attributes.every((cells) => cells.every(isSmallInteger)),
    fractions: attributes.some((cells) => isNumeric(cells) && !cells.every((cell) => IS_INTEGER.test(cell))),
  };
}

/** Without the last, which may be incomplete. */
function firstLines(path: string): string[] {
  const bytes = Buffer.alloc(BYTES);
  let length = 0;
  try {
    const file = openSync(path, "r");
    try {
      length = readSync(file, bytes, 0, BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    // Reading the table will say why.
  }
  const text = bytes.toString("latin1", 0, length);
  const lines: string[] = [];
  for (let from = 0, to = 0; lines.length < MOST_LINES && to >= 0; from = to + 1) {
    to = text.indexOf("\n", from);
    if (to >= 0) lines.push(text.slice(from, to));
  }
  return lines;
}

function splitterFor(head: string): (line: string) => string[] {
  const [delimiter] = DELIMITERS.map((text) => [text, head.split(text).length] as const).reduce((a, b) =>
    b[1] > a[1] ? b : a,
  );
  return (line) => line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
}

function isNumeric(cells: readonly string[]): boolean {
  return cells.every((cell) => Number.isFinite(Number(cell)));
}

function isSmallInteger(cell: string): boolean {
  return IS_INTEGER.test(cell) && Number(cell) >= 0 && Number(cell) <= MOST_WHOLE;
}
