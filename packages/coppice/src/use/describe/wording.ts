import { unreachable } from "../../base/errors.js";
import { number, word } from "../../model/words.js";
import type { TimeNotation } from "../../table/schema.js";
import { DAY, timeText } from "../../table/time.js";
import type { Group } from "./groups.js";
import type { Informativeness } from "./informativeness.js";

/** A measured value to four digits, or as many as its integer part has: `5.843`, `189778`, `1.2e+20`. */
export function figure(x: number | undefined): string {
  return x === undefined ? "–" : figureTo(x, 4);
}

function figureTo(x: number, digits: number): string {
  const size = Math.abs(x);
  if (size >= 10 ** Math.max(7, digits) || (size > 0 && size < 1e-4)) {
    return x.toExponential(digits - 2).replace(/\.?0+e/, "e");
  }
  return String(Number(size >= 10 ** digits ? x.toFixed(0) : x.toPrecision(digits)));
}

type Shows = TimeNotation["shows"] | undefined;

/** A value of a column: a measured value, or a date or time. */
export function valueFigure(x: number | undefined, shows: Shows): string {
  return x === undefined || shows === undefined ? figure(x) : timeText(x, shows);
}

/** A difference between values of a column: in days for dates, in hours for times of day. */
export function spanFigure(x: number | undefined, shows: Shows): string {
  if (x === undefined || shows === undefined) return figure(x);
  return shows === "time" ? `${figure((x / DAY) * 24)} h` : `${figure(x / DAY)} d`;
}

/** The name of each group: `1 – 1.9`, `sunny`, `12 others`, `(missing)`. Different ranges are never printed alike. */
export function groupTexts(groups: readonly Group[]): string[] {
  const bounds = new Set(groups.flatMap((group) => (group.kind === "range" ? [group.from, group.to] : [])));
  const digits = [4, 6, 9, 13].find(
    (n) => new Set([...bounds].map((x) => figureTo(x, n))).size === bounds.size,
  );
  return groups.map((group) =>
    groupText(group, (x) => (digits === undefined ? String(x) : figureTo(x, digits))),
  );
}

export function groupText(group: Group, print: (x: number) => string = figure): string {
  switch (group.kind) {
    case "range": {
      const { shows } = group;
      const bound = (x: number) => (shows === undefined ? print(x) : timeText(x, shows));
      const [from, to] = [bound(group.from), bound(group.to)];
      return from === to ? from : `${from} – ${to}`;
    }
    case "level":
      return word(group.level);
    case "others":
      return group.levels === 1 ? "1 other" : `${group.levels} others`;
    case "missing":
      return "(missing)";
    default:
      return unreachable(group);
  }
}

/** `gain 0.918 bits, ratio 1, best split at 0.8`; `explains 61.8% of the variance`. */
export function informativenessText({
  gain,
  gainRatio,
  explained,
  threshold,
  shows,
}: Informativeness): string {
  const parts: string[] = [];
  if (gain !== undefined) parts.push(`gain ${bits(gain)} bits`, `ratio ${bits(gainRatio ?? 0)}`);
  if (explained !== undefined) parts.push(`explains ${shareText(explained)} of the variance`);
  if (threshold !== undefined) {
    parts.push(`best split at ${shows === undefined ? number(threshold) : timeText(threshold, shows)}`);
  }
  return parts.join(", ");
}

export function bits(x: number): string {
  return x.toFixed(3);
}

/** `61.8%`. */
export function shareText(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

/** `1 row`, `12 rows`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
