import { OptimalKernel, type OptimalTable, type TwoLevels } from "../../kernels/drivers/optimal.js";
import type { Team } from "../../kernels/team.js";
import { divide } from "./divide.js";
import { allRows, greedyTree, mostPromisingFirst, otherGreedyTrees } from "./greedy.js";
import { type Range, rangesOf, remaining, shareOut } from "./ranges.js";
import { RowSets } from "./rowSets.js";
import type { Solution } from "./solution.js";
import { leafCost, sumsOf } from "./sums.js";

/** What the best tree is sought among. */
export interface SearchLimits {
  readonly depth: number;
  /** The most tests in the whole tree. */
  readonly tests: number;
  /** What a leaf costs besides its errors. */
  readonly price: number;
  /** Searches of two levels after which the best tree so far is taken; absent: when it is proved. */
  readonly steps?: number;
  /** Asked between searches: whether to stop with the best tree so far. */
  readonly isLate?: () => boolean;
}

export interface Found {
  readonly best: Solution;
  /** No tree within the limits costs less than this. */
  readonly bound: number;
  /** Searches of two levels that it took. */
  readonly steps: number;
}

/** A set of rows: what the best tree of them costs at least; and that tree, where the bound is its cost. */
interface Known {
  readonly bound: number;
  readonly solution?: Solution;
}

/** A set of rows that is being searched. */
interface Open {
  readonly rows: Uint32Array;
  readonly depth: number;
  /** What a tree must cost less than. */
  best: number;
  solution: Solution | undefined;
  readonly ranges: Range[];
}

/** Entries in the memory of solved sets: about 100 MB. */
const MOST_KNOWN = 300_000;
/** Sets of fewer rows are solved again faster than they are looked up. */
const FEW_ROWS = 32;
/** A threshold that loses is searched on until it has lost by this share of the rows of its range. By measurement. */
const SLACK = 0.3;

/**
 * Finds the tree of least cost within the limits, by dynamic programming over sets of rows with branch and bound over tests.
 *
 * A side of a test costs no less than any part of it, so two thresholds that were tried bound all between them; and where
 * every row costs at most 1, one that loses by n rules out all within n rows of it (Briţa, van der Linden, Demirović: Optimal
 * classification trees for continuous feature data, 2025). Sets of rows met again are recognised. Trees of two levels are
 * the kernel's.
 */
export class OptimalSearch {
  private readonly kernel: OptimalKernel;
  private readonly order: readonly number[];
  private readonly sets: RowSets;
  private readonly known = new Map<string, Known>();
  private steps = 0;
  private isStopped = false;

  constructor(
    private readonly table: OptimalTable,
    private readonly limits: SearchLimits,
    team: Team,
    pairs?: boolean,
  ) {
    this.order = mostPromisingFirst(table);
    this.kernel = new OptimalKernel(team, table, this.order, pairs);
    this.sets = new RowSets(table.rows);
  }

  /** Yields how much of the gap between the best tree and what none can do better than is closed, from 0 to 1. */
  *search(): Generator<number, Found, void> {
    const { depth, tests, price } = this.limits;
    const start = greedyTree(this.table, depth, tests, price);
    const node = this.open(allRows(this.table), depth, tests, start.cost);
    node.solution ??= start;
    const first = node.best;
    // The range with the least bound first: the bound of all rises as fast as it can.
    while (node.ranges.length > 0 && !this.isStopped) {
      const next = leastBound(node.ranges);
      const [range] = node.ranges.splice(next, 1);
      if (range.left + range.right < node.best) this.tryRange(node, range);
      if (this.isStopped) node.ranges.push(range);
      yield closed(first, node);
    }
    const bound = node.ranges.reduce((least, { left, right }) => Math.min(least, left + right), node.best);
    const found = { ...node.solution, cost: node.best };
    const best = node.ranges.length > 0 ? this.noWorseThanGreedy(found) : found;
    return { best, bound, steps: this.steps };
  }

  private noWorseThanGreedy(found: Solution): Solution {
    const { depth, tests, price } = this.limits;
    const others = otherGreedyTrees(this.table, depth, tests, price);
    return others.reduce((best, one) => (one.cost < best.cost ? one : best), found);
  }

  /** What is known of a set of rows when trees that cost `limit` or more are of no interest. */
  private solve(rows: Uint32Array, depth: number, tests: number, limit: number): Known {
    if (this.isStopped) return { bound: this.limits.price };
    // Two tests make no more than two levels.
    const levels = depth <= 2 || tests <= 2 ? Math.min(depth, 2) : depth;
    const most = Math.min(tests, 2 ** levels - 1);
    if (rows.length < FEW_ROWS) return this.solveAnew(rows, levels, most, limit);
    const name = `${this.sets.nameOf(rows)}${levels},${most}`;
    const before = this.known.get(name);
    if (before && (before.solution || before.bound >= limit)) return before;
    const now = this.solveAnew(rows, levels, most, limit);
    if (this.isStopped) return now;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(name, now);
    return now;
  }

  private solveAnew(rows: Uint32Array, depth: number, tests: number, limit: number): Known {
    if (depth <= 2) return this.twoLevels(rows, depth, tests, limit);
    const node = this.open(rows, depth, tests, limit);
    while (node.ranges.length > 0) {
      const range = node.ranges.pop()!;
      if (range.left + range.right < node.best) this.tryRange(node, range);
      if (this.isStopped) return { bound: this.limits.price };
    }
    return node.solution ? { bound: node.best, solution: node.solution } : { bound: limit };
  }

  private twoLevels(rows: Uint32Array, depth: number, tests: number, limit: number): Known {
    const { price } = this.limits;
    if (depth === 0 || tests === 0) {
      const cost = this.leafCost(rows);
      return { bound: cost, solution: { cost } };
    }
    this.steps++;
    if (this.steps === this.limits.steps || this.limits.isLate?.()) this.isStopped = true;
    const found = this.kernel.search(rows, { tests: depth === 1 ? 1 : tests, price, limit });
    return found.cost < limit ? { bound: found.cost, solution: this.solutionOf(found) } : { bound: limit };
  }

  /** With its leaf and its best tree of two levels tried. */
  private open(rows: Uint32Array, depth: number, tests: number, limit: number): Open {
    const { price } = this.limits;
    const { attributes } = this.table;
    const node: Open = { rows, depth, best: limit, solution: undefined, ranges: [] };
    const known = this.solve(rows, Math.min(2, depth), tests, limit);
    if (known.solution && known.bound < limit)
      Object.assign(node, { best: known.bound, solution: known.solution });
    // Nothing is cheaper than two leaves without errors, and then one.
    if (depth <= 2 || node.best <= 2 * price) return node;
    for (const share of shareOut(tests, depth))
      for (const a of this.order) node.ranges.push(...rangesOf(attributes, a, rows, share, price));
    // They are taken from the end.
    node.ranges.reverse();
    return node;
  }

  /** Tries the middle of a range, and keeps what remains of it open. */
  private tryRange(node: Open, range: Range): void {
    const { attribute, spread, from, to } = range;
    const middle = (from + to) >> 1;
    const test = spread ? spread.codes[middle] : middle;
    const [left, right] = divide(this.table.attributes[attribute], test, node.rows);
    if (left.length === 0 || right.length === 0) return;
    const slack = this.table.isPlain && spread ? Math.floor(SLACK * rowsIn(range)) : 0;
    const known = this.solveSides(node, range, left, right, slack);
    const cost = known.left.bound + known.right.bound;
    if (cost < node.best && known.left.solution && known.right.solution) {
      node.best = cost;
      const sides = { left: known.left.solution, right: known.right.solution };
      node.solution = { cost, split: { attribute, test, ...sides } };
    }
    const lead = this.table.isPlain ? cost - node.best : 0;
    node.ranges.push(...remaining(range, middle, known.left.bound, known.right.bound, lead));
  }

  /** The smaller side first: it may settle the matter. */
  private solveSides(node: Open, range: Range, left: Uint32Array, right: Uint32Array, slack: number) {
    const { depth, best } = node;
    const [leftTests, rightTests] = range.tests;
    const onLeft = (limit: number) => this.solve(left, depth - 1, leftTests, limit);
    const onRight = (limit: number) => this.solve(right, depth - 1, rightTests, limit);
    const isLeftFirst = left.length <= right.length;
    const [solveOne, solveOther] = isLeftFirst ? [onLeft, onRight] : [onRight, onLeft];
    const least = isLeftFirst ? range.right : range.left;
    const one = solveOne(best - least + slack);
    const isSettled = one.bound + least >= best;
    const other: Known = isSettled ? { bound: least } : solveOther(best - one.bound + slack);
    return isLeftFirst ? { left: one, right: other } : { left: other, right: one };
  }

  private leafCost(rows: Uint32Array): number {
    return leafCost(this.table, sumsOf(this.table, rows)) + this.limits.price;
  }

  private solutionOf({ cost, first, left, right }: TwoLevels): Solution {
    if (first < 0) return { cost };
    const leaf = (test: number): Solution =>
      test < 0
        ? { cost: 0 }
        : { cost: 0, split: { ...this.testOf(test), left: { cost: 0 }, right: { cost: 0 } } };
    return { cost, split: { ...this.testOf(first), left: leaf(left), right: leaf(right) } };
  }

  /** The attribute of a test of the kernel's, and its number there. */
  private testOf(number: number): { attribute: number; test: number } {
    const { firstTests } = this.kernel;
    let attribute = 0;
    while (firstTests[attribute + 1] <= number) attribute++;
    return { attribute, test: number - firstTests[attribute] };
  }
}

function rowsIn({ spread, from, to }: Range): number {
  return spread!.upTo[to] - (from > 0 ? spread!.upTo[from - 1] : 0);
}

function leastBound(ranges: readonly Range[]): number {
  let least = ranges.length - 1;
  for (let i = least - 1; i >= 0; i--)
    if (ranges[i].left + ranges[i].right < ranges[least].left + ranges[least].right) least = i;
  return least;
}

function closed(first: number, { best, ranges }: Open): number {
  const bound = ranges.reduce((least, { left, right }) => Math.min(least, left + right), best);
  return first > 0 ? Math.min(1, 1 - (best - bound) / first) : 1;
}
