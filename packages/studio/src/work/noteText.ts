import type { FormulaNote } from "coppice/draw";
import { shown } from "../base/text.js";

const MOST = 1000;

/** A line for a formula: `linear 1 = 0.4 length + 0.16 width`. */
export function noteText({ name, text }: FormulaNote): string {
  // The indent of a term says whose it is.
  const indent = /^ */.exec(text)?.[0] ?? "";
  return indent + shown(name === "" ? text.slice(indent.length) : `${name} = ${text}`, MOST);
}
