import { unreachable } from "../base/errors.js";
import type { Edit, EditTest } from "./edit.js";
import type { TreeModel } from "./tree.js";
import { number, printable, word } from "./words.js";

/** An edit in one line, for people: `0.1: split by humidity <= 75`. Names and notes come from anywhere: they are kept short and plain. */
export function editText(edit: Edit): string {
  const what = edit.name === undefined ? "" : ` (${plain(edit.name)})`;
  return `${edit.node}: ${changeText(edit)}${what}`;
}

/** The edits of a tree, numbered, in their order. */
export function editLines({ edits = [] }: Pick<TreeModel, "edits">): string[] {
  return edits.map((edit, i) => `${i + 1}. ${editText(edit)}`);
}

function changeText(edit: Edit): string {
  switch (edit.kind) {
    case "split":
      return `split by ${testText(edit.test)}${edit.missing === undefined ? "" : `, missing values to branch ${edit.missing}`}`;
    case "threshold":
      return `threshold moved to ${cell(edit.threshold)}`;
    case "levels":
      return `${list(edit.levels)} moved to branch ${edit.to}`;
    case "missing":
      return `missing values moved to branch ${edit.to}`;
    case "forbid":
    case "prefer":
      return edit.attributes.length === 0
        ? `nothing ${edit.kind === "forbid" ? "forbidden" : "preferred"} any more`
        : `${list(edit.attributes)} ${edit.kind === "forbid" ? "forbidden" : "preferred"} here and below`;
    case "label":
      return `predicts ${cell(edit.label)}`;
    case "note":
      return `note: ${plain(edit.text)}`;
    case "prune":
      return "pruned";
    case "lock":
      return "locked";
    case "unlock":
      return "unlocked";
    case "regrow":
      return "regrown";
    default:
      return unreachable(edit);
  }
}

function testText(test: EditTest): string {
  const name = word(cut(test.attribute));
  switch (test.kind) {
    case "threshold":
      return `${name} <= ${cell(test.threshold)}`;
    case "subset":
      return `${name} in {${list(test.left)}}`;
    case "levels":
      return `${name}, a branch per level`;
    case "intervals":
      return `${name} cut at ${test.edges.map(number).join(", ")}`;
    case "best":
      return `the best test on ${name}`;
    default:
      return unreachable(test);
  }
}

const MOST_LETTERS = 200;

const cut = (text: string) => {
  const letters = [...text.slice(0, 2 * MOST_LETTERS)];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join("")}…` : text;
};
const plain = (text: string) => printable(cut(text.replace(/\s+/g, " ")));
const cell = (value: string | number) => (typeof value === "string" ? word(cut(value)) : number(value));
const list = (names: readonly string[]) => names.map((name) => word(cut(name))).join(", ");
