import type { DateOrder, TimeNotation } from "./schema.js";

export const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** A cell that is a date or a time, before it is settled which of its numbers is the day. */
export interface WrittenTime {
  readonly form: TimeNotation["shows"];
  /** Year, month and day; for `a/b/year` the first two numbers stand in the order in which they are written. */
  readonly year: number;
  readonly first: number;
  readonly second: number;
  /** Where the order is not told by the form itself: what separates the numbers. */
  readonly separator?: string;
  /** Milliseconds since midnight, with the time zone taken off. */
  readonly clock: number;
}

const CLOCK = "(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(?:\\s*([ap])\\.?m\\.?)?";
const ZONE = "(?:\\s*(Z|UTC|GMT|[+-]\\d{2}(?::?\\d{2})?))?";
const REST = `(?:(?:\\s*T|,?\\s+)${CLOCK}${ZONE})?`;
const YEAR_FIRST = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})(?:\\2(\\d{1,2})${REST})?$`, "i");
const YEAR_LAST = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4}|\\d{2})${REST}$`, "i");
const DAY_NAME = new RegExp(`^(\\d{1,2})(?:\\.? |-)([a-z]{3,9})\\.?(?: |-)(\\d{4}|\\d{2})${REST}$`, "i");
const NAME_DAY = new RegExp(`^([a-z]{3,9})\\.? (\\d{1,2}),? (\\d{4})${REST}$`, "i");
const ONLY_CLOCK = new RegExp(`^${CLOCK}$`, "i");

export const MONTHS: readonly string[] = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** Takes a cell apart; undefined where it is no date and no time. */
export function splitTime(text: string): WrittenTime | undefined {
  const cell = text.trim();
  let found = YEAR_FIRST.exec(cell);
  if (found) {
    const [, year, separator, month, day, ...rest] = found;
    if (day === undefined && separator !== "-") return undefined;
    const form = day === undefined ? "month" : undefined;
    return whole({ year: Number(year), first: Number(month), second: Number(day ?? 1) }, rest, form);
  }
  found = YEAR_LAST.exec(cell);
  if (found) {
    const [, first, separator, second, year, ...rest] = found;
    // 1.2.10 is a version, or a paragraph, as likely as a date.
    if (year.length === 2 && separator === "." && first.length + second.length < 4) return undefined;
    const date = { year: fullYear(year), first: Number(first), second: Number(second), separator };
    return whole(date, rest);
  }
  found = DAY_NAME.exec(cell);
  if (found) return named(found[3], found[2], found[1], found.slice(4));
  found = NAME_DAY.exec(cell);
  if (found) return named(found[3], found[1], found[2], found.slice(4));
  found = ONLY_CLOCK.exec(cell);
  if (!found) return undefined;
  const clock = clockOf(found.slice(1));
  return clock === undefined ? undefined : { form: "time", year: 1970, first: 1, second: 1, clock };
}

/** By its English name, or its first three or four letters. */
function named(year: string, name: string, day: string, rest: string[]): WrittenTime | undefined {
  const start = name.toLowerCase();
  const letters = start.length < 5 ? start.length : 9;
  const month = MONTHS.findIndex((month) => month.slice(0, letters).toLowerCase() === start);
  if (month < 0) return undefined;
  return whole({ year: fullYear(year), first: month + 1, second: Number(day) }, rest);
}

type DateNumbers = Pick<WrittenTime, "year" | "first" | "second" | "separator">;

function whole(
  date: DateNumbers,
  rest: readonly (string | undefined)[],
  form?: WrittenTime["form"],
): WrittenTime | undefined {
  if (date.year < 1000) return undefined;
  if (rest[0] === undefined) return { ...date, form: form ?? "date", clock: 0 };
  const clock = clockOf(rest);
  return clock === undefined ? undefined : { ...date, form: "date-time", clock };
}

/** As POSIX has it: 69 to 99 are of the last century. */
function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 69 ? 2000 : 1900);
}

function clockOf(parts: readonly (string | undefined)[]): number | undefined {
  const [hours, minutes, seconds = "0", fraction = "0", half, zone] = parts;
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  }
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  const millis = Number(`0.${fraction}`) * 1000;
  return hour * HOUR + Number(minutes) * MINUTE + Number(seconds) * 1000 + millis - offset(zone);
}

function offset(zone: string | undefined): number {
  if (!zone || /[a-z]/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number((zone[3] && zone.slice(-2)) || 0);
  return (zone[0] === "-" ? -minutes : minutes) * MINUTE;
}

/** Milliseconds since 1970, or since midnight; NaN where there is no such day, or the order is needed and not known. */
export function timeValue(written: WrittenTime, order: DateOrder | undefined): number {
  const { year, first, second, separator, clock } = written;
  if (separator && !order) return Number.NaN;
  const isSwapped = separator && order === "dmy";
  const [month, day] = isSwapped ? [second, first] : [first, second];
  const midnight = Date.UTC(year, month - 1, day);
  // The 30th of February would be a day in March.
  return new Date(midnight).getUTCMonth() === month - 1 ? midnight + clock : Number.NaN;
}

export interface CalendarDay {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

/** The day on which a moment falls. */
export function calendarDay(millis: number): CalendarDay {
  const date = new Date(Math.floor(millis));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/**
 * Reads dates and times; those whose form tells the month are read whatever the order. With points the day comes first:
 * where the order is the other one, only what cannot be mistaken is read. NaN for all else.
 */
export function timeReader({ shows, order }: TimeNotation): (text: string) => number {
  return (text) => {
    const written = splitTime(text);
    if (!written || (written.form === "time") !== (shows === "time")) return Number.NaN;
    if (written.separator !== ".") return timeValue(written, order);
    return timeValue(written, order !== "mdy" ? "dmy" : written.second > 12 ? order : undefined);
  };
}

/**
 * A moment as people write it, rounded down to what the column shows: `2024-03-15`, `2024-03-15 14:05`, `2024-03`,
 * `14:05`. Cells of that precision are on the same side of the text as of the value.
 */
export function timeText(millis: number, shows: TimeNotation["shows"]): string {
  if (!Number.isFinite(millis)) return String(millis);
  if (shows === "time") return clockText(Math.floor(millis));
  const { year, month, day } = calendarDay(millis);
  const monthText = `${year < 0 ? "-" : ""}${pad(Math.abs(year), 4)}-${pad(month, 2)}`;
  if (shows === "month") return monthText;
  const date = `${monthText}-${pad(day, 2)}`;
  if (shows === "date") return date;
  return `${date} ${clockText(Math.floor(millis) - Math.floor(millis / DAY) * DAY)}`;
}

function clockText(millis: number): string {
  if (millis < 0 || millis >= DAY) return `${millis} ms`;
  const clock = `${pad(Math.floor(millis / HOUR), 2)}:${pad(Math.floor(millis / MINUTE) % 60, 2)}`;
  const rest = millis % MINUTE;
  if (rest === 0) return clock;
  const fraction = rest % 1000 === 0 ? "" : `.${pad(rest % 1000, 3)}`;
  return `${clock}:${pad(Math.floor(rest / 1000), 2)}${fraction}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, "0");
}
