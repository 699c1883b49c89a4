const FIRST = 64;

/** Maps pairs of numbers below 2^31 to numbers: a hash table with open addressing that doubles when it is half full. */
export class PairTable {
  private mask = FIRST - 1;
  private lefts = new Int32Array(FIRST);
  private rights = new Int32Array(FIRST);
  /** The pair's number plus one; 0 if the cell is free. */
  private numbers = new Int32Array(FIRST);
  private count = 0;

  /** The pair's number, or -1. */
  get(left: number, right: number): number {
    return this.numbers[this.cellOf(left, right)] - 1;
  }

  /** For a pair that has no number yet. */
  set(left: number, right: number, number: number): void {
    if (2 * ++this.count > this.mask) this.grow();
    const cell = this.cellOf(left, right);
    this.lefts[cell] = left;
    this.rights[cell] = right;
    this.numbers[cell] = number + 1;
  }

  /** The cell of the pair, or the free cell for it. */
  private cellOf(left: number, right: number): number {
    const { lefts, rights, numbers, mask } = this;
    let cell = (Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> 0;
    cell = (cell ^ (cell >>> 15)) & mask;
    while (numbers[cell] !== 0 && (lefts[cell] !== left || rights[cell] !== right)) cell = (cell + 1) & mask;
    return cell;
  }

  private grow(): void {
    const { lefts, rights, numbers } = this;
    const size = 2 * numbers.length;
    this.mask = size - 1;
    this.lefts = new Int32Array(size);
    this.rights = new Int32Array(size);
    this.numbers = new Int32Array(size);
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i] === 0) continue;
      const cell = this.cellOf(lefts[i], rights[i]);
      this.lefts[cell] = lefts[i];
      this.rights[cell] = rights[i];
      this.numbers[cell] = numbers[i];
    }
  }
}
