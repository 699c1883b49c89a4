import { type CodedAttribute, testsOf } from "../../kernels/drivers/optimal.js";

/** The codes of an attribute that occur in some rows, ascending, and the rows up to each. */
export interface Spread {
  readonly codes: readonly number[];
  readonly upTo: readonly number[];
}

/** Tests of one attribute that are still open: the thresholds after `from` to `to` of its spread, or a single other test. */
export interface Range {
  readonly attribute: number;
  readonly spread?: Spread;
  readonly from: number;
  readonly to: number;
  /** What any of them costs at least on the left, and on the right. */
  readonly left: number;
  readonly right: number;
  /** The most tests below on the left, and on the right. */
  readonly tests: readonly [number, number];
}

/** How the tests that remain below a test may be shared out: all there is room for, or every division of fewer. */
export function shareOut(tests: number, depth: number): [number, number][] {
  const room = 2 ** (depth - 1) - 1;
  if (tests > 2 * room) return [[room, room]];
  const shares: [number, number][] = [];
  for (let left = Math.min(room, tests - 1); left >= 0; left--)
    if (tests - 1 - left <= room) shares.push([left, tests - 1 - left]);
  return shares;
}

export function spreadOf({ codes, count }: CodedAttribute, rows: Uint32Array): Spread {
  const counts = new Int32Array(count);
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]]]++;
  const present: number[] = [];
  const upTo: number[] = [];
  let sum = 0;
  for (let code = 0; code < count; code++) {
    if (counts[code] === 0) continue;
    sum += counts[code];
    present.push(code);
    upTo.push(sum);
  }
  return { codes: present, upTo };
}

/** Every test of an attribute, open. */
export function rangesOf(
  attributes: readonly CodedAttribute[],
  attribute: number,
  rows: Uint32Array,
  tests: readonly [number, number],
  price: number,
): Range[] {
  const of = attributes[attribute];
  const open = { attribute, left: price, right: price, tests };
  if (of.tests.kind !== "thresholds")
    return Array.from({ length: testsOf(of) }, (_, test) => ({ ...open, from: test, to: test }));
  const spread = spreadOf(of, rows);
  const to = spread.codes.length - 2;
  return to < 0 ? [] : [{ ...open, spread, from: 0, to }];
}

/** What is left of a range after its middle was tried: those thresholds on either side that may still be good enough. */
export function remaining(range: Range, middle: number, left: number, right: number, lead: number): Range[] {
  const { spread, from, to } = range;
  if (spread === undefined) return [];
  const { upTo } = spread;
  let before = middle - 1;
  let after = middle + 1;
  while (before >= from && upTo[middle] - upTo[before] <= lead) before--;
  while (after <= to && upTo[after] - upTo[middle] <= lead) after++;
  return [
    { ...range, from: after, left: Math.max(range.left, left) },
    { ...range, to: before, right: Math.max(range.right, right) },
  ].filter((open) => open.from <= open.to);
}
