import { CoppiceError, mustBe } from "../../base/errors.js";
import type { Column } from "../../table/column.js";
import { inspect } from "../../table/infer.js";
import { columnOf, type Table, type Warning } from "../../table/table.js";
import { knownTarget } from "../../table/training/knownTarget.js";
import { type ColumnDescription, describeColumn } from "./describeColumn.js";
import { checkTargetType, describeTarget, type TargetDescription } from "./describeTarget.js";
import { byWorth, type OneWay, oneWay } from "./oneWay.js";
import type { Outcome } from "./outcome.js";
import { noOutcome, outcomeOf } from "./outcomeOf.js";
import { bestPairs, grouped, type TwoWay, twoWay } from "./twoWay.js";

export interface DescribeOptions {
  readonly target?: string;
  /** The columns to set against the target; absent: all but the target and free text. */
  readonly attributes?: readonly string[];
  /** Pairs of columns to set against each other. */
  readonly pair?: readonly (readonly [string, string])[];
  /** As many pairs of attributes as this, those that tell most of the target together. */
  readonly pairs?: number;
  /** Columns whose type was declared: they are meant as they are, and not warned of. */
  readonly declared?: ReadonlySet<string>;
}

/** What is in a table, before anything is learned from it. Plain data. */
export interface Description {
  readonly rows: number;
  /** In the table's order. */
  readonly columns: readonly ColumnDescription[];
  readonly target?: TargetDescription;
  /** How many tables of one and of two attributes there are to look at. */
  readonly tables: { readonly oneWay: number; readonly twoWay: number };
  /** Each attribute against the target, the most telling first; empty without a target. */
  readonly attributes: readonly OneWay[];
  /** The pairs that were named, then the best ones. */
  readonly pairs: readonly TwoWay[];
  readonly warnings: readonly Warning[];
}

export function describeTable(table: Table, options: DescribeOptions = {}): Description {
  const { target, declared = new Set<string>() } = options;
  checkOptions(table, options);
  const known = target === undefined ? { table, warnings: [] } : knownTarget(table, target);
  const attributes = attributesOf(known.table, options);
  const outcome = target === undefined ? noOutcome(table.rows) : outcomeOf(columnOf(known.table, target));
  return {
    rows: table.rows,
    columns: table.columns.map(describeColumn),
    ...(target !== undefined && { target: describeTarget(columnOf(known.table, target)) }),
    tables: { oneWay: tableCount(attributes.length, 1), twoWay: tableCount(attributes.length, 2) },
    attributes: target === undefined ? [] : attributes.map((column) => oneWay(column, outcome)).sort(byWorth),
    pairs: [...namedPairs(known.table, options, outcome), ...chosenPairs(attributes, options, outcome)],
    warnings: [...inspect(table, declared), ...known.warnings],
  };
}

/** Tables of `ways` out of `attributes` attributes: 16, 120, 560 … of 16. */
export function tableCount(attributes: number, ways: number): number {
  let count = 1;
  for (let i = 0; i < ways; i++) count = (count * (attributes - i)) / (i + 1);
  return Math.max(0, count);
}

function attributesOf(table: Table, { target, attributes }: DescribeOptions): Column[] {
  if (attributes !== undefined) return attributes.map((name) => columnOf(table, name));
  return table.columns.filter(({ name, type }) => name !== target && type !== "string");
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
  if (!Number.isInteger(pairs) || pairs < 0)
    throw mustBe("OPTION_RANGE", "pairs", "an integer of at least 0", pairs);
  if (pairs > 0 && target === undefined) {
    throw conflict("pairs", "the best pairs are those that tell most of the target: pairs needs a target");
  }
}

function conflict(name: string, message: string): CoppiceError {
  return new CoppiceError("OPTION_CONFLICT", message, { name });
}
