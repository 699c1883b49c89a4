let orderScratch = new Int32Array(256);
let codeScratch = new Int32Array(256);
let keyScratch = new Float64Array(256);

const INSERTION_LIMIT = 24;

/**
 * The positions 0…n-1 of `rows` in ascending order of their codes, stable. Valid until the next call.
 */
export function codeOrder(codes: Int32Array, rows: Int32Array): Int32Array {
  const n = rows.length;
  if (orderScratch.length < n) {
    orderScratch = new Int32Array(2 * n);
    codeScratch = new Int32Array(2 * n);
    keyScratch = new Float64Array(2 * n);
  }
  return n <= INSERTION_LIMIT ? byInsertion(codes, rows, n) : byKeys(codes, rows, n);
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

/** Code and position packed in one double (codes below 2^31, so up to 2^22 positions), sorted by the host. */
function byKeys(codes: Int32Array, rows: Int32Array, n: number): Int32Array {
  const order = orderScratch;
  const keys = keyScratch.subarray(0, n);
  const span = 2 ** Math.ceil(Math.log2(n + 1));
  for (let i = 0; i < n; i++) keys[i] = codes[rows[i]] * span + i;
  keys.sort();
  for (let i = 0; i < n; i++) order[i] = keys[i] % span;
  return order;
}
