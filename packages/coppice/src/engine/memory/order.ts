let orderScratch = new Int32Array(256);
let codeScratch = new Int32Array(256);
let keyScratch = new Float64Array(256);

const INSERTION_LIMIT = 24;

/**
 * The positions 0…n-1 of `rows` in ascending order of their codes, stable. Valid until the next call. No code exceeds
 * `largest`.
 */
export function codeOrder(codes: Int32Array, rows: Int32Array, largest: number): Int32Array {
  const n = rows.length;
  if (orderScratch.length < n) {
    orderScratch = new Int32Array(2 * n);
    codeScratch = new Int32Array(2 * n);
    keyScratch = new Float64Array(2 * n);
  }
  if (n <= INSERTION_LIMIT) return byInsertion(codes, rows, n);
  return largest < 2 * n ? byCounting(codes, rows, largest) : byKeys(codes, rows, n);
}

function byInsertion(codes: Int32Array, rows: Int32Array, n: number): Int32Array {
  const order = orderScratch;
  const sorted = codeScratch;
  for (let i = 0; i < n; i++) {
    const code = codes[rows[i]];
    let j = i;
    for (; j > 0 && sorted[j - 1] > code; j--) {
      sorted[j] = sorted[j - 1];
      order[j] = order[j - 1];
    }
    sorted[j] = code;
    order[j] = i;
  }
  return order;
}

/** For few codes: counting sort. */
function byCounting(codes: Int32Array, rows: Int32Array, largest: number): Int32Array {
  const next = new Int32Array(largest + 2);
  countInto(next, codes, rows);
  for (let code = 1; code < next.length; code++) next[code] += next[code - 1];
  placeInto(orderScratch, next, codes, rows);
  return orderScratch;
}

/** Counts code c in cell c + 1, so that the running sums are each code's first position. */
function countInto(counts: Int32Array, codes: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) counts[codes[rows[i]] + 1]++;
}

function placeInto(order: Int32Array, next: Int32Array, codes: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) order[next[codes[rows[i]]]++] = i;
}

/** Code and position packed in one number, sorted by the host: in 31 bits where they fit, else in a double's 53. */
function byKeys(codes: Int32Array, rows: Int32Array, n: number): Int32Array {
  const order = orderScratch;
  const span = 2 ** Math.ceil(Math.log2(n + 1));
  let largest = 0;
  for (let i = 0; i < n; i++) if (codes[rows[i]] > largest) largest = codes[rows[i]];
  if ((largest + 1) * span < 2 ** 31) {
    const keys = codeScratch.subarray(0, n);
    for (let i = 0; i < n; i++) keys[i] = codes[rows[i]] * span + i;
    keys.sort();
    for (let i = 0; i < n; i++) order[i] = keys[i] & (span - 1);
    return order;
  }
  const keys = keyScratch.subarray(0, n);
  for (let i = 0; i < n; i++) keys[i] = codes[rows[i]] * span + i;
  keys.sort();
  for (let i = 0; i < n; i++) order[i] = keys[i] - Math.floor(keys[i] / span) * span;
  return order;
}
