import { CR, LF, QUOTE, SPACE, TAB } from "./scanner.js";

/** In order of preference. */
export const CANDIDATES = [",", ";", "\t", "|"].map((char) => char.charCodeAt(0));
const LINES = 20;

/**
 * Detects the delimiter of a CSV file from its first lines: the candidate that occurs in the header and gives the most
 * lines as many cells as the header, then the one that gives the most cells. A comma if none occurs: a table of one
 * column. `whole`: the sample is the whole file.
 */
export function sniffDelimiter(sample: Uint8Array, whole: boolean): number {
  let best = CANDIDATES[0];
  let bestLines = 0;
  let bestCells = 0;
  for (const candidate of CANDIDATES.filter((one) => sample.includes(one))) {
    const counts = countPerLine(sample, candidate, whole);
    const header = counts[0] ?? 0;
    if (header === 0) continue;
    const lines = counts.filter((count) => count === header).length;
    if (lines > bestLines || (lines === bestLines && header > bestCells)) {
      best = candidate;
      bestLines = lines;
      bestCells = header;
    }
  }
  return best;
}

/** Delimiters outside quotes in each of the first lines that are not blank. */
function countPerLine(sample: Uint8Array, delimiter: number, whole: boolean): number[] {
  const counts: number[] = [];
  let count = 0;
  let quoted = false;
  let cellStart = true;
  let blank = true;
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i];
    if (quoted) {
      // A doubled quote closes and, since cellStart is still set, opens again: equivalent to staying inside.
      if (byte === QUOTE) quoted = false;
    } else if (byte === LF || byte === CR) {
      if (!blank) counts.push(count);
      if (counts.length === LINES) return counts;
      count = 0;
      cellStart = true;
      blank = true;
    } else if (byte === delimiter) {
      count++;
      cellStart = true;
      blank = false;
    } else if (byte === QUOTE && cellStart) {
      quoted = true;
      blank = false;
    } else if (byte !== SPACE && byte !== TAB) {
      cellStart = false;
      blank = false;
    }
  }
  // A line cut off by the end of the sample, not of the file, counts only if there is no other.
  if (!blank && (whole || counts.length === 0)) counts.push(count);
  return counts;
}
