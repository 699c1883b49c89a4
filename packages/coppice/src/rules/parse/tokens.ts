import { CoppiceError } from "../../base/errors.js";

export type TokenKind = "word" | "quoted" | "key" | "sign" | "open" | "close" | "{" | "}" | ",";

/** A token of a rule. `from` and `to` are positions in the text. */
export interface Token {
  readonly kind: TokenKind;
  /** Its value: a quoted name without its quotes and escapes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const KEYS: ReadonlySet<string> = new Set(["IF", "AND", "OR", "NOT", "THEN", "ALWAYS", "OTHERWISE"]);
const SIGNS: ReadonlySet<string> = new Set(["<", "<=", "≤", ">", ">=", "≥", "=", "!=", "≠"]);
const SPACE = /\s/;

export function rulesSyntax(text: string, at: number, problem: string): CoppiceError {
  const before = text.slice(0, at).split("\n");
  const [line, column] = [before.length, before[before.length - 1].length + 1];
  return new CoppiceError("RULES_SYNTAX", `line ${line}: ${problem}`, { line, column });
}

/**
 * The tokens of a rule's text. Words and signs are separated by spaces, so that a name such as `<=50K` is one word. A
 * bracket opens a group if a condition may begin there; elsewhere it belongs to the name, as in `length (mm)`.
 */
export function tokensOf(text: string, from = 0, to = text.length): Token[] {
  const tokens: Token[] = [];
  let at = from;
  /** Brackets open inside the current name. */
  let inner = 0;
  const add = (kind: TokenKind, end: number, piece = text.slice(at, end)) => {
    tokens.push({ kind, text: piece, from: at, to: end });
    at = end;
  };
  while (at < to) {
    const c = text[at];
    if (SPACE.test(c)) at++;
    else if (c === '"') {
      const end = quoteEnd(text, at, to);
      add("quoted", end, unquoted(text, at, end));
    } else if (c === "{" || c === "}" || c === ",") add(c, at + 1);
    else if (c === "(" && mayOpen(tokens)) add("open", at + 1);
    else if (c === ")" && inner === 0) add("close", at + 1);
    else {
      const end = wordEnd();
      const piece = text.slice(at, end);
      const kind = KEYS.has(piece) ? "key" : SIGNS.has(piece) ? "sign" : "word";
      if (kind !== "word") inner = 0;
      add(kind, end);
    }
  }
  return tokens;

  function wordEnd(): number {
    let end = at;
    for (; end < to && !SPACE.test(text[end]) && !'{},"'.includes(text[end]); end++) {
      if (text[end] === "(") inner++;
      else if (text[end] === ")" && --inner < 0) break;
    }
    inner = Math.max(0, inner);
    return end;
  }
}

/** Whether a condition may begin after these. */
function mayOpen(tokens: readonly Token[]): boolean {
  const last = tokens[tokens.length - 1];
  return last === undefined || last.kind === "open" || last.kind === "key";
}

function quoteEnd(text: string, start: number, to: number): number {
  for (let i = start + 1; i < to; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i + 1;
  }
  throw rulesSyntax(text, start, "a quoted name is not closed");
}

function unquoted(text: string, from: number, to: number): string {
  try {
    return JSON.parse(text.slice(from, to)) as string;
  } catch {
    throw rulesSyntax(text, from, `${text.slice(from, to)} is not a valid JSON string`);
  }
}
