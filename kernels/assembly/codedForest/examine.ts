import { isClasses } from "../forest/params";
import { levelsOfMany } from "./levelsMany";
import { levelsOfTwo } from "./levelsTwo";
import { areCounted, isNominal, isPacked, isTwo } from "./params";
import { thresholdOfCells, thresholdOfMarks } from "./scanCounts";
import { thresholdOfRows, thresholdOfTally } from "./scanSums";
import { thresholdOfTwo } from "./scanTwo";
import { addCode, addToCell, clearCell, missingCell, tallied } from "./tally";

// The best test on one attribute. 0: it does not vary among the known rows of the node; 1: it does; 2: and the test leaves
// no impurity.

/** From its tally; its codes are below `codes`. */
export function examineTally(a: i32, sums: usize, codes: i32): i32 {
  if (tallied < 2) return 0;
  const isPerfect = isNominal(a)
    ? isTwo
      ? levelsOfTwo(a, sums, codes)
      : levelsOfMany(a, sums, codes)
    : isTwo
      ? thresholdOfTwo(a, sums)
      : areCounted()
        ? thresholdOfCells(a, sums)
        : thresholdOfTally(a, sums);
  return isPerfect ? 2 : 1;
}

/**
 * From marks in ascending order of their codes (u64: code << 32 | mark), which refer to these masses and classes. With more than
 * two classes thresholds are sought row by row, which takes no time for classes that a code does not have.
 */
export function examineSorted(
  a: i32,
  sums: usize,
  sorted: usize,
  n: i32,
  missing: u32,
  codes: i32,
  mass: usize,
  classes: usize,
): i32 {
  let end = sorted + (<usize>n << 3);
  while (end > sorted && load<u32>(end - 4) == missing) {
    end -= 8;
    addToCell(missingCell, load<u32>(end), mass, classes);
  }
  if (end == sorted || load<u32>(sorted, 4) == load<u32>(end - 4)) return 0;
  if (isClasses && !isTwo && !isNominal(a)) {
    const rows = <i32>((end - sorted) >> 3);
    const isPerfect =
      isPacked && areCounted() ? thresholdOfMarks(a, sums, sorted, rows) : thresholdOfRows(a, sums, sorted, rows, mass, classes);
    return isPerfect ? 2 : 1;
  }
  let last: u32 = 0xffffffff;
  let cell: usize = 0;
  for (let at = sorted; at < end; at += 8) {
    const code = load<u32>(at, 4);
    if (code != last) {
      cell = addCode(code);
      clearCell(cell);
      last = code;
    }
    addToCell(cell, load<u32>(at), mass, classes);
  }
  return examineTally(a, sums, codes);
}
