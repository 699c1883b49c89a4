/** Round numbers (1, 2 or 5 times a power of ten) from `least` to `most`, about `count` of them. */
export function ticks(least: number, most: number, count: number): number[] {
  if (!(most > least)) return [least];
  const rough = (most - least) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = rough / power;
  const step = power * (factor > 5 ? 10 : factor > 2 ? 5 : factor > 1 ? 2 : 1);
  const from = Math.ceil(least / step - 1e-9);
  const to = Math.floor(most / step + 1e-9);
  // An integer times the step, not a running sum: 0.3 is 3 × 0.1 to the last digit shown.
  return Array.from({ length: to - from + 1 }, (_, i) => Number(((from + i) * step).toPrecision(12)));
}

/** A tick's number, short: `0.25`, `1500`, `2e+6`. */
export function tickText(x: number): string {
  const size = Math.abs(x);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return Number(x.toPrecision(4)).toExponential();
  return String(Number(x.toPrecision(6)));
}

/** The least and greatest of the finite numbers; widened if they are equal. */
export function extent(numbers: Iterable<number>): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of numbers) {
    if (!Number.isFinite(x)) continue;
    least = Math.min(least, x);
    most = Math.max(most, x);
  }
  if (least > most) return [0, 1];
  if (least < most) return [least, most];
  const room = Math.abs(least) * 0.05 || 1;
  return [least - room, most + room];
}
