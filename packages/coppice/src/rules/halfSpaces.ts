/** The points x with Σ coefficients·x < below: the condition of a linear split. */
export interface HalfSpace {
  readonly coefficients: readonly number[];
  readonly below: number;
}

/**
 * The half-spaces without those that the others imply (D 8.4.2: of four conditions on the path to a leaf two are
 * enough). They are checked in order, so that of two that imply each other the later is kept.
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
 * Whether the intersection of the others lies in `one`. By Farkas' lemma this holds if its coefficients are a
 * non-negative combination of the others' and the same weights give a bound no greater than its own. (An empty
 * intersection implies anything; this case is not checked, since some row reaches every leaf.) The weights with the
 * least bound are found by the simplex method.
 */
export function isImplied(one: HalfSpace, others: readonly HalfSpace[]): boolean {
  const scaled = [one, ...others].map(unit);
  const [goal, ...rest] = scaled;
  if (goal.coefficients.every((c) => c === 0)) return goal.below > 0;
  const least = leastBound(goal, rest);
  return least !== undefined && least <= goal.below + EPSILON;
}

/** The same half-space with coefficients of norm 1. */
function unit({ coefficients, below }: HalfSpace): HalfSpace {
  const length = Math.sqrt(coefficients.reduce((sum, c) => sum + c * c, 0));
  if (length === 0) return { coefficients, below };
  return { coefficients: coefficients.map((c) => c / length), below: below / length };
}

/** min Σ w·below over w >= 0 with Σ w·coefficients = goal's; undefined if infeasible, -Infinity if unbounded. */
function leastBound(goal: HalfSpace, others: readonly HalfSpace[]): number | undefined {
  const dimensions = goal.coefficients.length;
  const count = others.length;
  // One row per dimension: the weights, an artificial variable, and the right-hand side (≥ 0).
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

/** Minimises the cost by Bland's rule, which cannot cycle; only the first `columns` may enter the basis. */
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
 * The row that limits the entering column most, the lowest column among ties; -1 if none does. An artificial variable
 * left in the basis at 0 leaves first, since it must not become positive.
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
