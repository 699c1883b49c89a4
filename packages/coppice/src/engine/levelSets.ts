/**
 * Sets of levels, as ascending lists of cells. Either side of a division in two could be called left: it is the
 * one with the first cell. Among divisions of equal gain the one with the smallest left side is chosen, then the one with
 * the lowest cells, so that every engine and every shortcut makes the same choice.
 */

/** The side with cell 0 of the division into `run` and the other cells of m. */
export function withFirst(run: readonly number[], m: number): number[] {
  return run.includes(0) ? run.toSorted((a, b) => a - b) : others(run, m);
}

/** The cells that are not in `cells`, ascending. */
export function others(cells: readonly number[], m: number): number[] {
  const inside = new Uint8Array(m);
  for (const c of cells) inside[c] = 1;
  const rest: number[] = [];
  for (let c = 0; c < m; c++) if (inside[c] === 0) rest.push(c);
  return rest;
}

/** Smaller sets first, then the lower cells. */
export function compareSets(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return a.length - b.length;
  const i = a.findIndex((cell, at) => cell !== b[at]);
  return i < 0 ? 0 : a[i] - b[i];
}
