const DIGIT = 11;
const DIGITS = 3;

/**
 * The numbers 0 … n-1 in ascending order of their hashes. Hashes that are equal are put in the order of `compareTied`, or else
 * stay in the order of the numbers.
 */
export function hashOrder(hashes: Uint32Array, compareTied?: (a: number, b: number) => number): Int32Array {
  let order = new Int32Array(hashes.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  let spare = new Int32Array(hashes.length);
  for (let digit = 0; digit < DIGITS; digit++) {
    sortByDigit(hashes, digit * DIGIT, order, spare);
    [order, spare] = [spare, order];
  }
  if (compareTied) sortTied(hashes, order, compareTied);
  return order;
}

function sortByDigit(hashes: Uint32Array, shift: number, from: Int32Array, to: Int32Array): void {
  const mask = 2 ** DIGIT - 1;
  const next = new Int32Array(mask + 2);
  for (let i = 0; i < hashes.length; i++) next[((hashes[i] >>> shift) & mask) + 1]++;
  for (let digit = 0; digit < mask; digit++) next[digit + 1] += next[digit];
  for (let i = 0; i < from.length; i++) to[next[(hashes[from[i]] >>> shift) & mask]++] = from[i];
}

function sortTied(hashes: Uint32Array, order: Int32Array, compare: (a: number, b: number) => number): void {
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && hashes[order[end]] === hashes[order[start]]) end++;
    if (end - start > 1) {
      const tied = order.subarray(start, end);
      // Mostly they are equal in everything.
      if (tied.some((item) => compare(item, tied[0]) !== 0)) tied.sort(compare);
    }
    start = end;
  }
}

/** An order, class by class; the members of a class stay in their order. */
export function classByClass(order: Int32Array, classes: ArrayLike<number>): Int32Array {
  let most = 0;
  for (let i = 0; i < order.length; i++) most = Math.max(most, classes[order[i]] + 1);
  const next = new Int32Array(most + 1);
  for (let i = 0; i < order.length; i++) next[classes[order[i]] + 1]++;
  for (let code = 0; code < most; code++) next[code + 1] += next[code];
  const sorted = new Int32Array(order.length);
  for (let i = 0; i < order.length; i++) sorted[next[classes[order[i]]]++] = order[i];
  return sorted;
}
