import { field, pointer } from "../common/job";

// The table that is searched for an optimal tree. The caller writes the job as doubles, one per field.

/** What an attribute's tests are: code <= c, code = c, or code in a set of codes. */
export const THRESHOLDS: i32 = 0;
export const LEVELS: i32 = 1;
export const SETS: i32 = 2;

export let rows: i32 = 0;
export let attributes: i32 = 0;
/** Sums per node: one per class, or weight, sum and sum of squares of a numeric target. */
export let width: i32 = 0;
export let isClasses: bool = false;
/** By attribute, then by row: its code (u16). */
let codes: usize = 0;
/** By attribute: kind of tests, codes, number of its first test (i32 each), and its sets (an address). */
let records: usize = 0;
/** By row: its class (u16). */
export let labels: usize = 0;
/** By row: its weight (f64). */
export let weights: usize = 0;
/** By row: the numeric target (f64). */
export let targets: usize = 0;
/** The loss of predicting one class when another is true, by true class (f64); 0: one for each error. */
export let losses: usize = 0;
/** Whether every row weighs 1 and every error costs 1. */
export let isPlain: bool = false;
/** By attribute: the rows in the order of their codes (u32). */
let orders: usize = 0;
export let tests: i32 = 0;
/** The most codes of an attribute. */
export let mostCodes: i32 = 0;
/** Free memory for the search. */
export let scratch: usize = 0;

export function readJob(job: usize): void {
  rows = <i32>field(job, 0);
  attributes = <i32>field(job, 1);
  width = <i32>field(job, 2);
  isClasses = field(job, 3) != 0;
  codes = pointer(job, 4);
  records = pointer(job, 5);
  labels = pointer(job, 6);
  weights = pointer(job, 7);
  targets = pointer(job, 8);
  losses = pointer(job, 9);
  isPlain = field(job, 10) != 0;
  orders = pointer(job, 11);
  tests = <i32>field(job, 12);
  mostCodes = <i32>field(job, 13);
  scratch = pointer(job, 14);
}

@inline
export function codesOf(a: i32): usize {
  return codes + (<usize>a * <usize>rows << 1);
}

@inline
export function orderOf(a: i32): usize {
  return orders + (<usize>a * <usize>rows << 2);
}

@inline
export function kindOf(a: i32): i32 {
  return load<i32>(records + (<usize>a << 4));
}

@inline
export function codeCount(a: i32): i32 {
  return load<i32>(records + (<usize>a << 4), 4);
}

@inline
export function firstTest(a: i32): i32 {
  return load<i32>(records + (<usize>a << 4), 8);
}

/** One u32 per set: the bits of its codes. */
@inline
export function setsOf(a: i32): usize {
  return load<u32>(records + (<usize>a << 4), 12);
}

@inline
export function testCount(a: i32): i32 {
  return (a + 1 < attributes ? firstTest(a + 1) : tests) - firstTest(a);
}
