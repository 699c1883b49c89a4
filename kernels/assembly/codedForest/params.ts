import { useProducts } from "../common/xlog2x";
import { criterion, ENTROPY, GINI, readImpurity } from "../forest/classImpurity";
import { column, isClasses, readParams, SHARED } from "../forest/params";
import { readScore } from "../forest/score";

export { bitUnit, criterion, ENTROPY, GINI, TWOING } from "../forest/classImpurity";

// The parameters of a call: those of the kernel `forest`, then those of this one (src/kernels/drivers/codedForest/params.ts
// has the layout).

/** Two classes, and weights are integers that add up to less than 2^32: both sums of a cell are one word. */
export let isTwo: bool = false;
let areIntegers: bool = false;
/** A row's class and weight fit into 16 bits each; always so if `isTwo`. */
export let isPacked: bool = false;
/** Weights of the tree that is grown are integers whose squares add up without rounding. */
export let isWhole: bool = false;
/** By row (f64); 0: every row weighs 1. */
export let weights: usize = 0;
/** Levels up to which every division is tried, if no order is exact. */
export let maxExhaustive: i32 = 0;
/** The grid of weight·u. */
export let quantum1: f64 = 0;
export let perQuantum1: f64 = 0;
/** The most codes of an attribute, missing included, and the most of a nominal one; 0 if there is none. */
export let mostCodes: i32 = 0;
export let mostLevels: i32 = 0;
/** The limits by which each member draws its rows (../forest/bootstrap.ts); 0: its counts are given. */
export let limits: usize = 0;
/** The codes row by row, as they are compared in unseen.ts (u32); 0: there is no room for them. */
export let rowCodes: usize = 0;
/** The most leaves of a tree, where the best splits are made first; 0: any number. */
export let maxLeaves: i32 = 0;
/** Rows of a node from which codes are re-numbered within it; at most 256. */
export let blockRows: i32 = 0;

export function readAll(at: usize): void {
  readParams(at);
  const own = at + SHARED;
  maxLeaves = load<i32>(own);
  isTwo = load<i32>(own, 4) != 0;
  areIntegers = load<i32>(own, 8) != 0;
  weights = <usize>load<u32>(own, 12);
  maxExhaustive = load<i32>(own, 16);
  useProducts(<usize>load<u32>(own, 20), load<u32>(own, 24));
  mostCodes = load<i32>(own, 28);
  mostLevels = load<i32>(own, 32);
  blockRows = load<i32>(own, 36);
  quantum1 = load<f64>(own, 40);
  isPacked = load<i32>(own, 48) != 0;
  limits = <usize>load<u32>(own, 52);
  rowCodes = <usize>load<u32>(own, 56);
  readImpurity(own + 64);
  readScore(own + 80);
  perQuantum1 = 1 / quantum1;
}

/** Of a tree with this weight. */
export function startWhole(weight: f64): void {
  isWhole = areIntegers && weight <= 67108864;
}

/** The best set of levels of two classes is a run of the levels in the order of their shares, and no division in two gains more than a branch per level. */
@inline
export function isConcave(): bool {
  return criterion <= ENTROPY;
}

/** Sums of squares of class weights are exact, and all that the impurity needs. */
@inline
export function areCounted(): bool {
  return isClasses && criterion == GINI && isWhole;
}

// An attribute's record: codes u32 · bytes of a code as a shift u32 · known codes i32 · flags u32 · values u32

/** By row: the level, or the rank of the number among the attribute's. Missing: the number of known codes. */
@inline
export function codesOf(a: i32): usize {
  return <usize>load<u32>(column(a));
}

/** 0, 1 or 2: codes of one, two or four bytes. */
@inline
export function codeShift(a: i32): i32 {
  return load<i32>(column(a), 4);
}

/** The number of known codes, which is the code of missing values. */
@inline
export function missingCode(a: i32): i32 {
  return load<i32>(column(a), 8);
}

@inline
export function hasMissing(a: i32): bool {
  return (load<u32>(column(a), 12) & 1) != 0;
}

@inline
export function isOrdered(a: i32): bool {
  return (load<u32>(column(a), 12) & 2) != 0;
}

@inline
export function isNominal(a: i32): bool {
  return (load<u32>(column(a), 12) & 4) != 0;
}

/** Of a numeric attribute, by code: the number (f64). */
@inline
export function valuesOf(a: i32): usize {
  return <usize>load<u32>(column(a), 16);
}

@inline
export function codeAt(codes: usize, shift: i32, row: usize): u32 {
  if (shift == 0) return <u32>load<u8>(codes + row);
  if (shift == 1) return <u32>load<u16>(codes + (row << 1));
  return load<u32>(codes + (row << 2));
}

/** Words of a set with a bit for every level and for missing values. */
@inline
export function setWords(levels: i32): i32 {
  return (levels + 32) >> 5;
}
