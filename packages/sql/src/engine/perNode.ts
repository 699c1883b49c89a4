/**
 * An expression that depends on the node of a row: by halves, so that a row costs log2(n) comparisons whatever the number of
 * nodes. Rows of other nodes get `otherwise`.
 */
export function perNode(
  cases: readonly (readonly [node: number, expression: string])[],
  otherwise: string,
): string {
  const sorted = [...cases].sort(([a], [b]) => a - b);
  const within = (from: number, to: number): string => {
    if (to - from === 0) return otherwise;
    if (to - from === 1)
      return `CASE WHEN node = ${sorted[from][0]} THEN ${sorted[from][1]} ELSE ${otherwise} END`;
    const middle = (from + to) >> 1;
    return `CASE WHEN node < ${sorted[middle][0]} THEN ${within(from, middle)} ELSE ${within(middle, to)} END`;
  };
  return within(0, sorted.length);
}
