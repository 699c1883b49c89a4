import { errorAt } from "../../table/cellError.js";
import type { Line } from "../lines.js";

/** `name: part, part, part.`, or a list without a name. */
export interface Entry {
  readonly line: number;
  readonly name?: string;
  readonly parts: readonly string[];
}

/** A piece of a line: a sign that structures it, or text with its escapes resolved. */
export interface Piece {
  readonly sign: "," | ":" | "." | undefined;
  readonly text: string;
}

/**
 * Splits a line at its commas, colons and full stops; | begins a comment and \ takes the next sign as it is. A full stop
 * counts only before a blank or the line's end: 1.5 is a value.
 */
export function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let text = "";
  const push = (sign: Piece["sign"]) => {
    pieces.push({ sign, text: text.replace(/\s+/g, " ").trim() });
    text = "";
  };
  for (let i = 0; i < line.length; i++) {
    const sign = line[i];
    if (sign === "|") break;
    if (sign === "\\" && i + 1 < line.length) text += line[++i];
    else if (sign === "," || sign === ":") push(sign);
    else if (sign === "." && /^[\s|]?$/.test(line.slice(i + 1, i + 2))) push(sign);
    else text += sign;
  }
  push(undefined);
  return pieces;
}

/** An entry ends with a full stop, or with its line when neither a comma nor a colon promises more. */
export function entriesOf(file: string, lines: readonly Line[]): Entry[] {
  const entries: Entry[] = [];
  let open: { line: number; name?: string; parts: string[] } | undefined;
  for (const line of lines) {
    for (const { sign, text } of piecesOf(line.text)) {
      if (text === "" && sign === undefined) continue;
      open ??= { line: line.number, parts: [] };
      if (sign === ":") {
        if (open.name !== undefined || open.parts.length > 0) {
          throw errorAt("C45_SYNTAX", { file, line: line.number }, "a second colon in one entry");
        }
        open.name = text;
        continue;
      }
      open.parts.push(text);
      if (sign === ",") continue;
      entries.push(open);
      open = undefined;
    }
  }
  if (open) throw errorAt("C45_SYNTAX", { file, line: open.line }, "the file ends within this entry");
  return entries;
}
