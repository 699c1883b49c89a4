/** What leaves predict, `width` numbers each; bit-for-bit identical answers are stored once. */
export class AnswerRows {
  private numbers: Float64Array<ArrayBuffer>;
  private bits: Int32Array;
  /** Open addressing: a row plus 1, or 0 where free. At most half full. */
  private table = new Int32Array(64);
  private rows = 0;

  constructor(readonly width: number) {
    this.numbers = new Float64Array(16 * width);
    this.bits = new Int32Array(this.numbers.buffer);
  }

  /** The row of the answer that begins in `from` at `at`, added if it is new. */
  add(from: ArrayLike<number>, at = 0): number {
    this.makeRoom();
    const row = this.rows;
    for (let k = 0; k < this.width; k++) this.numbers[row * this.width + k] = from[at + k];
    const slot = this.slotOf(row);
    if (this.table[slot] > 0) return this.table[slot] - 1;
    this.table[slot] = row + 1;
    this.rows++;
    return row;
  }

  values(): Float64Array {
    return this.numbers.slice(0, this.rows * this.width);
  }

  /** The slot of an equal row, or the free slot for this one. */
  private slotOf(row: number): number {
    const mask = this.table.length - 1;
    let slot = this.hashOf(row) & mask;
    while (this.table[slot] > 0 && !this.equal(this.table[slot] - 1, row)) slot = (slot + 1) & mask;
    return slot;
  }

  private hashOf(row: number): number {
    let hash = 0;
    const end = 2 * (row + 1) * this.width;
    for (let i = 2 * row * this.width; i < end; i++)
      hash = Math.imul(hash ^ this.bits[i], 0x9e3779b1) ^ (hash >>> 15);
    return Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 8;
  }

  private equal(a: number, b: number): boolean {
    const words = 2 * this.width;
    for (let i = 0; i < words; i++) if (this.bits[a * words + i] !== this.bits[b * words + i]) return false;
    return true;
  }

  private makeRoom(): void {
    if ((this.rows + 1) * this.width > this.numbers.length) {
      const grown = new Float64Array(2 * this.numbers.length);
      grown.set(this.numbers);
      this.numbers = grown;
      this.bits = new Int32Array(grown.buffer);
    }
    if (2 * (this.rows + 1) <= this.table.length) return;
    this.table = new Int32Array(2 * this.table.length);
    for (let row = 0; row < this.rows; row++) this.table[this.slotOf(row)] = row + 1;
  }
}
