import type { DateOrder, TimeNotation } from "../schema.js";
import { splitTime, timeValue, type WrittenTime } from "../time.js";
import { type LevelsRead, splitLevels } from "./levels.js";

export interface TimesRead extends LevelsRead {
  readonly notation: TimeNotation;
  /** Day and month could be swapped. */
  readonly ambiguous: boolean;
}

export interface TimeOptions {
  readonly dates?: DateOrder | undefined;
  readonly hint?: TimeNotation | undefined;
  readonly acceptWords: boolean;
}

/** Reads a column's levels as dates or times; undefined if fewer than half of them are. */
export function readTimes(levels: readonly string[], options: TimeOptions): TimesRead | undefined {
  const written = levels.map(splitTime);
  const found = written.filter((one) => one !== undefined);
  if (found.length === 0 || found.length * 2 < levels.length) return undefined;
  const isClock = found.filter(({ form }) => form === "time").length * 2 > found.length;
  const kept = written.map((one) => (one && (one.form === "time") === isClock ? one : undefined));
  const times = kept.filter((one) => one !== undefined);
  const { order, ambiguous } = dateOrder(times, options);
  const values = Float64Array.from(kept, (one) => (one ? timeValue(one, order) : Number.NaN));
  const notation: TimeNotation = {
    kind: "time",
    shows: isClock ? "time" : precision(times),
    ...(order && { order }),
  };
  return { ...splitLevels(levels, values, options.acceptWords), notation, ambiguous };
}

/** Timestamps that are all at midnight are dates. */
function precision(times: readonly WrittenTime[]): TimeNotation["shows"] {
  if (times.some(({ clock }) => clock !== 0)) return "date-time";
  return times.every(({ form }) => form === "month") ? "month" : "date";
}

/** Decided for the whole column: a number above 12 is a day. */
function dateOrder(
  times: readonly WrittenTime[],
  { dates, hint }: TimeOptions,
): { order?: DateOrder; ambiguous: boolean } {
  const unsettled = times.filter(({ separator }) => separator !== undefined);
  if (unsettled.length === 0) return { ambiguous: false };
  if (dates !== undefined) return { order: dates, ambiguous: false };
  const valid = (order: DateOrder) => unsettled.filter((one) => !Number.isNaN(timeValue(one, order))).length;
  const [dmy, mdy] = [valid("dmy"), valid("mdy")];
  if (dmy !== mdy) return { order: dmy > mdy ? "dmy" : "mdy", ambiguous: false };
  if (hint?.order !== undefined) return { order: hint.order, ambiguous: false };
  // With points as separators the day always comes first.
  const isSlashed = unsettled.some(({ separator }) => separator === "/");
  const isPointed = unsettled.every(({ separator }) => separator === ".");
  const differs = unsettled.some(({ first, second }) => first !== second);
  return { order: isSlashed ? "mdy" : "dmy", ambiguous: !isPointed && differs };
}
