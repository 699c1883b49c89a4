/** The points x with Σ coefficients·x < below: what a linear test asks. */
export interface HalfSpace {
  readonly coefficients: readonly number[];
  readonly below: number;
}

/**
 * The half-spaces without those that the others imply (D 8.4.2: of four conditions on the way to a leaf two are enough).
 * Taken one after another, so that of two that imply each other the later stays.
 */
export function neededHalfSpaces<H extends HalfSpace>(all: readonly H[]): H[] {
  let needed = [...all];
  for (const one of all) {
    const others = needed.filter((other) => other !== one);
    if (isImplied(one, others)) needed = others;
  }
  return needed;
}

const EPSILON = 1e-9;

/**
 * Whether all points of the others are points of `one`. By Farkas' lemma that is so where its coefficients are a sum of the
 * others' with weights of at least 0 and the same weights bring their bounds to no more than its own. (Others that have no
 * point in common imply anything; they are not looked for, since some row comes to every leaf.) The weights of the least
 * bound are found by the simplex method.
 */
export function isImplied(one: HalfSpace, others: readonly HalfSpace[]): boolean {
  const scaled = [one, ...others].map(unit);
  const [goal, ...rest] = scaled;
  if (goal.coefficients.every((c) => c === 0)) return goal.below > 0;
  const least = leastBound(goal, rest);
  return least !== undefined && least <= goal.below + EPSILON;
}

/** The same half-space with coefficients of length 1. */
function unit({ coefficients, below }: HalfSpace): HalfSpace {
  const length = Math.sqrt(coefficients.reduce((sum, c) => sum + c * c, 0));
  if (length === 0) return { coefficients, below };
  return { coefficients: coefficients.map((c) => c / length), below: below / length };
}

/** min Σ w·below over w >= 0 with Σ w·coefficients = goal's; undefined where no weights do, -Infinity without an end. */
function leastBound(goal: HalfSpace, others: readonly HalfSpace[]): number | undefined {
  const dimensions = goal.coefficients.length;
  const count = others.length;
  // One row a dimension: weights, an artificial weight for the start, and what they must come to (at least 0).
  const rows = goal.coefficients.map((target, d) => {
    const sign = target < 0 ? -1 : 1;
    const start = Array.from({ length: dimensions }, (_, i) => (i === d ? 1 : 0));
    return [...others.map(({ coefficients }) => sign * coefficients[d]), ...start, sign * target];
  });
  const basis = goal.coefficients.map((_, d) => count + d);
  const isArtificial = (column: number) => column >= count;
  const start = simplex(rows, basis, (column) => (isArtificial(column) ? 1 : 0), count + dimensions);
  if (start > EPSILON) return undefined;
  return simplex(rows, basis, (column) => (isArtificial(column) ? 0 : others[column].below), count);
}

/** Minimises the cost by Bland's rule, which cannot go in circles; only the first `columns` may come in. */
function simplex(
  rows: number[][],
  basis: number[],
  cost: (column: number) => number,
  columns: number,
): number {
  for (;;) {
    const enters = Array.from({ length: columns }, (_, column) => column).find((column) => {
      const reduced = rows.reduce((left, row, r) => left - cost(basis[r]) * row[column], cost(column));
      return !basis.includes(column) && reduced < -EPSILON;
    });
    if (enters === undefined)
      return rows.reduce((sum, row, r) => sum + cost(basis[r]) * row[row.length - 1], 0);
    const leaves = leaving(rows, basis, enters, columns);
    if (leaves < 0) return Number.NEGATIVE_INFINITY;
    pivot(rows, leaves, enters);
    basis[leaves] = enters;
  }
}

/**
 * The row that limits the entering column most, the lowest column among equals; -1 where none does. A weight that may not
 * come in again, left over at 0, goes first: it must not become more than that.
 */
function leaving(
  rows: readonly (readonly number[])[],
  basis: readonly number[],
  enters: number,
  columns: number,
): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (const [r, row] of rows.entries()) {
    if (basis[r] >= columns && Math.abs(row[enters]) > EPSILON) return r;
    if (row[enters] <= EPSILON) continue;
    const ratio = row[row.length - 1] / row[enters];
    const isTie = Math.abs(ratio - least) <= EPSILON;
    if (ratio < least - EPSILON || (isTie && basis[r] < basis[best])) [best, least] = [r, ratio];
  }
  return best;
}

function pivot(rows: number[][], at: number, column: number): void {
  const factor = rows[at][column];
  rows[at] = rows[at].map((x) => x / factor);
  rows.forEach((row, r) => {
    if (r === at || row[column] === 0) return;
    const times = row[column];
    rows[r] = row.map((x, c) => x - times * rows[at][c]);
  });
}
