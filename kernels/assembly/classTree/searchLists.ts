import { FEW, scanFewMiddle, scanFewWide } from "./fewClasses";
import { knownCounts, middleCodesOf, sideCounts } from "./arena";
import { classes, codesOf, column, differentCells, isNominal, tag } from "./job";
import { addCounts, hasMissing, knownIn, MIDDLE, WIDE } from "./lists";
import { scanManyMiddle, scanManyWide } from "./manyClasses";
import { count } from "./node";
import { isWorthRuns, scanRuns } from "./runs";
import { closeAttribute, isUnsure, noFind, openAttribute, sumOfSquares } from "./search";
import { lookAgain } from "./secondLook";
import { scanTwoMiddle, scanTwoWide } from "./twoClasses";
import { mirrorLevels } from "./twoLevels";

@inline
function scan(width: i32, attribute: i32, list: usize, m: i32, counts: usize, cells: usize): void {
  if (tag) {
    if (width == WIDE) scanTwoWide(list, m, count(counts, 1), cells);
    else scanTwoMiddle(list, m, count(counts, 1), cells);
  } else if (isWorthRuns(differentCells(attribute), m)) {
    scanRuns(width, list, m, counts, classes, width == WIDE ? codesOf(attribute) : middleCodesOf(attribute));
  } else if (classes <= FEW) {
    if (width == WIDE) scanFewWide(list, m, counts, classes, cells);
    else scanFewMiddle(list, m, counts, classes, cells);
  } else {
    if (width == WIDE) scanManyWide(list, m, counts, classes, cells);
    else scanManyMiddle(list, m, counts, classes, cells);
  }
}

/** Finds the best cut of a wide or middle list; returns whether nothing after it could be better. */
@inline
function searchList(
  width: i32,
  attribute: i32,
  list: usize,
  m: i32,
  counts: usize,
  weight: i32,
  squares: f64,
): bool {
  const cells = column(attribute);
  let rows = m;
  let known = counts;
  let knownWeight = weight;
  let knownSquares = squares;
  if (hasMissing(attribute)) {
    rows = knownIn(width, list, m, cells);
    if (rows < m) {
      known = knownCounts;
      memory.fill(sideCounts, 0, <usize>classes << 2);
      knownWeight -= addCounts(width, list, rows, m, sideCounts);
      for (let c = 0; c < classes; c++) store<i32>(known + (<usize>c << 2), count(counts, c) - count(sideCounts, c));
      knownSquares = sumOfSquares(known, classes);
    }
  }
  if (!openAttribute(knownWeight, knownSquares)) {
    noFind(attribute);
    return false;
  }
  scan(width, attribute, list, rows, known, cells);
  if (isUnsure()) lookAgain(width, list, rows, known, classes, cells, sideCounts);
  if (isNominal(attribute)) mirrorLevels(width, list, counts, known, classes, sideCounts);
  return closeAttribute(attribute);
}

export function searchWide(a: i32, list: usize, m: i32, counts: usize, weight: i32, squares: f64): bool {
  return searchList(WIDE, a, list, m, counts, weight, squares);
}

export function searchMiddle(a: i32, list: usize, m: i32, counts: usize, weight: i32, squares: f64): bool {
  return searchList(MIDDLE, a, list, m, counts, weight, squares);
}
