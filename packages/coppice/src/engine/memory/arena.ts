/** Small arrays cut from large ones: a tree asks for millions of tallies, and each array of its own costs more than its content. */
export class Arena {
  private floats = new Float64Array(CHUNK);
  private ints = new Int32Array(CHUNK);
  private floatAt = 0;
  private intAt = 0;

  /** Copies the first `length` numbers of `source`. */
  copyFloats(source: Float64Array, length: number): Float64Array {
    if (length > CHUNK / 8) return source.slice(0, length);
    if (this.floatAt + length > CHUNK) {
      this.floats = new Float64Array(CHUNK);
      this.floatAt = 0;
    }
    const from = this.floatAt;
    for (let i = 0; i < length; i++) this.floats[from + i] = source[i];
    this.floatAt += length;
    return this.floats.subarray(from, from + length);
  }

  copyInts(source: Int32Array, length: number): Int32Array {
    if (length > CHUNK / 8) return source.slice(0, length);
    if (this.intAt + length > CHUNK) {
      this.ints = new Int32Array(CHUNK);
      this.intAt = 0;
    }
    const from = this.intAt;
    for (let i = 0; i < length; i++) this.ints[from + i] = source[i];
    this.intAt += length;
    return this.ints.subarray(from, from + length);
  }
}

const CHUNK = 1 << 16;
