import { CoppiceError } from "../../base/errors.js";
import type { Column } from "../column.js";
import { identifierSpread, identifierText } from "../identifier.js";
import { columnRemedy, optionName, type Wording } from "../remedy.js";
import { columnOf, makeTable, type Table, type Warning } from "../table.js";
import { stringWarning } from "./rowWarnings.js";

/** Which columns to learn from. */
export interface AttributeRequest {
  readonly target: string;
  readonly weight?: string | undefined;
  readonly rowKey?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
  readonly use?: readonly string[] | undefined;
  /** Only these; nothing is excluded then. */
  readonly attributes?: readonly string[] | undefined;
}

export interface AttributeInput {
  readonly table: Table;
  /** Columns whose type was declared: they are taken as they are. */
  readonly declared: ReadonlySet<string>;
  /** The warnings from inspecting the table. */
  readonly warnings: readonly Warning[];
}

export interface ChosenAttributes {
  /** String columns that a file declares and the user includes have become nominal. */
  readonly table: Table;
  readonly attributes: readonly string[];
  readonly warnings: readonly Warning[];
}

/**
 * Which columns to learn from: all but the target, the weight, the row key, those the user ignores, and those excluded by default:
 * strings (unless the user declares them), and columns like an identifier, unless the user includes them. Every excluded column gets a warning.
 */
export function chooseAttributes(
  { table, declared, warnings }: AttributeInput,
  request: AttributeRequest,
  wording: Wording,
): ChosenAttributes {
  checkRequest(table, request, wording);
  const { target, weight, rowKey, ignore = [], use = [], attributes } = request;
  const wanted = new Set(attributes ?? use);
  // Columns derived from an ignored one are ignored too: the month of a target date would leak it.
  const ignored = new Set([target, weight, rowKey, ...ignore]);
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
  const read = new Set([target, weight, rowKey, ...candidates.map(({ name }) => name)]);
  return {
    table: makeTable(table.columns.map((column) => (wanted.has(column.name) ? asNominal(column) : column))),
    attributes: chosen,
    warnings: [...warnings.filter((warning) => stillMatters(warning, learned, read)), ...excluded.values()],
  };
}

/** Warnings that concern a column only as an attribute. */
const OF_ATTRIBUTES: ReadonlySet<Warning["code"]> = new Set([
  "CONSTANT",
  "ALL_MISSING",
  "ROW_NUMBER",
  "MANY_LEVELS",
]);

/** Warnings about unused columns are dropped; those about excluded columns are issued by `exclusion`. */
function stillMatters(
  { code, column }: Warning,
  learned: ReadonlySet<string>,
  read: ReadonlySet<string | undefined>,
): boolean {
  if (code === "ID_LIKE" || code === "NEAR_UNIQUE" || code === "STRING_IGNORED") return false;
  return column === undefined || (OF_ATTRIBUTES.has(code) ? learned : read).has(column);
}

/** Why a column is excluded by default, if it is. */
function exclusion(column: Column, isDeclared: boolean): Warning | undefined {
  const { name } = column;
  const remedy = columnRemedy("use", name, "to include it");
  if (column.type !== "numeric" && column.aside) {
    return { ...stringWarning(name), remedy };
  }
  const spread = isDeclared ? undefined : identifierSpread(column);
  if (spread === undefined) return undefined;
  const code = spread.distinct === spread.known ? "ID_LIKE" : "NEAR_UNIQUE";
  return { code, column: name, message: `${identifierText(name, spread)}: excluded`, remedy };
}

function asNominal(column: Column): Column {
  if (column.type === "numeric" || !column.aside) return column;
  const { aside: _, ...rest } = column;
  return { ...rest, type: "nominal" };
}

function checkRequest(table: Table, request: AttributeRequest, wording: Wording): void {
  const { target, weight, rowKey, ignore = [], use = [], attributes } = request;
  const named = (option: string) => optionName(option, wording);
  for (const name of [...ignore, ...use]) columnOf(table, name);
  const roles = new Map([
    ["target", [target]],
    ["weight", weight === undefined ? [] : [weight]],
    ["rowKey", rowKey === undefined ? [] : [rowKey]],
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

/** Pairs of options that must not name the same column. */
const EXCLUSIVE = [
  ["use", "target"],
  ["use", "weight"],
  ["use", "ignore"],
  ["ignore", "target"],
  ["weight", "target"],
  ["rowKey", "target"],
  ["rowKey", "weight"],
  ["rowKey", "ignore"],
  ["rowKey", "use"],
  ["attributes", "rowKey"],
  ["attributes", "target"],
  ["attributes", "weight"],
  ["attributes", "ignore"],
] as const;
