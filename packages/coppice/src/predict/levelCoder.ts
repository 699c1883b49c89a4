import { spelling } from "../table/notation.js";

/** The code of a level given as text or as a number; undefined where no level, or more than one, is meant. */
export type LevelCoder = (value: string | number) => number | undefined;

/**
 * A number is the level written as it is: 1 is "1", and also "1.0" or "01" when only one level says so. Of `isSpelling`
 * levels, other spellings are the same: "YES" is "yes".
 */
export function levelCoder(levels: readonly string[], isSpelling = false): LevelCoder {
  const byText = new Map(levels.map((level, code) => [level, code]));
  const bySpelling = new Map(isSpelling ? levels.map((level, code) => [spelling(level), code]) : []);
  const byNumber = new Map<number, number | undefined>();
  levels.forEach((level, code) => {
    const number = numberOf(level);
    if (!Number.isNaN(number)) byNumber.set(number, byNumber.has(number) ? undefined : code);
  });
  return (value) =>
    typeof value === "string"
      ? (byText.get(value) ?? (isSpelling ? bySpelling.get(spelling(value)) : undefined))
      : (byText.get(String(value)) ?? byNumber.get(value));
}

/** A finite number written as one, or NaN: Number() alone takes blanks for 0. */
export function numberOf(text: string): number {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : Number.NaN;
}
