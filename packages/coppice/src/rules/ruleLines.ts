import type { Condition } from "../model/condition.js";
import type { Formula } from "../model/formula.js";
import { number, type Signs, textOf, word } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { formulaText } from "./formulaText.js";

/** A rule as people read it. */
export interface RuleToPrint {
  /** Conjunctions, one of which must hold. One without conditions: always. */
  readonly anyOf: readonly (readonly Condition[])[];
  /** The opposite, printed in its place where that is shorter. */
  readonly noneOf?: readonly (readonly Condition[])[];
  /** The class, or the value. */
  readonly then: string | number;
  /** What is said in place of a value. */
  readonly formula?: Formula;
  /** What is said of it in brackets. */
  readonly figures?: string;
  /** LOCKED stands before it. */
  readonly locked?: true;
}

export interface RuleLineOptions {
  /** Columns that the conditions may take before they go on in the next line (default: 72). */
  readonly width?: number;
  readonly signs?: Signs;
  /** What stands where a rule has no condition: ALWAYS, unless it is what is said where no other rule holds. */
  readonly always?: "ALWAYS" | "OTHERWISE";
}

/**
 * One rule a line, conclusions in one column:
 * `IF petal width <= 0.8   THEN setosa  (50 rows, 100%)`
 * A disjunction takes a line for each of its conjunctions. `parseRules` reads all of it back.
 */
export function ruleLines(
  rules: readonly RuleToPrint[],
  attributes: readonly ColumnSchema[],
  { width = 72, signs, always = "ALWAYS" }: RuleLineOptions = {},
): string {
  const premises = rules.map(({ anyOf, noneOf, locked }) => {
    const mark = locked ? "LOCKED " : "";
    if (anyOf.some((all) => all.length === 0)) return [`${mark}${always}`];
    if (!noneOf) return premise(anyOf, `${mark}IF `, attributes, width, signs);
    const lines = premise(noneOf, `${mark}IF NOT (`, attributes, width - 1, signs);
    return [...lines.slice(0, -1), `${lines[lines.length - 1]})`];
  });
  const names = rules.map((rule) => saidText(rule, attributes, signs, width));
  const ifColumn = longest(premises.map((lines) => lines[lines.length - 1]));
  const thenColumn = longest(names);
  return rules
    .map(({ figures }, i) => {
      const lines = premises[i];
      const last = pad(lines[lines.length - 1], Math.min(ifColumn, width));
      const said =
        figures === undefined ? names[i] : `${pad(names[i], Math.min(thenColumn, 40))}  (${figures})`;
      return [...lines.slice(0, -1), `${last}  THEN ${said}`].join("\n");
    })
    .join("\n");
}

function premise(
  anyOf: readonly (readonly Condition[])[],
  head: string,
  attributes: readonly ColumnSchema[],
  width: number,
  signs: Signs | undefined,
): string[] {
  return anyOf.flatMap((all, i) => {
    const texts = all.map((condition) => textOf(condition, attributes, signs));
    return conjunctionLines(texts, i === 0 ? head : "   OR ", width);
  });
}

/** The conditions, as many a line as fit. */
function conjunctionLines(texts: readonly string[], head: string, width: number): string[] {
  const lines: string[] = [];
  const goesOn = head.startsWith(" ") ? "      AND " : "   AND ";
  let line = "";
  for (const text of texts) {
    if (line === "") line = `${head}${text}`;
    else if (length(line) + 5 + length(text) <= width) line += ` AND ${text}`;
    else {
      lines.push(line);
      line = `${goesOn}${text}`;
    }
  }
  lines.push(line);
  return lines;
}

/** The formula, or what else follows. */
export function saidText(
  { then, formula }: Pick<RuleToPrint, "then" | "formula">,
  attributes: readonly ColumnSchema[],
  signs?: Signs,
  width?: number,
): string {
  return formula ? formulaText(formula, attributes, signs, width) : thenText(then, signs);
}

export function thenText(then: string | number, signs?: Signs): string {
  if (typeof then === "string") return word(then);
  return signs?.exact ? String(then) : number(Number(then.toPrecision(6)));
}

// Not Math.max(...): there may be more rules than a call takes arguments.
const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, length(text)), 0);
const length = (text: string) => [...text].length;
const pad = (text: string, columns: number) => text + " ".repeat(Math.max(0, columns - length(text)));
