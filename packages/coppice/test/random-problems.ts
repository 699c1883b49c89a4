import fc from "fast-check";
import { type Problem, type ProblemRequest, prepare } from "../src/engine/problem.js";
import type { Test } from "../src/model/test.js";
import type { MissingRule, PlainRule, Surrogate } from "../src/model/tree.js";
import type { Column } from "../src/table/column.js";
import { columnOf, makeTable, selectRows, type Table } from "../src/table/table.js";
import { names, nominal, numeric } from "../src/testing/columns.js";

/** Random tables, problems, tests and missing-value rules, for properties that must hold for all of them. */

const { MAX_VALUE, MIN_VALUE, EPSILON } = Number;
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });

/** Kinds of numbers that have broken learners before. */
const NUMBERS: readonly fc.Arbitrary<number>[] = [
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -500, max: 500 }).map((n) => n / 10),
  fc.double({ min: -1, max: 1, noNaN: true }),
  fc.constant(7),
  anyDouble,
  fc.constantFrom(MAX_VALUE, -MAX_VALUE, 1e308, -1e308, 1.5e308, 8e307, 0),
  fc.integer({ min: -5, max: 5 }).map((n) => n * MIN_VALUE),
  // Adjacent doubles.
  fc.constantFrom(1 - EPSILON / 2, 1, 1 + EPSILON, 1 + 2 * EPSILON),
  fc.constantFrom(0, -0, 1),
  fc.oneof(anyDouble, fc.constantFrom(0, -0, MIN_VALUE, -MIN_VALUE, 1, 1 + EPSILON, MAX_VALUE)),
];
/** Targets whose squares are finite, too. */
const TAME = NUMBERS.slice(0, 4);

const WEIGHTS = {
  integer: fc.integer({ min: 1, max: 4 }),
  fractional: fc.oneof(
    fc.double({ min: 1e-3, max: 10, noNaN: true }),
    fc.constantFrom(1 / 3, 0.1, 2 / 7, 1e-9, 1e6),
  ),
  /** Integers, some of them 0. */
  zero: fc.integer({ min: 0, max: 3 }),
};

export interface TableShape {
  readonly target?: "classes" | "values";
  readonly weights?: "absent" | keyof typeof WEIGHTS;
  readonly minRows?: number;
  readonly maxRows?: number;
  readonly maxAttributes?: number;
  /** False: no value is missing, neither of an attribute nor of the target. */
  readonly missing?: boolean;
}

export interface TableProblem {
  readonly table: Table;
  readonly request: ProblemRequest;
}

type Cell = number | undefined;
interface ColumnPlan {
  readonly type: "numeric" | "nominal" | "ordered";
  readonly levels: number;
  readonly cell: fc.Arbitrary<Cell>;
}

const NAMES = ["x", "__proto__", 'a "b"', "Größe", "constructor", "toString"];

/** A table that can be learned from: at least one row has a target and a positive weight. */
export function tableProblems(shape: TableShape = {}): fc.Arbitrary<TableProblem> {
  const { minRows = 1, maxRows = 40, maxAttributes = 4 } = shape;
  const attributes = fc.array(attributePlan(shape), { minLength: 1, maxLength: maxAttributes });
  return fc.tuple(attributes, targetPlan(shape), weightPlan(shape)).chain(([plans, target, weight]) => {
    const all = [...plans, target, ...(weight ? [weight] : [])];
    const rows = fc.array(fc.tuple(...all.map((plan) => plan.cell)), {
      minLength: minRows,
      maxLength: Math.max(minRows, maxRows),
    });
    return rows.map((cells): TableProblem => {
      const names = [...plans.map((_, a) => NAMES[a] ?? `x${a}`), "y", ...(weight ? ["w"] : [])];
      // Row 0 is always usable: a missing target becomes 0, a weight of 0 becomes 1.
      const columns = all.map((plan, j) =>
        columnFrom(
          plan,
          names[j],
          cells.map((row, i) =>
            i === 0 && j >= plans.length ? row[j] || (j === plans.length ? 0 : 1) : row[j],
          ),
        ),
      );
      return { table: makeTable(columns), request: { target: "y", ...(weight && { weight: "w" }) } };
    });
  });
}

export function problems(shape: TableShape = {}): fc.Arbitrary<Problem> {
  return tableProblems(shape).map(({ table, request }) => prepare(table, request));
}

function numberPlan(kinds: readonly fc.Arbitrary<number>[], missing: boolean): fc.Arbitrary<ColumnPlan> {
  return fc
    .tuple(fc.constantFrom(...kinds), fc.boolean())
    .map(([cell, gaps]) => ({ type: "numeric", levels: 0, cell: withGaps(cell, gaps && missing) }));
}

function levelPlan(
  type: "nominal" | "ordered",
  levels: fc.Arbitrary<number>,
  missing: boolean,
): fc.Arbitrary<ColumnPlan> {
  return fc.tuple(levels, fc.boolean()).map(([count, gaps]) => {
    const cell = withGaps(fc.integer({ min: 0, max: count - 1 }), gaps && missing);
    return { type, levels: count, cell };
  });
}

function withGaps(cell: fc.Arbitrary<number>, gaps: boolean): fc.Arbitrary<Cell> {
  const missing = fc.constant(undefined);
  return gaps ? fc.oneof({ weight: 3, arbitrary: cell }, { weight: 1, arbitrary: missing }) : cell;
}

function attributePlan({ missing = true }: TableShape): fc.Arbitrary<ColumnPlan> {
  // Up to 12 levels: more than are searched exhaustively.
  const levels = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 12 }));
  return fc.oneof(
    numberPlan(NUMBERS, missing),
    levelPlan("nominal", levels, missing),
    levelPlan("ordered", fc.integer({ min: 1, max: 5 }), missing),
  );
}

function targetPlan({ target, missing = true }: TableShape): fc.Arbitrary<ColumnPlan> {
  const classes = levelPlan("nominal", fc.integer({ min: 1, max: 4 }), missing);
  const values = numberPlan(TAME, missing);
  return target === undefined ? fc.oneof(classes, values) : target === "classes" ? classes : values;
}

function weightPlan({ weights }: TableShape): fc.Arbitrary<ColumnPlan | undefined> {
  const { integer, fractional, zero } = WEIGHTS;
  const kinds = weights
    ? [weights === "absent" ? undefined : WEIGHTS[weights]]
    : [undefined, integer, fractional, zero];
  return fc.constantFrom(...kinds).map((cell) => cell && { type: "numeric", levels: 0, cell });
}

function columnFrom({ type, levels }: ColumnPlan, name: string, cells: readonly Cell[]): Column {
  const values = cells.map((cell) => cell ?? (type === "numeric" ? Number.NaN : -1));
  return type === "numeric" ? numeric(name, values) : { ...nominal(name, names("l", levels), values), type };
}

/** Each row repeated by its integer weight, without the weight column: equivalent to the weighted table. */
export function rowsByWeight({ table, request }: TableProblem): TableProblem {
  const weight = columnOf(table, request.weight!);
  if (weight.type !== "numeric") throw new Error("weights are numbers");
  const rows = Array.from(weight.values).flatMap((w, row) => Array.from({ length: w }, () => row));
  const columns = table.columns.filter((column) => column !== weight);
  return { table: selectRows({ rows: table.rows, columns }, rows), request: { target: request.target } };
}

export interface TestWithOutcomes {
  readonly test: Test;
  readonly outcomes: number;
}

/** A test of any kind on one of the problem's attributes, its cut points on, between and beyond the values. */
export function testsOn({ attributes }: Pick<Problem, "attributes">): fc.Arbitrary<TestWithOutcomes> {
  return fc.nat({ max: attributes.length - 1 }).chain((attribute) => {
    const column = attributes[attribute];
    const cutAt = (cut: fc.Arbitrary<number>) =>
      cut.map((threshold) => of({ kind: "threshold", attribute, threshold }));
    if (column.type === "numeric") {
      const known = Array.from(column.values).filter((value) => !Number.isNaN(value));
      const [values, halves] = [known, known.map((x) => x / 2)].map((list) => fc.constantFrom(0, ...list));
      const cut = fc.oneof(anyDouble, values, halves);
      const edges = fc.uniqueArray(cut, { maxLength: 4, comparator: (a, b) => a === b });
      const intervals = edges.map((list) =>
        of({ kind: "intervals", attribute, edges: list.toSorted((a, b) => a - b) }, list.length + 1),
      );
      return fc.oneof(cutAt(cut), intervals);
    }
    const codes = Array.from(column.levels.keys());
    const levels = fc.constant(of({ kind: "levels", attribute }, codes.length));
    if (column.type === "ordered") return fc.oneof(levels, cutAt(fc.constantFrom(...codes)));
    // Some levels may be on neither side: rows with them are treated as missing.
    const sides = listOf(fc.constantFrom(0, 1, 2), codes.length);
    const subsets = sides.map((side) => {
      const [left, right] = [0, 1].map((which) => codes.filter((code) => side[code] === which));
      return of({ kind: "subset", attribute, left, right });
    });
    return fc.oneof(levels, subsets);
  });
}

const of = (test: Test, outcomes = 2): TestWithOutcomes => ({ test, outcomes });

const listOf = <T>(each: fc.Arbitrary<T>, length: number) =>
  fc.array(each, { minLength: length, maxLength: length });

/** Any rule; if the problem is given, also with surrogates on its attributes. */
export function missingRules(
  outcomes: number,
  problem?: Pick<Problem, "attributes">,
): fc.Arbitrary<MissingRule> {
  const plain = plainRules(outcomes);
  if (problem === undefined) return plain;
  // Up to three surrogates on any attributes; some of their outcomes may be undecided.
  const surrogate = testsOn(problem).chain(({ test, outcomes: own }) =>
    listOf(fc.integer({ min: -1, max: outcomes - 1 }), own).map(
      (to): Surrogate => ({ test, to, agreement: 0.5, adjusted: 0.1 }),
    ),
  );
  const surrogates = fc
    .tuple(fc.array(surrogate, { maxLength: 3 }), plain)
    .map(([list, otherwise]): MissingRule => ({ kind: "surrogates", surrogates: list, otherwise }));
  return fc.oneof(plain, surrogates);
}

/** One branch, or shares that sum to 1 up to rounding, some of them 0. */
function plainRules(outcomes: number): fc.Arbitrary<PlainRule> {
  const branch = fc.nat({ max: outcomes - 1 }).map((to): PlainRule => ({ kind: "branch", to }));
  const share = listOf(fc.integer({ min: 0, max: 10 }), outcomes)
    .filter((list) => list.some((part) => part > 0))
    .map((list): PlainRule => {
      const total = list.reduce((a, b) => a + b, 0);
      return { kind: "share", shares: list.map((part) => part / total) };
    });
  return fc.oneof(branch, share);
}
