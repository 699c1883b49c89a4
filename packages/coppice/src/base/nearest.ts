/** The known name closest to a mistyped one, or undefined if none is close enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return bestDistance <= Math.max(2, Math.floor(name.length / 2)) ? best : undefined;
}

/** `; did you mean "x"?`, or an empty string. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const guess = nearest(name, known);
  return guess === undefined ? "" : `; did you mean ${JSON.stringify(guess)}?`;
}

/** Levenshtein distance over the first 64 characters. */
export function editDistance(a: string, b: string): number {
  const from = a.slice(0, 64);
  const to = b.slice(0, 64);
  let previous = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const current = [i];
    for (let j = 1; j <= to.length; j++) {
      const swap = previous[j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      current[j] = Math.min(swap, previous[j] + 1, current[j - 1] + 1);
    }
    previous = current;
  }
  return previous[to.length];
}
