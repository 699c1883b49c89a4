import { unreachable } from "../base/errors.js";
import { isJson } from "../base/json.js";
import { numberReader } from "./numberNotation.js";
import type { ColumnSchema, Notation } from "./schema.js";
import { timeReader, timeText } from "./time.js";
import { PART_UNITS, partSchema } from "./timeParts.js";

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

/** What levels are compared by where spellings are joined. */
export function spelling(level: string): string {
  return level.trim().toLowerCase();
}

/** What is wrong with a column's notation or part that comes from outside. */
export interface WritingFault {
  readonly path: string;
  readonly rule: string;
  readonly value: unknown;
}

const oneOf = (value: unknown, choices: readonly unknown[]) => value === undefined || choices.includes(value);

/** The first thing wrong with how a column says it is written. */
export function writingFault(column: ColumnSchema): WritingFault | undefined {
  const { type, notation, part } = column;
  const fault = notation === undefined ? undefined : notationFault(notation, type, "notation");
  return fault ?? (part === undefined ? undefined : partFault(column));
}

function notationFault(notation: unknown, type: string, path: string): WritingFault | undefined {
  if (!isJson(notation)) return { path, rule: "an object with a kind", value: notation };
  const { kind, decimal, group, unit, shows, order } = notation;
  const wrong = (field: string, rule: string) => ({ path: `${path}.${field}`, rule, value: notation[field] });
  const kinds = type === "numeric" ? ["number", "time"] : ["spelling"];
  if (!kinds.includes(kind as string)) return wrong("kind", `${kinds.join(" or ")} in a ${type} column`);
  if (kind === "number") {
    if (!oneOf(decimal, [","])) return wrong("decimal", "a comma, or absent");
    const groups = [decimal === "," ? "." : ",", " ", "'"];
    if (!oneOf(group, groups))
      return wrong("group", `one of ${groups.map((g) => JSON.stringify(g)).join(", ")}`);
    if (unit !== undefined && typeof unit !== "string") return wrong("unit", "a string");
  }
  if (kind === "time") {
    const choices = ["date", "date-time", "month", "time"];
    if (!choices.includes(shows as string)) return wrong("shows", choices.join(", "));
    if (!oneOf(order, ["dmy", "mdy"])) return wrong("order", "dmy or mdy");
  }
  return undefined;
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
  const own = partSchema(part);
  if (own.type !== type || JSON.stringify(own.levels) !== JSON.stringify(levels)) {
    return { path: "part.unit", rule: `what the column's type and levels say (${own.type})`, value: unit };
  }
  return undefined;
}
