const BARS = "▁▂▃▄▅▆▇█";

/** A bar of one character per count; a blank for zero. */
export function sparkline(counts: readonly number[]): string {
  const most = Math.max(...counts);
  return counts
    .map((count) => (count === 0 ? " " : BARS[Math.max(0, Math.ceil((count / most) * BARS.length) - 1)]))
    .join("");
}
