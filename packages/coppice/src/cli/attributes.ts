import { CoppiceError } from "../base/errors.js";
import { shellWord } from "../base/shellWord.js";
import type { Column } from "../table/column.js";
import { columnOf, makeTable, type Table, type Warning } from "../table/table.js";

export interface AttributeRequest {
  readonly target: string;
  readonly weight?: string | undefined;
  readonly ignore: readonly string[];
  readonly use: readonly string[];
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
 * Which columns to learn from: all but the target, the weight, those the user ignores, and those set aside: strings,
 * and columns like an identifier, unless the user wants them. Every column set aside has its warning.
 */
export function chooseAttributes(table: Table, request: AttributeRequest): ChosenAttributes {
  checkWishes(table, request);
  const { target, weight, warnings: found } = request;
  const ignored = new Set([target, weight, ...request.ignore]);
  const wanted = new Set(request.use);
  const idLike = new Set(found.filter(({ code }) => code === "ID_LIKE").map(({ column }) => column));
  const isSetAside = ({ name, type }: Column) => (type === "string" || idLike.has(name)) && !wanted.has(name);
  const candidates = table.columns.filter(({ name }) => !ignored.has(name));
  const setAside = candidates.filter(isSetAside);
  return {
    table: makeTable(table.columns.map((column) => (wanted.has(column.name) ? asNominal(column) : column))),
    attributes: candidates.filter((column) => !isSetAside(column)).map(({ name }) => name),
    warnings: [
      ...found.filter((warning) => stillMatters(warning, ignored)),
      ...setAside.map(setAsideWarning),
    ],
  };
}

/** A remark about a column that is not learned from helps nobody, except that a target may have but one value. */
function stillMatters({ code, column }: Warning, ignored: ReadonlySet<string | undefined>): boolean {
  if (code === "ID_LIKE" || code === "STRING_IGNORED") return false;
  return column === undefined || !ignored.has(column) || code === "CONSTANT";
}

function setAsideWarning({ name, type }: Column): Warning {
  const quoted = JSON.stringify(name);
  const flag = `--use ${shellWord(name)}`;
  return type === "string"
    ? {
        code: "STRING_IGNORED",
        column: name,
        message: `${quoted} holds free text: set aside; to learn from it: ${flag}`,
      }
    : {
        code: "ID_LIKE",
        column: name,
        message: `${quoted} differs in every row, like an identifier: set aside; to learn from it: ${flag}`,
      };
}

function asNominal(column: Column): Column {
  return column.type === "string" ? { ...column, type: "nominal" } : column;
}

function checkWishes(table: Table, { target, weight, ignore, use }: AttributeRequest): void {
  for (const name of [...ignore, ...use]) columnOf(table, name);
  for (const name of use) {
    const role =
      name === target ? "--target" : name === weight ? "--weight" : ignore.includes(name) ? "--ignore" : "";
    if (role !== "") {
      throw new CoppiceError(
        "OPTION_CONFLICT",
        `the column ${JSON.stringify(name)} cannot be under --use and ${role}`,
        {
          name,
        },
      );
    }
  }
  if (ignore.includes(target) || weight === target) {
    const role = weight === target ? "--weight" : "--ignore";
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `the target ${JSON.stringify(target)} cannot be under ${role} too`,
      {
        name: target,
      },
    );
  }
}
