import { CoppiceError, mustBe } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import { inspect } from "../../table/infer.js";
import type { Wording } from "../../table/remedy.js";
import { isStringType } from "../../table/schema.js";
import { columnOf, type Table, type Warning } from "../../table/table.js";
import { examineTraining } from "../../table/training/trainingFrom.js";
import { type ColumnDescription, describeColumn } from "./describeColumn.js";
import { checkTargetType, describeTarget, type TargetDescription } from "./describeTarget.js";
import { byInformativeness, type OneWay, oneWay } from "./oneWay.js";
import type { Outcome } from "./outcome.js";
import { noOutcome, outcomeOf } from "./outcomeOf.js";
import { bestPairs, grouped, type TwoWay, twoWay } from "./twoWay.js";

export interface DescribeOptions {
  readonly target?: string;
  /** The columns to compare with the target; default: those that a learner would use. */
  readonly attributes?: readonly string[];
  /** As for learning: the weight column, columns to exclude, and columns to include again. */
  readonly weight?: string | undefined;
  readonly ignore?: readonly string[];
  readonly use?: readonly string[];
  /** Pairs of columns to cross-tabulate. */
  readonly pair?: readonly (readonly [string, string])[];
  /** The number of pairs of attributes to show, the most informative about the target. */
  readonly pairs?: number;
  /** Columns whose type was declared: no warnings are issued for them. */
  readonly declared?: ReadonlySet<string>;
  /** Warnings of the reader; absent: the table is inspected. */
  readonly warnings?: readonly Warning[];
}

/** The summary of a table. Plain data. */
export interface Description {
  readonly rows: number;
  /** In the table's order. */
  readonly columns: readonly ColumnDescription[];
  readonly target?: TargetDescription;
  /** The number of one-way and of two-way tables of the attributes. */
  readonly tables: { readonly oneWay: number; readonly twoWay: number };
  /** Each attribute against the target, most informative first; empty without a target. */
  readonly attributes: readonly OneWay[];
  /** The requested pairs, then the best ones. */
  readonly pairs: readonly TwoWay[];
  readonly warnings: readonly Warning[];
}

/** `wording` determines how errors name options. */
export function describeTable(
  table: Table,
  options: DescribeOptions = {},
  wording: Wording = "option",
): Description {
  const { target } = options;
  checkOptions(table, options);
  const known = target === undefined ? withoutTarget(table, options) : withTarget(table, options, wording);
  // A table of which string goes with which target says nothing about strings.
  const attributes = known.attributes
    .map((name) => columnOf(known.table, name))
    .filter(({ type }) => !isStringType(type));
  const outcome = target === undefined ? noOutcome(table.rows) : outcomeOf(columnOf(known.table, target));
  return {
    rows: table.rows,
    columns: table.columns.map(describeColumn),
    ...(target !== undefined && { target: describeTarget(columnOf(known.table, target)) }),
    tables: { oneWay: tableCount(attributes.length, 1), twoWay: tableCount(attributes.length, 2) },
    attributes:
      target === undefined ? [] : attributes.map((column) => oneWay(column, outcome)).sort(byInformativeness),
    pairs: [...namedPairs(known.table, options, outcome), ...chosenPairs(attributes, options, outcome)],
    warnings: known.warnings,
  };
}

/** The rows and columns that are summarised, and the warnings about them. */
interface TableInUse {
  readonly table: Table;
  readonly attributes: readonly string[];
  readonly warnings: readonly Warning[];
}

/** As a learner would use them; what would be an error there is only a warning here. */
function withTarget(table: Table, options: DescribeOptions, wording: Wording): TableInUse {
  const { declared, warnings, ...request } = options;
  const input = { table, ...(declared && { declared }), ...(warnings && { warnings }) };
  const { training, fault } = examineTraining(input, request, wording);
  return { ...training, warnings: [...training.warnings, ...(fault === undefined ? [] : [fault])] };
}

function withoutTarget(table: Table, options: DescribeOptions): TableInUse {
  const { declared = new Set<string>(), warnings = inspect(table, declared) } = options;
  const left = new Set([options.weight, ...(options.ignore ?? [])]);
  const attributes = table.columns.filter(({ name, type }) => !isStringType(type) && !left.has(name));
  return { table, attributes: options.attributes ?? attributes.map(({ name }) => name), warnings };
}

/** The number of `ways`-way tables of `attributes` attributes: 16, 120, 560 … for 16. */
export function tableCount(attributes: number, ways: number): number {
  let count = 1;
  for (let i = 0; i < ways; i++) count = (count * (attributes - i)) / (i + 1);
  return Math.max(0, count);
}

function namedPairs(table: Table, { pair = [] }: DescribeOptions, outcome: Outcome): TwoWay[] {
  return pair.map(([first, second]) => {
    const [a, b] = grouped([columnOf(table, first), columnOf(table, second)]);
    return twoWay([first, second], a, b, outcome);
  });
}

function chosenPairs(
  attributes: readonly Column[],
  { pairs = 0 }: DescribeOptions,
  outcome: Outcome,
): TwoWay[] {
  if (pairs === 0) return [];
  const groupings = grouped(attributes);
  return bestPairs(groupings, outcome, pairs).map(([i, j]) =>
    twoWay([attributes[i].name, attributes[j].name], groupings[i], groupings[j], outcome),
  );
}

function checkOptions(
  table: Table,
  { target, attributes = [], pair = [], pairs = 0 }: DescribeOptions,
): void {
  if (target !== undefined) checkTargetType(columnOf(table, target));
  for (const name of [...attributes, ...pair.flat()]) {
    columnOf(table, name);
    if (name === target)
      throw conflict(name, `the target ${JSON.stringify(name)} cannot be an attribute too`);
  }
  for (const [first, second] of pair) {
    if (first === second)
      throw conflict(first, `a pair needs two columns; got ${JSON.stringify(first)} twice`);
  }
  if (!Number.isInteger(pairs) || pairs < 0) throw mustBe("OPTION_RANGE", "pairs", "an integer ≥ 0", pairs);
  if (pairs > 0 && target === undefined) {
    throw conflict(
      "pairs",
      "pairs are ranked by how informative they are about the target: pairs needs a target",
    );
  }
}

function conflict(name: string, message: string): CoppiceError {
  return new CoppiceError("OPTION_CONFLICT", message, { name });
}
