import { random } from "../../base/random.js";
import { NaiveEngine } from "../../engine/naive/engine.js";
import type { Engine } from "../../engine/port.js";
import type { Criterion } from "../../learn/criterion/criterion.js";
import { completed, type OwnCriterion } from "../../learn/criterion/ownCriterion.js";
import { fitJob, fitTable, fitWith } from "../../learn/fit.js";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { fullCart } from "../fullCart.js";
import { mixedTable } from "../mixedTable.js";
import { modelDifference } from "../modelDifference.js";
import { type Check, checksOf, ensure } from "./check.js";

const DRAWS = 200;
const TOLERANCE = 1e-9;

/**
 * What every criterion must do: an impurity that is 0 for pure rows, never negative, never raised by a split and proportional to the
 * weight; what it declares besides (two classes, a part of the drop, concavity) agrees with it; and a tree that is grown by it gains
 * by its tests, whether an engine knows its rule or not. `choice` is what the option `criterion` takes: a name, or the criterion.
 *
 * ```ts
 * for (const { name, run } of criterionContract(mine)) it(name, run);
 * ```
 */
export function criterionContract(own: OwnCriterion | Criterion, choice: string | object = own): Check[] {
  const criterion = completed(own);
  const { impurityOfTwo, partOfDrop, concave, task, pair, scorer } = criterion;
  // Impurities that are computed from sums.
  const bySums = scorer === undefined;
  return [
    ...checksOf(criterion, [
      [bySums, "is 0 for no rows and for pure rows", checkPure],
      [bySums, "is never negative, and no split raises it", checkDrops],
      [bySums, "is proportional to the weight", checkWeight],
      [bySums, "reads its own cells only", checkOffset],
      [bySums && impurityOfTwo !== undefined, "of two classes is the same", checkTwo],
      [bySums && partOfDrop !== undefined, "drops by as much as the part of it does", checkPart],
      [bySums && concave && task === "classification", "is lowered where classes part", checkConcave],
      [
        bySums && pair !== undefined,
        "values a split whose sides are alike at 0, and no split below it",
        checkPair,
      ],
    ]),
    { name: "gains by the tests of a tree", run: () => checkGains(criterion, choice) },
    { name: "grows the tree of the naive engine", run: () => checkEngines(criterion, choice) },
  ];
}

const impurityOf = ({ impurity }: Criterion, cells: readonly number[]) =>
  impurity(Float64Array.from(cells), 0, cells.length);

/** Class weights, or weight, Σu and Σu² of random rows; of the second kind of a side of a split, too. */
function drawnSides(criterion: Criterion, seed: number): [number[], number[]] {
  const rng = random(seed);
  const side = () => {
    if (criterion.task === "classification")
      return Array.from({ length: 4 }, () => (rng.below(4) === 0 ? 0 : 1000 * rng.uniform()));
    const cells = [0, 0, 0];
    for (let row = rng.below(6); row >= 0; row--) {
      const [weight, u] = [1 + rng.below(3), rng.below(21) - 10];
      cells[0] += weight;
      cells[1] += weight * u;
      cells[2] += weight * u * u;
    }
    return cells;
  };
  return [side(), side()];
}

const sumOf = (left: readonly number[], right: readonly number[]) => left.map((w, k) => w + right[k]);

function forDraws(
  criterion: Criterion,
  check: (left: number[], right: number[], scale: number) => void,
): void {
  for (let seed = 0; seed < DRAWS; seed++) {
    const [left, right] = drawnSides(criterion, seed);
    const all = sumOf(left, right);
    check(left, right, TOLERANCE * (1 + Math.max(...all.map(Math.abs))));
  }
}

function checkPure(criterion: Criterion): void {
  const pure = criterion.task === "classification" ? [[0, 7, 0]] : [[2.5, 5, 10]]; // all u = 2
  for (const cells of [[0, 0, 0], ...pure]) {
    const found = impurityOf(criterion, cells);
    ensure(found === 0, `the impurity of ${cells} is ${found}, but these rows are pure`);
  }
}

function checkDrops(criterion: Criterion): void {
  forDraws(criterion, (left, right, tolerance) => {
    const [all, l, r] = [sumOf(left, right), left, right].map((cells) => impurityOf(criterion, cells));
    ensure(l >= 0 && r >= 0, `the impurity of ${l < 0 ? left : right} is ${Math.min(l, r)}`);
    ensure(
      all - l - r >= -tolerance,
      `a split into ${left} and ${right} raises the impurity from ${all} to ${l + r}`,
    );
  });
}

function checkWeight(criterion: Criterion): void {
  forDraws(criterion, (left, _, tolerance) => {
    const [once, thrice] = [left, left.map((w) => 3 * w)].map((cells) => impurityOf(criterion, cells));
    ensure(
      Math.abs(thrice - 3 * once) <= 10 * tolerance,
      `rows of three times the weight have an impurity of ${thrice}, but 3 × ${once} is wanted`,
    );
  });
}

function checkOffset(criterion: Criterion): void {
  forDraws(criterion, (left) => {
    const within = criterion.impurity(Float64Array.of(99, ...left, 99), 1, left.length);
    const alone = impurityOf(criterion, left);
    ensure(within === alone, `the impurity of ${left} is ${alone}, but ${within} between other cells`);
  });
}

function checkTwo(criterion: Criterion): void {
  forDraws(criterion, ([a, b], _, tolerance) => {
    const [two, all] = [criterion.impurityOfTwo!(a, b), impurityOf(criterion, [a, b])];
    ensure(
      Math.abs(two - all) <= tolerance,
      `impurityOfTwo(${a}, ${b}) is ${two}, but the impurity is ${all}`,
    );
  });
}

function checkPart(criterion: Criterion): void {
  const part = (cells: readonly number[]) => criterion.partOfDrop!(Float64Array.from(cells), 0);
  forDraws(criterion, (left, right, tolerance) => {
    const both = sumOf(left, right);
    const [found, wanted] = [part, (cells: readonly number[]) => impurityOf(criterion, cells)].map(
      (of) => of(both) - of(left) - of(right),
    );
    ensure(
      Math.abs(found - wanted) <= 10 * tolerance,
      `into ${left} and ${right} the part drops by ${found}, but the impurity by ${wanted}`,
    );
  });
}

function checkConcave(criterion: Criterion): void {
  // Of the second, one class is the larger on both sides: an impurity of straight lines stays as it is.
  const rights = [1, 2].map((first) => [first, 2]);
  for (const right of rights) {
    const left = [5 - right[0], 3 - right[1]];
    const [all, l, r] = [sumOf(left, right), left, right].map((cells) => impurityOf(criterion, cells));
    ensure(
      all - l - r > 0.01,
      `it is declared concave, but a split into ${left} and ${right} lowers it by ${all - l - r}`,
    );
  }
}

function checkPair(criterion: Criterion): void {
  forDraws(criterion, (left, right, tolerance) => {
    const pair = (l: readonly number[], r: readonly number[]) =>
      criterion.pair!(Float64Array.from(l), Float64Array.from(r), l.length);
    ensure(pair(left, right) >= 0, `the split into ${left} and ${right} is worth ${pair(left, right)}`);
    const alike = pair(
      left,
      left.map((w) => 2 * w),
    );
    ensure(Math.abs(alike) <= tolerance, `a split whose sides are alike, ${left}, is worth ${alike}`);
  });
}

function tableFor({ task }: Criterion) {
  return mixedTable({ rows: 80, seed: 3, target: task === "classification" ? "classes" : "values" });
}

const requestFor = (choice: string | object) => ({
  target: "y",
  learner: fullCart,
  options: { criterion: choice, maxDepth: 4 },
});

function checkGains(criterion: Criterion, choice: string | object): void {
  const { nodes } = fitTable(tableFor(criterion), requestFor(choice)) as TreeModel;
  ensure(nodes.length > 1, "the tree has no test, though the target depends on several attributes");
  nodes.forEach((node, i) => {
    if (!isSplit(node)) return;
    ensure(node.gain >= 0, `the test of node ${i} gains ${node.gain}`);
    // Only an impurity that is not strictly concave may be left as it is by a test that parts the classes.
    const mustGain = i === 0 || criterion.concave;
    ensure(node.gain > 0 || !mustGain, `the test of node ${i} gains nothing`);
  });
}

function checkEngines(criterion: Criterion, choice: string | object): void {
  const table = tableFor(criterion);
  const usual = fitTable(table, requestFor(choice)) as TreeModel;
  const naive = fitWith(fitJob(table, requestFor(choice)), (problem): Engine => new NaiveEngine(problem));
  const difference = modelDifference(usual, naive);
  ensure(difference === undefined, `not the tree of the naive engine: ${difference}`);
}
