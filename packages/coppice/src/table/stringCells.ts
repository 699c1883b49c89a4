/** The cells of a string column: codes of its distinct strings, and these strings. -1 where missing. */
export class StringCells extends Int32Array {
  strings: readonly string[] = [];

  /** Shares the memory of the codes. */
  static with(codes: Int32Array, strings: readonly string[]): StringCells {
    const cells = new StringCells(codes.buffer as ArrayBuffer, codes.byteOffset, codes.length);
    cells.strings = strings;
    return cells;
  }

  override subarray(from?: number, to?: number): StringCells {
    const part = super.subarray(from, to) as StringCells;
    part.strings = this.strings;
    return part;
  }

  override slice(from?: number, to?: number): StringCells {
    const part = super.slice(from, to) as StringCells;
    part.strings = this.strings;
    return part;
  }
}
