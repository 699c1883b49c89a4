/** The letter of a code. Codes are as narrow as they can be, and a database adds in their own type: 255 + 1 would not fit a byte. */
export function letterAt(letters: string, code: string): string {
  return `substr('${letters}', ${placeOf(code)}, 1)`;
}

/** The place of a code in a list or a text, which begin at 1. */
export function placeOf(code: string): string {
  return `(CAST(${code} AS INTEGER) + 1)`;
}
