import { take } from "./arena";
import { isClasses, rows, width } from "./params";

// The sums of leaves from which their answers are made (answers.ts): class weights of leaves that are not pure; weight and Σu
// of leaves of a numeric target (f64).

export let pool: usize = 0;
export let pooled: i32 = 0;

/** Numbers of a row of the pool. */
@inline
export function poolWidth(): i32 {
  return isClasses ? width : 2;
}

/** Rows of the pool: a leaf that is not pure has two rows at least. */
@inline
export function mostPooled(): usize {
  return isClasses ? (<usize>rows >> 1) + 1 : <usize>rows;
}

export function takePool(): void {
  pool = take((mostPooled() * <usize>poolWidth()) << 3);
}

export function clearPool(): void {
  pooled = 0;
}

/** Adds the sums of a leaf; returns its link: their row, after the classes if there are classes. */
export function addToPool(sums: usize): i32 {
  const bytes = <usize>poolWidth() << 3;
  memory.copy(pool + <usize>pooled * bytes, sums, bytes);
  return (isClasses ? width : 0) + pooled++;
}
