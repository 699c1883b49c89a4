import { finds, knownCounts, sideCounts } from "./arena";
import { attributes, column, isNominal } from "./job";
import { hasMissing, knownIn, SMALL } from "./lists";
import { closeAttribute, isUnsure, noFind, openAttribute, openNode, sumOfSquares } from "./search";
import { lookAgainSmall } from "./secondLook";
import { openSmallCodes, scanSmallCodes } from "./smallCodes";
import { classOffsetOf, scanSmall, smallWeight } from "./smallScan";
import { mirrorLevels } from "./twoLevels";

/** The search of a small node with rows of this many classes; see small. */
export function searchSmall(
  lists: usize,
  stride: usize,
  m: i32,
  counts: usize,
  present: i32,
  weight: i32,
  coded: bool,
): void {
  const squares = sumOfSquares(counts, present);
  openNode(weight, squares, finds);
  if (coded) openSmallCodes(counts, present);
  for (let a = 0; a < attributes; a++) {
    if (!searchList(a, lists + <usize>a * stride, m, counts, present, weight, squares, coded)) continue;
    for (a++; a < attributes; a++) noFind(a);
  }
}

/** Finds the best cut of a list; returns whether nothing after it could be better. */
@inline
function searchList(
  attribute: i32,
  list: usize,
  m: i32,
  counts: usize,
  present: i32,
  weight: i32,
  squares: f64,
  coded: bool,
): bool {
  const cells = column(attribute);
  let rows = m;
  let knownWeights = counts;
  let knownWeight = weight;
  let knownSquares = squares;
  if (hasMissing(attribute)) {
    rows = knownIn(SMALL, list, m, cells);
    if (rows < m) {
      knownWeights = knownCounts;
      knownWeight -= subtractMissing(list, rows, m, counts, present);
      knownSquares = sumOfSquares(knownCounts, present);
    }
  }
  if (!openAttribute(knownWeight, knownSquares)) {
    noFind(attribute);
    return false;
  }
  if (coded) scanSmallCodes(attribute, list, m, present);
  else scanSmall(list, rows, knownWeights, present, cells);
  if (isUnsure()) lookAgainSmall(list, rows, knownWeights, present, cells, sideCounts);
  if (isNominal(attribute)) mirrorLevels(SMALL, list, counts, knownWeights, present, sideCounts);
  return closeAttribute(attribute);
}

/** Writes the class weights of known rows to `knownCounts`; returns the weight of missing values. */
function subtractMissing(list: usize, from: i32, to: i32, counts: usize, present: i32): i32 {
  let weight = 0;
  memory.copy(knownCounts, counts, <usize>present << 2);
  for (let i = from; i < to; i++) {
    const id = <usize>load<u8>(list + <usize>i);
    const p = knownCounts + classOffsetOf(id);
    const w = smallWeight(id);
    store<i32>(p, load<i32>(p) - w);
    weight += w;
  }
  return weight;
}
