import { CoppiceError, show } from "../base/errors.js";

/** A token of clause text; `line` and `column` count from 1. */
export interface Token {
  readonly kind: "name" | "text" | "number" | "sign" | "end";
  /** Its value: a quoted text without its quotes, a sign in its canonical form. */
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** Signs in the forms that users type, and their canonical form. */
const SIGNS: readonly (readonly [string, string])[] = [
  ["←", "←"],
  ["<-", "←"],
  [":-", "←"],
  ["∧", "∧"],
  ["&", "∧"],
  ["¬", "¬"],
  ["\\+", "¬"],
  ["≠", "≠"],
  ["\\==", "≠"],
  ["\\=", "≠"],
  ["<>", "≠"],
  ["!=", "≠"],
  ["==", "="],
  ["=", "="],
  ["⊤", "⊤"],
  ["(", "("],
  [")", ")"],
  [",", ","],
  ["_", "_"],
  [".", "."],
];

const SPACE = /(?:\s|%[^\n]*)+/uy;
const NAME = /\p{L}[\p{L}\p{M}\p{N}_]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?/uy;
const TEXT = /"(?:[^"\\]|\\.)*"/suy;

/** The tokens of clause text; comments run from % to the end of the line. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let [at, line, start] = [0, 1, 0];
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: Token["kind"], value: string, length: number) => {
    tokens.push({ kind, value, line, column: at - start + 1 });
    at += length;
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      for (let i = 0; i < space.length; i++) {
        if (space[i] === "\n") [line, start] = [line + 1, at + i + 1];
      }
      at += space.length;
      continue;
    }
    const [name, number, quoted] = [take(NAME), take(NUMBER), take(TEXT)];
    if (name !== undefined) add("name", name, name.length);
    else if (number !== undefined) add("number", number, number.length);
    else if (quoted !== undefined) add("text", unquoted(quoted, line, at - start + 1), quoted.length);
    else {
      const sign = SIGNS.find(([form]) => text.startsWith(form, at));
      if (sign === undefined)
        throw syntaxError(`${show(text.slice(at, at + 10))} is not understood`, line, at - start + 1);
      add("sign", sign[1], sign[0].length);
    }
  }
  add("end", "", 0);
  return tokens;
}

export function syntaxError(message: string, line: number, column: number): CoppiceError {
  return new CoppiceError("CLAUSE_SYNTAX", `line ${line}, column ${column}: ${message}`, { line, column });
}

function unquoted(quoted: string, line: number, column: number): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw syntaxError(`${show(quoted)} is not a valid JSON string`, line, column);
  }
}
