/**
 * A table of cases, one per line, with cells between arrows: cases`3 → an odd number`. What is written with a
 * backslash stays so; `unescaped` reads it. A line that begins with `#` is a comment.
 */
export function cases(texts: TemplateStringsArray, ...inserted: readonly unknown[]): string[][] {
  return String.raw(texts, ...inserted)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("→").map((cell) => cell.trim()));
}

/** The text with `\n`, `\r`, `\t`, `\"` and the like read as in JSON; quotes may stand alone. */
export function unescaped(text: string): string {
  return JSON.parse(`"${text.replaceAll('\\"', '"').replaceAll('"', '\\"')}"`);
}

/** The words of a text. */
export const words = (text: string) => text.trim().split(/\s+/);
