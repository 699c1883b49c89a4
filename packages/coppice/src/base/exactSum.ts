const one = new Float64Array(1);
const words = new Uint32Array(one.buffer);
/** Which of the two words of a double has its sign and exponent. */
const HIGH = new Uint8Array(Float64Array.of(-0).buffer)[7] === 0x80 ? 1 : 0;
const LOW = 1 - HIGH;

const EXPONENTS = 2048;
/** Of 53 bits, the lower 27 are summed apart: then so many numbers of one exponent sum without rounding. */
const LOWER = 0xf8000000;
const MOST = 2 ** 25;

/**
 * The sum of doubles, rounded once: it does not depend on the order of the summands, nor on how they were divided into parts.
 * Numbers of one exponent are summed as two halves, each of which is exact; then Shewchuk's expansion of those sums is exact, too
 * (Adaptive precision floating-point arithmetic, 1997).
 */
export class ExactSum {
  /** By exponent, the sum of upper halves and that of lower ones. */
  private readonly halves = new Float64Array(2 * EXPONENTS);
  private count = 0;
  /** Parts that do not overlap, the smallest first. */
  private parts: number[] = [];
  /** The sum of infinities and NaN. */
  private beyond = 0;

  add(x: number): void {
    one[0] = x;
    const exponent = (words[HIGH] >>> 20) & (EXPONENTS - 1);
    if (exponent === EXPONENTS - 1) {
      this.beyond += x;
      return;
    }
    words[LOW] &= LOWER;
    const upper = one[0];
    this.halves[2 * exponent] += upper;
    this.halves[2 * exponent + 1] += x - upper;
    if (++this.count === MOST) this.settle();
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
    if (this.count === 0) return;
    this.count = 0;
    for (const half of this.halves) if (half !== 0) this.parts = grown(this.parts, half);
    this.halves.fill(0);
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
