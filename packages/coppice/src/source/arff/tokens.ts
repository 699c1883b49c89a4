import { errorAt } from "../../table/cellError.js";
import type { Line } from "../lines.js";

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

export interface Token {
  readonly text: string;
  readonly quoted: boolean;
}

/**
 * A cursor over one line. In ARFF a blank ends a word, so text with blanks, commas, braces or quotes is written in single or
 * double quotes, with \ before a character that would end it; % begins a comment where a word could begin.
 */
export class Cursor {
  private at = 0;

  constructor(
    private readonly file: string,
    private readonly line: Line,
  ) {}

  /** The next character after blanks, or "" at the end of the line or at a comment. */
  peek(): string {
    const { text } = this.line;
    while (this.at < text.length && isBlank(text[this.at])) this.at++;
    const char = text[this.at] ?? "";
    return char === "%" ? "" : char;
  }

  /** Skips `char` if it is next. */
  skip(char: string): boolean {
    if (this.peek() !== char) return false;
    this.at++;
    return true;
  }

  expect(char: string, where: string): void {
    if (!this.skip(char)) throw this.error(`expected ${char} ${where}`);
  }

  expectEnd(): void {
    if (this.peek() !== "") throw this.error("text after the end of the declaration");
  }

  /** Quoted text, or a word up to a blank, comma, brace or the end of the line. */
  token(what: string): Token {
    const char = this.peek();
    if (char === "'" || char === '"') return { text: this.quotedText(char), quoted: true };
    const { text } = this.line;
    const start = this.at;
    while (this.at < text.length && !isBlank(text[this.at]) && !",{}".includes(text[this.at])) this.at++;
    if (char === "" || this.at === start) throw this.error(`expected ${what}`);
    return { text: text.slice(start, this.at), quoted: false };
  }

  error(message: string): Error {
    return errorAt("ARFF_SYNTAX", { file: this.file, line: this.line.number }, message);
  }

  private quotedText(quote: string): string {
    const { text } = this.line;
    let found = "";
    for (let i = this.at + 1; i < text.length; i++) {
      if (text[i] === quote) {
        this.at = i + 1;
        return found;
      }
      if (text[i] !== "\\") {
        found += text[i];
        continue;
      }
      const unicode = /^u([0-9a-fA-F]{4})/.exec(text.slice(i + 1, i + 6));
      if (unicode) found += String.fromCharCode(Number.parseInt(unicode[1], 16));
      else found += ESCAPES.get(text[i + 1]) ?? text[i + 1] ?? "";
      i += unicode ? 5 : 1;
    }
    throw this.error(`the quote ${quote} is never closed`);
  }
}

function isBlank(char: string): boolean {
  return char === " " || char === "\t";
}
