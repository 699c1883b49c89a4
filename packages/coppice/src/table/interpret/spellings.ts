import type { NominalColumn } from "../column.js";
import { spelling } from "../notation.js";
import { compareCodePoints } from "../utf8.js";

const PAIRS = [
  ["true", "false"],
  ["t", "f"],
  ["y", "n"], // and yes and no
  ["on", "off"],
];

/** Whether all levels are spellings of one pair, such as yes and no. */
export function isBoolean(levels: readonly string[]): boolean {
  return levels.length > 0 && PAIRS.some((pair) => levels.every((level) => pair.includes(spelling(level))));
}

/** Groups of levels that differ only in case and blanks; single letters are codes. */
export function similarLevels(levels: readonly string[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const level of levels) {
    const key = level.trim().toLowerCase().replace(/\s+/g, " ");
    const group = groups.get(key);
    if (group) group.push(level);
    else groups.set(key, [level]);
  }
  return [...groups].filter(([key, group]) => group.length > 1 && key.length > 1).map(([, group]) => group);
}

/**
 * The column with the spellings of each level merged into the one in the column's usual form, a word or a letter, and
 * usual case, or the most frequent.
 */
export function joinSpellings(column: NominalColumn, counts: Int32Array): NominalColumn {
  const form = usual(column.levels, counts, ["word", "letter"], formOf);
  const formed = column.levels.map((level, code) => (formOf(level) === form ? counts[code] : 0));
  const letters = usual(column.levels, formed, ["lower", "other", "upper"], caseOf);
  const better = (a: number, b: number) => {
    const fits = (code: number) => {
      const level = column.levels[code];
      return (formOf(level) === form ? 2 : 0) + (caseOf(level) === letters ? 1 : 0);
    };
    return fits(a) !== fits(b) ? fits(a) > fits(b) : counts[a] > counts[b];
  };
  const kept = new Map<string, number>();
  column.levels.forEach((level, code) => {
    const key = spelling(level);
    const best = kept.get(key);
    if (best === undefined || better(code, best)) kept.set(key, code);
  });
  const levels = [...kept.values()].map((code) => column.levels[code]).sort(compareCodePoints);
  const codeOf = column.levels.map((level) => levels.indexOf(column.levels[kept.get(spelling(level))!]));
  return {
    ...column,
    codes: column.codes.map((code) => (code < 0 ? code : codeOf[code])),
    levels,
    notation: { kind: "spelling" },
  };
}

type Case = "lower" | "upper" | "other";

function caseOf(level: string): Case {
  if (level === level.toLowerCase()) return "lower";
  return level === level.toUpperCase() ? "upper" : "other";
}

function formOf(level: string): "word" | "letter" {
  return level.trim().length > 1 ? "word" : "letter";
}

/** What most cells are, so that both levels of a pair are alike: Yes and No, not Yes and NO; y and n, not y and no. */
function usual<T>(
  levels: readonly string[],
  counts: ArrayLike<number>,
  kinds: readonly T[],
  kindOf: (level: string) => T,
): T {
  const rows = new Map<T, number>(kinds.map((kind) => [kind, 0]));
  levels.forEach((level, code) => {
    rows.set(kindOf(level), rows.get(kindOf(level))! + counts[code]);
  });
  return kinds.reduce((best, one) => (rows.get(one)! > rows.get(best)! ? one : best));
}
