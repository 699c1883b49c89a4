/** Memory for cells that are pulled, used again for the next ones: as garbage it would be there several times. */
export class CellRoom {
  private buffer = new ArrayBuffer(0);
  private end = 0;

  /** Makes room for so many cells in all. Those of before are not valid any more. */
  begin(cells: number): void {
    if (this.buffer.byteLength < 8 * cells) {
      // The old one goes first.
      this.buffer = new ArrayBuffer(0);
      this.buffer = new ArrayBuffer(8 * cells);
    }
    this.end = 0;
  }

  numbers(count: number): Float64Array {
    return new Float64Array(this.buffer, this.take(count), count);
  }

  codes(count: number): Int32Array {
    return new Int32Array(this.buffer, this.take(count), count);
  }

  private take(count: number): number {
    const at = this.end;
    this.end += 8 * count;
    return at;
  }
}
