import type { StringType } from "../table/schema.js";

/** What patterns are made of: the code points of a string, or the words of a text. */
export type Unit = "letters" | "words";

export const UNIT_OF: Readonly<Record<StringType, Unit>> = { string: "letters", text: "words" };

/** Letters, marks and digits, with apostrophes and hyphens between them: `don't`, `well-known`. */
export const WORDS = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** A string in small letters, by the rules of Unicode and of no language. */
export function folded(text: string, fold: boolean): string {
  return fold ? text.toLowerCase() : text;
}

/** What a string is made of, in order. */
export function tokensOf(text: string, unit: Unit, fold: boolean): string[] {
  const whole = folded(text, fold);
  return unit === "letters" ? Array.from(whole) : (whole.match(WORDS) ?? []);
}
