import { CoppiceError } from "../../base/errors.js";
import type { Column } from "../column.js";
import { identifierSpread, identifierText } from "../identifier.js";
import { columnRemedy, optionName, type Wording } from "../remedy.js";
import { columnOf, makeTable, type Table, type Warning } from "../table.js";

/** Which columns the user wants learned from. */
export interface AttributeRequest {
  readonly target: string;
  readonly weight?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly use?: readonly string[] | undefined;
  /** These and no others; nothing is excluded then. */
  readonly attributes?: readonly string[] | undefined;
}

export interface AttributeInput {
  readonly table: Table;
  /** Columns whose type was declared: they are meant as they are. */
  readonly declared: ReadonlySet<string>;
  /** What inspecting the table gave. */
  readonly warnings: readonly Warning[];
}

export interface ChosenAttributes {
  /** Strings that the user wants used have become nominal. */
  readonly table: Table;
  readonly attributes: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Which columns to learn from: all but the target, the weight, those the user ignores, and those excluded: strings,
 * and columns like an identifier, unless the user wants them. Every column excluded has its warning.
 */
export function chooseAttributes(
  { table, declared, warnings }: AttributeInput,
  request: AttributeRequest,
  wording: Wording,
): ChosenAttributes {
  checkWishes(table, request, wording);
  const { target, weight, ignore = [], use = [], attributes } = request;
  const wanted = new Set(attributes ?? use);
  // What is derived from a column goes with it: the month of a date that is to be predicted would tell it.
  const ignored = new Set([target, weight, ...ignore]);
  for (const { name, part } of table.columns) if (part && ignored.has(part.of)) ignored.add(name);
  for (const name of use) ignored.delete(name);
  const candidates =
    attributes?.map((name) => columnOf(table, name)) ??
    table.columns.filter(({ name }) => !ignored.has(name));
  const excluded = new Map<string, Warning>();
  for (const column of candidates) {
    const warning = wanted.has(column.name) ? undefined : exclusion(column, declared.has(column.name));
    if (warning !== undefined) excluded.set(column.name, warning);
  }
  const chosen = candidates.map(({ name }) => name).filter((name) => !excluded.has(name));
  const learned = new Set(chosen);
  const read = new Set([target, weight, ...candidates.map(({ name }) => name)]);
  return {
    table: makeTable(table.columns.map((column) => (wanted.has(column.name) ? asNominal(column) : column))),
    attributes: chosen,
    warnings: [...warnings.filter((warning) => stillMatters(warning, learned, read)), ...excluded.values()],
  };
}

/** Remarks that only concern a column as an attribute. */
const OF_ATTRIBUTES: ReadonlySet<Warning["code"]> = new Set([
  "CONSTANT",
  "ALL_MISSING",
  "ROW_NUMBER",
  "MANY_LEVELS",
]);

/** A remark about a column that is not used helps nobody; those about excluded columns are made anew. */
function stillMatters(
  { code, column }: Warning,
  learned: ReadonlySet<string>,
  read: ReadonlySet<string | undefined>,
): boolean {
  if (code === "ID_LIKE" || code === "NEAR_UNIQUE" || code === "STRING_IGNORED") return false;
  return column === undefined || (OF_ATTRIBUTES.has(code) ? learned : read).has(column);
}

/** Why a column is not learned from, unless the user asks for it. */
function exclusion(column: Column, isDeclared: boolean): Warning | undefined {
  const { name, type } = column;
  const remedy = columnRemedy("use", name, "to include it");
  const quoted = JSON.stringify(name);
  if (type === "string") {
    return { code: "STRING_IGNORED", column: name, message: `${quoted} holds free text: excluded`, remedy };
  }
  const spread = isDeclared ? undefined : identifierSpread(column);
  if (spread === undefined) return undefined;
  const code = spread.distinct === spread.known ? "ID_LIKE" : "NEAR_UNIQUE";
  return { code, column: name, message: `${identifierText(name, spread)}: excluded`, remedy };
}

function asNominal(column: Column): Column {
  return column.type === "string" ? { ...column, type: "nominal" } : column;
}

function checkWishes(table: Table, request: AttributeRequest, wording: Wording): void {
  const { target, weight, ignore = [], use = [], attributes } = request;
  const named = (option: string) => optionName(option, wording);
  for (const name of [...ignore, ...use]) columnOf(table, name);
  const roles = new Map([
    ["target", [target]],
    ["weight", weight === undefined ? [] : [weight]],
    ["ignore", ignore],
    ["use", use],
    ["attributes", attributes ?? []],
  ]);
  for (const [first, second] of EXCLUSIVE) {
    const both = roles.get(first)!.find((name) => roles.get(second)!.includes(name));
    if (both === undefined) continue;
    const message = `the column ${JSON.stringify(both)} cannot be in both ${named(first)} and ${named(second)}`;
    throw new CoppiceError("OPTION_CONFLICT", message, { name: both });
  }
}

/** A column is in one of each two. */
const EXCLUSIVE = [
  ["use", "target"],
  ["use", "weight"],
  ["use", "ignore"],
  ["ignore", "target"],
  ["weight", "target"],
  ["attributes", "target"],
  ["attributes", "weight"],
  ["attributes", "ignore"],
] as const;
