import { show, unreachable } from "../base/errors.js";
import { isJson } from "../base/json.js";
import { numberReader } from "./numberNotation.js";
import type { ColumnSchema, Notation } from "./schema.js";
import { timeReader, timeText } from "./time.js";
import { PART_UNITS, partLevels } from "./timeParts.js";

/** Reads the text of a cell as the number it stands for under a column's notation; NaN where it is none. */
export function notationReader(notation: Notation): (text: string) => number {
  switch (notation.kind) {
    case "number":
      return numberReader(notation);
    case "time":
      return timeReader(notation);
    case "spelling":
      return () => Number.NaN;
    default:
      return unreachable(notation);
  }
}

/** How a column's values are shown where they are not plain numbers. */
export function shownAs({
  notation,
}: Pick<ColumnSchema, "notation">): ((value: number) => string) | undefined {
  return notation?.kind === "time" ? (value) => timeText(value, notation.shows) : undefined;
}

/** What levels are compared by where spellings are joined: neither case nor outer blanks count, and yes is y. */
export function spelling(level: string): string {
  return level
    .trim()
    .toLowerCase()
    .replace(/^(yes|no)$/, (word) => word[0]);
}

/** What is wrong with a column's notation or part that comes from outside. */
export interface WritingFault {
  readonly path: string;
  readonly rule: string;
  readonly value: unknown;
}

/** The accepted values of the fields of a notation, by its kind; a unit may be any string. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  number: { decimal: [undefined, ","], group: [undefined, ",", ".", " ", "'"] },
  time: { shows: ["date", "date-time", "month", "time"], order: [undefined, "dmy", "mdy"] },
  spelling: {},
};

/** The first thing wrong with how a column says it is written. */
export function writingFault(column: ColumnSchema): WritingFault | undefined {
  const { type, notation, part } = column;
  const fault = notation === undefined ? undefined : notationFault(notation, type, "notation");
  return fault ?? (part === undefined ? undefined : partFault(column));
}

function notationFault(notation: unknown, type: string, path: string): WritingFault | undefined {
  if (!isJson(notation)) return { path, rule: "an object with a kind", value: notation };
  const { kind, decimal = ".", group, unit = "" } = notation;
  const wrong = (field: string, rule: string) => ({ path: `${path}.${field}`, rule, value: notation[field] });
  const kinds = type === "numeric" ? ["number", "time"] : ["spelling"];
  if (!kinds.includes(kind as string)) return wrong("kind", `${kinds.join(" or ")} in a ${type} column`);
  for (const [field, choices] of Object.entries(CHOICES[kind as string])) {
    const names = choices.map((one) => (one === undefined ? "absent" : show(one)));
    if (!choices.includes(notation[field])) return wrong(field, names.join(" or "));
  }
  if (group === decimal) return wrong("group", "different from the decimal separator");
  return typeof unit === "string" ? undefined : wrong("unit", "a string");
}

function partFault({ type, levels, part }: ColumnSchema): WritingFault | undefined {
  if (!isJson(part)) return { path: "part", rule: "an object with of, unit and notation", value: part };
  const { of, unit, notation } = part;
  if (typeof of !== "string" || of === "") return { path: "part.of", rule: "a column's name", value: of };
  if (!(PART_UNITS as readonly unknown[]).includes(unit)) {
    return { path: "part.unit", rule: PART_UNITS.join(", "), value: unit };
  }
  const fault = notationFault(notation, "numeric", "part.notation");
  if (fault) return fault;
  if (notation.kind !== "time") return { path: "part.notation.kind", rule: "time", value: notation.kind };
  const count = unit === "month" ? 12 : unit === "weekday" ? 7 : 0;
  const isRight = type === (count > 0 ? "ordered" : "numeric") && (levels?.length ?? 0) === count;
  return isRight
    ? undefined
    : { path: "part.unit", rule: "one that fits the column's type and levels", value: unit };
}

/** A part's levels are the English names; a model that predicts from dates needs their number only. */
export function partLevelsFault({ levels, part }: ColumnSchema): WritingFault | undefined {
  const own = part && partLevels(part.unit);
  const wrong = own?.findIndex((name, code) => levels?.[code] !== name) ?? -1;
  return wrong < 0 ? undefined : { path: `levels[${wrong}]`, rule: own![wrong], value: levels?.[wrong] };
}
