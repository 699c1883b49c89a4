/** Sets of rows as bits, 32 per word: the rows that a rule covers, and their number, take one pass over the words. */
export type Bits = Uint32Array;

export function noBits(rows: number): Bits {
  return new Uint32Array((rows + 31) >>> 5);
}

/** All rows. */
export function allBits(rows: number): Bits {
  const bits = noBits(rows).fill(0xffffffff);
  if (rows & 31) bits[bits.length - 1] = (1 << (rows & 31)) - 1;
  return bits;
}

/** The set of these rows, among `rows` in all. */
export function bitsOf(members: ArrayLike<number>, rows: number): Bits {
  const bits = noBits(rows);
  for (let i = 0; i < members.length; i++) bits[members[i] >>> 5] |= 1 << (members[i] & 31);
  return bits;
}

export function hasBit(bits: Bits, row: number): boolean {
  return ((bits[row >>> 5] >>> (row & 31)) & 1) === 1;
}

/** The rows of the set, ascending. */
export function rowsOf(bits: Bits): Int32Array {
  const rows = new Int32Array(countBits(bits));
  let n = 0;
  for (let w = 0; w < bits.length; w++) {
    for (let word = bits[w]; word !== 0; word &= word - 1) rows[n++] = (w << 5) + lowestBit(word);
  }
  return rows;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let w = 0; w < bits.length; w++) count += ones(bits[w]);
  return count;
}

/** How many rows are in both. */
export function countBoth(a: Bits, b: Bits): number {
  let count = 0;
  for (let w = 0; w < a.length; w++) count += ones(a[w] & b[w]);
  return count;
}

export function both(a: Bits, b: Bits): Bits {
  const bits = new Uint32Array(a.length);
  for (let w = 0; w < a.length; w++) bits[w] = a[w] & b[w];
  return bits;
}

/** Removes the rows of `gone` from the set. */
export function removeBits(bits: Bits, gone: Bits): void {
  for (let w = 0; w < bits.length; w++) bits[w] &= ~gone[w];
}

/** Adds the rows of `more` to the set. */
export function addBits(bits: Bits, more: Bits): void {
  for (let w = 0; w < bits.length; w++) bits[w] |= more[w];
}

/** Removes the rows of `gone` from the set; returns how many of them it held, and how many of those are `marked`. */
export function takeBits(bits: Bits, gone: Bits, marked: Bits): { taken: number; marked: number } {
  let taken = 0;
  let markedTaken = 0;
  for (let w = 0; w < bits.length; w++) {
    const word = bits[w] & gone[w];
    if (word === 0) continue;
    taken += ones(word);
    markedTaken += ones(word & marked[w]);
    bits[w] &= ~word;
  }
  return { taken, marked: markedTaken };
}

/** The number of set bits of a word, added up in pairs, nibbles and bytes. */
export function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}
