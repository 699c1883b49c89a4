/**
 * Attributes with few bins that are tallied as one: every combination of their bins has a cell, so a row is one addition
 * for all of them. The sums of each attribute are sums of these cells.
 */
export interface Bundle {
  readonly attributes: readonly number[];
  readonly cells: number;
}

/** The cells of a bundle at most; fewer if there are so many bundles that their cells would not stay in the caches. */
const LIMITS = [512, 256, 128, 64, 32];
const MOST_CELLS = 2 ** 13;

/** Attributes with so many cells each in bundles; undefined if that would not save every fifth addition. */
export function bundlesOf(cells: readonly number[]): Bundle[] | undefined {
  const bundles = LIMITS.map((limit) => packed(cells, limit)).find((found) => cellsIn(found) <= MOST_CELLS);
  return bundles && bundles.length > 0 && bundles.length <= 0.8 * cells.length ? bundles : undefined;
}

export function cellsIn(bundles: readonly Bundle[]): number {
  return bundles.reduce((sum, bundle) => sum + bundle.cells, 0);
}

/** The rows from which on bundles are worthwhile: reading their cells takes as long as the additions that they save. */
export function leastRows(bundles: readonly Bundle[], attributes: number): number {
  const read = bundles.reduce((sum, bundle) => sum + bundle.cells * bundle.attributes.length, 0);
  return Math.ceil(read / (attributes - bundles.length));
}

/** The attributes with the most cells first, each in the first bundle with room for it. */
function packed(cells: readonly number[], limit: number): Bundle[] {
  const order = cells.map((_, a) => a).sort((a, b) => cells[b] - cells[a] || a - b);
  const bundles: { attributes: number[]; cells: number }[] = [];
  for (const a of order) {
    const found = bundles.find((bundle) => bundle.cells * cells[a] <= limit);
    if (found === undefined) bundles.push({ attributes: [a], cells: cells[a] });
    else {
      found.attributes.push(a);
      found.cells *= cells[a];
    }
  }
  for (const { attributes } of bundles) attributes.sort((a, b) => a - b);
  return bundles;
}
