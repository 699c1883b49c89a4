/** So many numbers are summed at a time, and so many bits of each in one sum: 10 + 42 bits do not round. */
const BLOCK = 1024;
const STEP = 2 ** -42;

/**
 * The sum of doubles, rounded once: it does not depend on the order of the summands, nor on how they were divided into parts.
 * The summands of a block are cut into three pieces, on grids that suit the largest of them, each of which sums exactly (Demmel
 * and Nguyen, Fast reproducible floating-point summation, 2013); those sums, and what is finer, go to Shewchuk's expansion, which is
 * exact, too (Adaptive precision floating-point arithmetic, 1997).
 */
export class ExactSum {
  private readonly block = new Float64Array(BLOCK);
  private count = 0;
  /** Parts that do not overlap, the smallest first. */
  private parts: number[] = [];
  /** The sum of infinities and NaN. */
  private beyond = 0;

  add(x: number): void {
    this.block[this.count++] = x;
    if (this.count === BLOCK) this.settle();
  }

  /** Adds x·y without rounding it. */
  addProduct(x: number, y: number): void {
    const product = x * y;
    this.add(product);
    this.add(productError(x, y, product));
  }

  /** The parts of the sum, exactly. */
  expansion(): readonly number[] {
    this.settle();
    return this.parts;
  }

  get value(): number {
    this.settle();
    if (this.beyond !== 0) return this.beyond;
    return roundedSum(this.parts);
  }

  private settle(): void {
    const { block, count } = this;
    this.count = 0;
    let most = 0;
    // Not by Math.max, which takes longer than all the rest: NaN is passed over here, and met below.
    for (let i = 0; i < count; i++) {
      const size = Math.abs(block[i]);
      most = size > most ? size : most;
    }
    // Outside, the grids would be, too.
    if (most > 2 ** -800 && most < 2 ** 900) this.addPieces(most, count);
    else for (let i = 0; i < count; i++) this.keep(block[i]);
  }

  /** A number plus 1.5·2^52 units, minus the same, is rounded to the unit: here most·2^-42 at first, up to a power of 2. */
  private addPieces(most: number, count: number): void {
    const { block } = this;
    const top = 1.5 * 2 ** (Math.ceil(Math.log2(most)) + 10);
    const middle = top * STEP;
    const bottom = middle * STEP;
    let upper = 0;
    let mean = 0;
    let lower = 0;
    for (let i = 0; i < count; i++) {
      const x = block[i];
      const first = x + top - top;
      const second = x - first + middle - middle;
      const finer = x - first - second;
      const third = finer + bottom - bottom;
      upper += first;
      mean += second;
      lower += third;
      if (finer !== third) this.keep(finer - third);
    }
    this.keep(lower);
    this.keep(mean);
    this.keep(upper);
  }

  private keep(x: number): void {
    if (x - x !== 0) this.beyond += x;
    else if (x !== 0) this.parts = grown(this.parts, x);
  }
}

const SPLITTER = 2 ** 27 + 1;

/** What a product has lost by rounding, exactly (Dekker 1971); 0 if a factor is beyond 2^996. */
export function productError(x: number, y: number, product: number): number {
  const x1 = upperHalf(x);
  const y1 = upperHalf(y);
  const x2 = x - x1;
  const y2 = y - y1;
  const error = x2 * y2 - (product - x1 * y1 - x2 * y1 - x1 * y2);
  return error - error === 0 ? error : 0;
}

function upperHalf(x: number): number {
  const c = SPLITTER * x;
  return c - (c - x);
}

/** An expansion and one more number. */
function grown(parts: readonly number[], x: number): number[] {
  const next: number[] = [];
  let sum = x;
  for (const part of parts) {
    const [a, b] = Math.abs(sum) < Math.abs(part) ? [part, sum] : [sum, part];
    sum = a + b;
    const rest = b - (sum - a);
    if (rest !== 0) next.push(rest);
  }
  next.push(sum);
  return next;
}

/** Rounded once, to even at a tie: what is below the first rest decides to which side a tie goes. */
function roundedSum(parts: readonly number[]): number {
  let i = parts.length - 1;
  if (i < 0) return 0;
  let sum = parts[i];
  let rest = 0;
  while (i > 0 && rest === 0) {
    const before = sum;
    sum += parts[--i];
    rest = parts[i] - (sum - before);
  }
  if (i > 0 && rest !== 0 && rest > 0 === parts[i - 1] > 0) {
    const twice = 2 * rest;
    const other = sum + twice;
    if (other - sum === twice) return other;
  }
  return sum;
}
