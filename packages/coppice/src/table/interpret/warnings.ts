import { show } from "../../base/errors.js";
import type { Column, NominalColumn } from "../column.js";
import { typeRemedy } from "../remedy.js";
import type { NumberNotation, TimeNotation } from "../schema.js";
import type { Warning } from "../table.js";
import { timeText } from "../time.js";
import { type LevelsRead, rowsOf } from "./levels.js";

const SHOWN = 3;

/** `"twelve" (row 17)`: each stray with the first row that has it. */
export function strayText({ codes, levels }: NominalColumn, strays: readonly number[]): string {
  const shown = strays
    .slice(0, SHOWN)
    .map((code) => `${show(levels[code])} (row ${codes.indexOf(code) + 1})`);
  const more = strays.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(", ");
}

function cells(count: number): string {
  return count === 1 ? "1 cell" : `${count} cells`;
}

function missingText({ levels }: NominalColumn, { missing }: LevelsRead, counts: Int32Array): string {
  if (missing.length === 0) return "";
  const shown = missing.slice(0, SHOWN).map((code) => show(levels[code]));
  const count = rowsOf(missing, counts);
  const more = missing.length > SHOWN ? ", …" : "";
  return `; ${cells(count)} (${shown.join(", ")}${more}) ${count === 1 ? "is" : "are"} missing`;
}

/** Rows searched for examples. */
const EXAMPLE_ROWS = 50;

/** The two longest cells of the first rows: they show best how the column is written. */
function examples(column: NominalColumn, read: LevelsRead, print: (value: number) => string): string {
  const { codes, levels } = column;
  const isExample = (code: number) => code >= 0 && !Number.isNaN(read.values[code]);
  const first = [...new Set(codes.subarray(0, EXAMPLE_ROWS))].filter(isExample);
  const some = first.length > 0 ? first : [codes.find(isExample)!];
  return some
    .sort((a, b) => levels[b].length - levels[a].length)
    .slice(0, 2)
    .map((code) => `${show(levels[code])} is ${print(read.values[code])}`)
    .join(", ");
}

const GROUPS = { ",": "commas", ".": "points", " ": "blanks", "'": "apostrophes" } as const;

function notationText({ decimal, group, unit }: NumberNotation): string {
  const facts = [
    ...(unit === undefined ? [] : [`unit ${show(unit)}`]),
    ...(decimal === undefined ? [] : ["decimal comma"]),
    ...(group === undefined ? [] : [`thousands separated by ${GROUPS[group]}`]),
  ];
  return facts.length === 0 ? "" : ` (${facts.join(", ")})`;
}

const asText = (name: string) => typeRemedy(name, "nominal", "to keep it as text");

export function numbersWarning(
  column: NominalColumn,
  read: LevelsRead,
  notation: NumberNotation | undefined,
  counts: Int32Array,
): Warning {
  const { name } = column;
  const how = notation
    ? ` holds numbers written as text${notationText(notation)}: ${examples(column, read, String)}`
    : " holds numbers";
  const message = `${show(name)}${how}${missingText(column, read, counts)}`;
  return { code: "NUMBERS_IN_TEXT", column: name, message, remedy: asText(name) };
}

export function straysWarning(
  column: NominalColumn,
  strays: readonly number[],
  counts: Int32Array,
  what: string,
): Warning {
  const { name } = column;
  const count = rowsOf(strays, counts);
  const taken = count === 1 ? "that cell is" : `those ${count} cells are`;
  const message = `${show(name)} holds ${what} except for ${strayText(column, strays)}: ${taken} treated as missing`;
  return { code: "MOSTLY_NUMERIC", column: name, message, remedy: asText(name) };
}

export function mostlyWarning(column: NominalColumn, strays: readonly number[], counts: Int32Array): Warning {
  const { name } = column;
  const markers = strays.slice(0, SHOWN).map((code) => column.levels[code]);
  const message = `most cells of ${show(name)} are numbers, but ${cells(rowsOf(strays, counts))} ${rowsOf(strays, counts) === 1 ? "is" : "are"} not, such as ${strayText(column, strays)}: read as text (nominal)`;
  return {
    code: "MOSTLY_NUMERIC",
    column: name,
    message,
    remedy: {
      flag: `--missing ${JSON.stringify(markers.join(","))}`,
      option: `missing: ${JSON.stringify(markers)}`,
      effect: "if these mark missing values",
    },
  };
}

export function decimalWarning({ name }: NominalColumn, isGrouped: boolean): Warning {
  const message = isGrouped
    ? `the commas in ${show(name)} are read as thousands separators, but could be decimal commas`
    : `the points in ${show(name)} are read as decimal points, but could separate thousands`;
  return {
    code: "DECIMAL_AMBIGUOUS",
    column: name,
    message,
    remedy: { flag: "--decimal ,", option: 'decimal: ","', effect: "if so" },
  };
}

/** How dates were read, and what was derived from them. */
export function datesWarning(
  name: string,
  notation: TimeNotation,
  parts: readonly Column[],
  details = "",
): Warning {
  const what = notation.shows === "time" ? "times of day" : "dates";
  const derived = parts.map((part) => show(part.name)).join(", ");
  const also = derived === "" ? "" : `; derived from it: ${derived}`;
  const message = `${show(name)} holds ${what}, read as numbers${details}${also}`;
  return { code: "DATE_AS_NUMBER", column: name, message, remedy: asText(name) };
}

export function datesText(
  column: NominalColumn,
  read: LevelsRead,
  { shows }: TimeNotation,
  counts: Int32Array,
): string {
  return `: ${examples(column, read, (value) => timeText(value, shows))}${missingText(column, read, counts)}`;
}

export function orderWarning(column: NominalColumn, { order }: TimeNotation): Warning {
  const [first, other] = order === "mdy" ? ["month", "dmy"] : ["day", "mdy"];
  const second = first === "month" ? "day" : "month";
  const message = `the dates of ${show(column.name)} are ambiguous: read as ${first} before ${second}`;
  return {
    code: "DATE_ORDER_AMBIGUOUS",
    column: column.name,
    message,
    remedy: { flag: `--dates ${other}`, option: `dates: "${other}"`, effect: `if the ${second} comes first` },
  };
}

export function spellingsWarning(column: NominalColumn, joined: NominalColumn): Warning {
  const { name, levels } = column;
  const message = `the spellings ${levels.map((level) => show(level)).join(", ")} of ${show(name)} are merged into ${joined.levels.map((level) => show(level)).join(" and ")}`;
  return {
    code: "SPELLINGS_JOINED",
    column: name,
    message,
    remedy: typeRemedy(name, "nominal", "to keep them separate"),
  };
}

export function similarLevelsWarning(
  { name }: NominalColumn,
  groups: readonly (readonly string[])[],
): Warning {
  const shown = groups.slice(0, SHOWN).map((group) => group.map((level) => show(level)).join(" and "));
  const more = groups.length > SHOWN ? ", …" : "";
  const message = `levels of ${show(name)} differ only in case or blanks: ${shown.join("; ")}${more}; they are kept as separate levels`;
  return { code: "LEVELS_ALIKE", column: name, message };
}

export function codesWarning({ name, levels }: NominalColumn, example: string): Warning {
  const why = example.startsWith("0") ? "leading zeros" : "more digits than a number can hold";
  const message = `${show(name)} holds digits with ${why}, such as ${show(example)}: read as text (nominal, ${levels.length} levels)`;
  return {
    code: "DIGITS_AS_TEXT",
    column: name,
    message,
    remedy: typeRemedy(name, "numeric", "to read them as numbers"),
  };
}
