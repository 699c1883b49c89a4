import { spelling } from "../table/notation.js";
import { numberOf } from "../table/textNumber.js";

/** The code of a level given as text or as a number; undefined if no level, or more than one, matches. */
export type LevelCoder = (value: string | number) => number | undefined;

/**
 * A number matches the level with its text: 1 is "1", and also "1.0" or "01" if only one level has this value. With
 * `isSpelling`, spelling variants match: "YES" is "yes".
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
