import type { TreeModel } from "../../model/tree.js";
import { brief, number, percent, rowsText, textOf, word } from "../../model/words.js";
import { type Rule, rulesOf } from "./rulesOf.js";

export interface RulesTextOptions {
  /** Columns that the conditions may take before they go on in the next line; 72 unless given. */
  readonly width?: number;
}

/**
 * One rule a line, conclusions in one column:
 * `IF petal width <= 0.8   THEN setosa  (50 rows, 100 %)`
 */
export function rulesText(model: TreeModel, { width = 72 }: RulesTextOptions = {}): string {
  const rules = rulesOf(model);
  const premises = rules.map((rule) => premise(rule, model, width));
  const names = rules.map(thenText);
  const ifColumn = longest(premises.map((lines) => lines[lines.length - 1]));
  const thenColumn = longest(names);
  return rules
    .map((rule, i) => {
      const lines = premises[i];
      const last = pad(lines[lines.length - 1], Math.min(ifColumn, width));
      const conclusion = `${last}  THEN ${pad(names[i], Math.min(thenColumn, 40))}  (${figures(rule)})`;
      return [...lines.slice(0, -1), conclusion].join("\n");
    })
    .join("\n");
}

/** The conditions, as many a line as fit. */
function premise(rule: Rule, model: TreeModel, width: number): string[] {
  if (rule.if.length === 0) return ["ALWAYS"];
  const lines: string[] = [];
  let line = "";
  for (const condition of rule.if) {
    const text = textOf(condition, model.attributes);
    if (line === "") line = `IF ${text}`;
    else if (length(line) + 5 + length(text) <= width) line += ` AND ${text}`;
    else {
      lines.push(line);
      line = `   AND ${text}`;
    }
  }
  lines.push(line);
  return lines;
}

export function thenText({ then }: Pick<Rule, "then">): string {
  return typeof then === "string" ? word(then) : number(Number(then.toPrecision(6)));
}

function figures(rule: Rule): string {
  const rows = rowsText(rule.support);
  if (rule.support === 0) return rows;
  if (rule.confidence !== undefined) return `${rows}, ${percent(rule.confidence)}`;
  return `${rows}, error ${brief(rule.error ?? 0)}`;
}

// Not Math.max(...): there may be more rules than a call takes arguments.
const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, length(text)), 0);
const length = (text: string) => [...text].length;
const pad = (text: string, columns: number) => text + " ".repeat(Math.max(0, columns - length(text)));
