import { take } from "../forest/arena";
import { countPairOfTwo, tallyTables } from "./countTwo";
import { examineTally } from "./examine";
import { codeShift, codesOf, isTwo, missingCode } from "./params";
import { startTally } from "./tally";

// At large nodes of two classes, attributes whose codes have one byte are counted two at a time: the second will be examined
// after the first, unless that leaves no impurity.

/** Bytes of a table of 256 codes. */
const TABLE: usize = 257 << 3;

/** Two tables for each of the two attributes, all clear between nodes. */
let tables: usize = 0;

export function takePairs(): void {
  tables = take(4 * TABLE);
}

export function clearPairs(): void {
  memory.fill(tables, 0, 4 * TABLE);
}

@inline
export function mayPair(a: i32): bool {
  return isTwo && codeShift(a) == 0;
}

export function countPair(a: i32, b: i32, entries: usize, n: i32): void {
  countPairOfTwo(codesOf(a), codesOf(b), entries, n, tables, TABLE);
}

/** The first or second attribute of the pair, once; as in examine.ts. */
export function examineOfPair(a: i32, isSecond: bool, sums: usize): i32 {
  const even = isSecond ? tables + 2 * TABLE : tables;
  startTally();
  tallyTables(missingCode(a), even, even + TABLE);
  return examineTally(a, sums, missingCode(a));
}

/** Instead of examining the second. */
export function forgetSecond(): void {
  memory.fill(tables + 2 * TABLE, 0, 2 * TABLE);
}
