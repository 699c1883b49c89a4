/**
 * Codes grouped into at most 256 bins, one byte per row, which tallies of all rows use. An attribute with few codes has one
 * bin per code; one with many codes has bins of neighbouring codes, with about as many rows each.
 */
export interface Bins {
  /** One per row. Levels that do not fit into a byte keep their codes. */
  readonly of: Uint8Array | Int32Array;
  /** Missing cells have the bin after the last. */
  readonly count: number;
  /** The first code of each bin, and the number of codes at the end. */
  readonly first: Int32Array;
}

/** The last of the 256 is for missing values. */
const MOST = 255;

export function binsOf(codes: Int32Array, count: number, nominal: boolean): Bins {
  if (count <= MOST || nominal) {
    const first = Int32Array.from({ length: count + 1 }, (_, code) => code);
    return { of: count <= MOST ? Uint8Array.from(codes) : codes, count, first };
  }
  const first = firstCodes(codes, count);
  const binOf = new Uint8Array(count + 1).fill(first.length - 1);
  for (let bin = 0; bin + 1 < first.length; bin++) binOf.fill(bin, first[bin], first[bin + 1]);
  const of = new Uint8Array(codes.length);
  for (let row = 0; row < codes.length; row++) of[row] = binOf[codes[row]];
  return { of, count: first.length - 1, first };
}

/** Bins end where the rows so far are a further 255th of all; a code is never divided. */
function firstCodes(codes: Int32Array, count: number): Int32Array {
  const rows = new Int32Array(count + 1);
  for (let row = 0; row < codes.length; row++) rows[codes[row]]++;
  const known = codes.length - rows[count];
  const first = [0];
  let below = 0;
  for (let code = 0; code + 1 < count; code++) {
    below += rows[code];
    if (first.length < MOST && below * MOST >= first.length * known) first.push(code + 1);
  }
  return Int32Array.from([...first, count]);
}
