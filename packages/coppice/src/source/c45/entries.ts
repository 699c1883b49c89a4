import { errorAt } from "../../table/cellError.js";
import type { Line } from "../lines.js";

/** `name: part, part, part.`, or a list without a name. */
export interface Entry {
  readonly line: number;
  readonly name?: string;
  readonly parts: readonly string[];
}

/** Text with its escapes resolved, and the punctuation mark that ends it. */
export interface Piece {
  readonly mark: "," | ":" | "." | undefined;
  readonly text: string;
}

/**
 * Splits a line at its commas, colons and full stops; | begins a comment and \ escapes the next character. A full stop
 * counts only before a blank or the line's end: 1.5 is a value.
 */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  const push = (mark: Piece["mark"]) => {
    pieces.push({ mark, text: text.replace(/\s+/g, " ").trim() });
    text = "";
  };
  for (let i = 0; i < line.length; i++) {
    const mark = line[i];
    if (mark === "|") break;
    if (mark === "\\" && i + 1 < line.length) text += line[++i];
    else if (mark === "," || mark === ":") push(mark);
    else if (mark === "." && /^[\s|]?$/.test(line.slice(i + 1, i + 2))) push(mark);
    else text += mark;
  }
  push(undefined);
  return pieces;
}

/** An entry ends with a full stop, or with its line if that does not end with a comma or a colon. */
export function entriesOf(file: string, lines: readonly Line[]): Entry[] {
  const entries: Entry[] = [];
  let open: { line: number; name?: string; parts: string[] } | undefined;
  for (const line of lines) {
    for (const { mark, text } of piecesOf(line.text)) {
      if (text === "" && mark === undefined) continue;
      open ??= { line: line.number, parts: [] };
      if (mark === ":") {
        if (open.name !== undefined || open.parts.length > 0) {
          throw errorAt("C45_SYNTAX", { file, line: line.number }, "a second colon in one entry");
        }
        open.name = text;
        continue;
      }
      open.parts.push(text);
      if (mark === ",") continue;
      entries.push(open);
      open = undefined;
    }
  }
  if (open) throw errorAt("C45_SYNTAX", { file, line: open.line }, "the file ends inside this entry");
  return entries;
}
