// The benchmarks' arithmetic. Tested in packages/coppice/test/bench.test.ts.

/**
 * The minimum of all first fits (cold), of all fits (warm), of the predictions, the memory and the whole command; the score
 * of the last. A reading that also saved the model counts for the whole command and its memory only if all did.
 */
export function leastOf(readings) {
  const least = (what, among = readings) => {
    const known = among.flatMap((reading) => reading[what] ?? []);
    return known.length > 0 ? { [what]: Math.min(...known) } : {};
  };
  const plain = readings.filter((reading) => !reading.saved);
  const whole = plain.length > 0 ? plain : readings;
  const first = readings.flatMap((reading) => reading.fits.slice(0, 1));
  const { score } = readings.at(-1);
  return {
    ...(first.length > 0 && {
      cold: Math.min(...first),
      warm: Math.min(...readings.flatMap((reading) => reading.fits)),
    }),
    ...least("predict"),
    ...least("oneRow"),
    ...least("memory"),
    ...least("read"),
    ...least("wall", whole),
    ...least("peak", whole),
    ...(score !== undefined && { score }),
  };
}

/** How many times as much the rival needs; undefined if either is not known. */
export function ratio(ours, rivals) {
  return ours > 0 && rivals > 0 ? rivals / ours : undefined;
}

/**
 * The exponent b in seconds ≈ a·size^b, by least squares on logarithms, and the share of variance explained (R²). For
 * n log n the exponent is a little above 1.
 */
export function exponentOf(sizes, seconds) {
  const [x, y] = [sizes.map(Math.log), seconds.map(Math.log)];
  const [mx, my] = [mean(x), mean(y)];
  const xy = x.reduce((sum, value, i) => sum + (value - mx) * (y[i] - my), 0);
  const xx = x.reduce((sum, value) => sum + (value - mx) ** 2, 0);
  const yy = y.reduce((sum, value) => sum + (value - my) ** 2, 0);
  return { exponent: xy / xx, explained: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}

function mean(values) {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

/** Three significant digits. */
export function figure(x) {
  if (x === undefined || Number.isNaN(x)) return "–";
  return x >= 100
    ? x.toFixed(0)
    : x >= 10
      ? x.toFixed(1)
      : x >= 1
        ? x.toFixed(2)
        : x.toFixed(x >= 0.1 ? 3 : 4);
}
