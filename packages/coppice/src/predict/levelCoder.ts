import { spelling } from "../table/notation.js";
import type { ColumnSchema } from "../table/schema.js";
import { numberOf } from "../table/textNumber.js";

type LevelValue = string | number | boolean | bigint;

/** The code of a level given as text, a number or a boolean; undefined if no level, or more than one, matches. */
export type LevelCoder = (value: LevelValue) => number | undefined;

/**
 * A number matches the level with its text: 1 is "1", and also "1.0" or "01" if only one level has this value. Where
 * spellings are joined, and if the levels are true and false or yes and no, their variants match: "YES" and "y" are "yes".
 */
export function levelCoder({ levels = [], notation }: ColumnSchema): LevelCoder {
  const isJoined = notation || /^(n,y|false,true)$/.test(levels.slice(0, 3).map(spelling).sort().join());
  const keyOf = (value: LevelValue) => (isJoined ? spelling(String(value)) : value);
  // By text, by joined spelling and by number; NaN is never asked for.
  const codes = new Map<LevelValue, number | undefined>();
  levels.forEach((level, code) => {
    const number = numberOf(level);
    codes.set(number, codes.has(number) ? undefined : code);
    codes.set(keyOf(level), code);
    codes.set(level, code);
  });
  return (value) => codes.get(String(value)) ?? codes.get(keyOf(value));
}
