import { unreachable } from "../base/errors.js";
import type { Column } from "./column.js";
import type { ColumnSchema, PartUnit, TimeNotation, TimePart } from "./schema.js";
import { MONTHS } from "./time.js";

export const PART_UNITS = ["year", "month", "weekday", "hour"] as const satisfies PartUnit[];

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The levels of a part that has any. */
export function partLevels(unit: PartUnit): readonly string[] | undefined {
  return unit === "month" ? MONTHS : unit === "weekday" ? WEEKDAYS : undefined;
}

export function partSchema(part: TimePart): ColumnSchema {
  const name = `${part.of}.${part.unit}`;
  const levels = partLevels(part.unit);
  return levels ? { name, type: "ordered", levels, part } : { name, type: "numeric", part };
}

/** A part of a moment: a number, or the code of a level; NaN where the moment is missing. */
export function partValue(millis: number, unit: PartUnit): number {
  const date = new Date(Math.floor(millis));
  switch (unit) {
    case "year":
      return date.getUTCFullYear();
    case "month":
      return date.getUTCMonth();
    case "weekday":
      return (date.getUTCDay() + 6) % 7;
    case "hour":
      return date.getUTCHours();
    default:
      return unreachable(unit);
  }
}

/** The parts that a column's precision allows. */
export function partUnits(shows: TimeNotation["shows"]): readonly PartUnit[] {
  switch (shows) {
    case "time":
      return [];
    case "month":
      return ["year", "month"];
    case "date":
      return ["year", "month", "weekday"];
    case "date-time":
      return PART_UNITS;
    default:
      return unreachable(shows);
  }
}

/** The part of each cell, as a column. */
export function partColumn(part: TimePart, moments: Float64Array): Column {
  const { name } = partSchema(part);
  const values = moments.map((millis) => partValue(millis, part.unit));
  const levels = partLevels(part.unit);
  if (levels === undefined) return { type: "numeric", name, values, part };
  return {
    type: "ordered",
    name,
    codes: Int32Array.from(values, (code) => (Number.isNaN(code) ? -1 : code)),
    levels,
    part,
  };
}
