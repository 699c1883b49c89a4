/**
 * An expression that looks up the whole number `index`, 0 to n - 1, in a list of n expressions: by halves, so that a row
 * costs log2(n) comparisons and nesting stays shallow.
 */
export function lookup(index: string, list: readonly string[], from = 0, to = list.length): string {
  if (to - from === 1) return list[from];
  if (isConstant(list, from, to)) return list[from];
  const middle = (from + to) >> 1;
  const [low, high] = [lookup(index, list, from, middle), lookup(index, list, middle, to)];
  return low === high ? low : `CASE WHEN ${index} < ${middle} THEN ${low} ELSE ${high} END`;
}

function isConstant(list: readonly string[], from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (list[i] !== list[from]) return false;
  return true;
}
