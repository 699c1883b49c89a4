import type { Condition } from "../model/condition.js";
import type { Formula } from "../model/formula.js";
import { number, type Signs, textOf, word } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";
import { formulaText } from "./formulaText.js";
import type { ClassScore } from "./statedRule.js";

/** A rule to be printed. */
export interface RuleToPrint {
  /** Conjunctions, one of which must hold. An empty conjunction always holds. */
  readonly anyOf: readonly (readonly Condition[])[];
  /** The complement, printed instead if it is shorter. */
  readonly noneOf?: readonly (readonly Condition[])[];
  /** The class, or the value. */
  readonly then: string | number;
  /** Printed instead of a value. */
  readonly formula?: Formula;
  /** The formulas of the classes: each on a line of its own, below. */
  readonly scores?: readonly ClassScore[];
  /** Printed in brackets. */
  readonly figures?: string;
  /** Printed with LOCKED in front. */
  readonly locked?: true;
}

export interface RuleLineOptions {
  /** Columns of the conditions before they are wrapped; default: 72. */
  readonly width?: number;
  readonly signs?: Signs;
  /** For regression: what the error of a rule is, as in `errorName(model)`. Default: "error". */
  readonly errorName?: string;
  /** Printed if a rule has no condition: ALWAYS, or OTHERWISE for the default rule. */
  readonly always?: "ALWAYS" | "OTHERWISE";
}

/**
 * One rule per line, conclusions aligned:
 * `IF petal width <= 0.8   THEN setosa  (50 rows, 100%)`
 * A disjunction takes one line per conjunction. `parseRules` reads all of it back.
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
  const names = rules.map((rule) => conclusionText(rule, attributes, signs, width));
  const ifColumn = longest(premises.map((lines) => lines[lines.length - 1]));
  const thenColumn = longest(names);
  return rules
    .map(({ figures, scores = [] }, i) => {
      const lines = premises[i];
      const last = pad(lines[lines.length - 1], Math.min(ifColumn, width));
      const conclusion =
        figures === undefined ? names[i] : `${pad(names[i], Math.min(thenColumn, 40))}  (${figures})`;
      const below = scores.map(
        ({ of, formula }) => `       ${word(of)}: ${formulaText(formula, attributes, signs, width)}`,
      );
      return [...lines.slice(0, -1), `${last}  THEN ${conclusion}`, ...below].join("\n");
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

/** The conditions, as many per line as fit. */
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

/** The formula, else the class or value. */
export function conclusionText(
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

// Not Math.max(...): there may be more rules than a call can take arguments.
const longest = (texts: readonly string[]) => texts.reduce((most, text) => Math.max(most, length(text)), 0);
const length = (text: string) => [...text].length;
const pad = (text: string, columns: number) => text + " ".repeat(Math.max(0, columns - length(text)));
