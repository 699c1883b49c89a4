import type { Column } from "./column.js";

/** For each of the first `rows` rows, the first row that equals it in every column, possibly itself. */
export function firstEqualRows(columns: readonly Column[], rows: number): Int32Array {
  const hashes = hashRows(columns, rows);
  const cells = columns.map((column) => (column.type === "numeric" ? column.values : column.codes));
  const isEqual = (a: number, b: number) => cells.every((of) => Object.is(of[a], of[b]));
  const size = 2 ** Math.ceil(Math.log2(2 * rows + 1));
  // Open addressing: a slot holds a row's number plus one; 0 is free. At most half of the slots are taken.
  const slots = new Int32Array(size);
  const first = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    let slot = hashes[row] & (size - 1);
    while (slots[slot] !== 0) {
      const other = slots[slot] - 1;
      if (hashes[other] === hashes[row] && isEqual(other, row)) break;
      slot = (slot + 1) & (size - 1);
    }
    if (slots[slot] === 0) slots[slot] = row + 1;
    first[row] = slots[slot] - 1;
  }
  return first;
}

function hashRows(columns: readonly Column[], rows: number): Int32Array {
  const hashes = new Int32Array(rows);
  for (const column of columns) {
    if (column.type === "numeric") hashNumbers(hashes, column.values);
    else hashCodes(hashes, column.codes);
  }
  return hashes;
}

function hashNumbers(hashes: Int32Array, values: Float64Array): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  for (let row = 0; row < hashes.length; row++) {
    // NaNs may differ in their bits, but are all missing.
    hashes[row] = Number.isNaN(values[row])
      ? mixed(hashes[row], -1)
      : mixed(mixed(hashes[row], words[2 * row]), words[2 * row + 1]);
  }
}

function hashCodes(hashes: Int32Array, codes: Int32Array): void {
  for (let row = 0; row < hashes.length; row++) hashes[row] = mixed(hashes[row], codes[row]);
}

/** The mixing of MurmurHash3 (Appleby), in 32-bit arithmetic. */
function mixed(hash: number, word: number): number {
  let k = Math.imul(word, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const h = hash ^ k;
  const mixedHash = Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
  return (mixedHash ^ (mixedHash >>> 16)) | 0;
}
