import type { Formula, FormulaTerm } from "../model/formula.js";
import { number, type Signs, word } from "../model/words.js";
import type { ColumnSchema } from "../table/schema.js";

/**
 * `3.2 + 0.5 x1 - 2 x4 + 1.5 IF color in {red, blue}`, wrapped if a width is given. `readFormula` reads it back,
 * except for the values that replace missing ones.
 */
export function formulaText(
  { intercept, terms }: Formula,
  attributes: readonly ColumnSchema[],
  signs?: Signs,
  width = Number.POSITIVE_INFINITY,
): string {
  const figure = (x: number) => (signs?.exact ? String(x) : number(Number(x.toPrecision(6))));
  const parts = signedTerms(terms, attributes, figure);
  const lines = [figure(intercept)];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    if (last.length + 1 + part.length <= width) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`     ${part}`);
  }
  return lines.join("\n");
}

/** Each term with its sign before it: `+ 0.5 x1`. */
export function signedTerms(
  terms: readonly FormulaTerm[],
  attributes: readonly ColumnSchema[],
  figure: (x: number) => string,
): string[] {
  return terms.map((term) => {
    const sign = term.coefficient < 0 ? "-" : "+";
    return `${sign} ${figure(Math.abs(term.coefficient))} ${subject(term, attributes)}`;
  });
}

function subject({ attribute, levels }: FormulaTerm, attributes: readonly ColumnSchema[]): string {
  const { name, levels: names = [] } = attributes[attribute];
  if (levels === undefined) return termWord(name);
  const all = levels.map((code) => termWord(names[code]));
  return levels.length === 1
    ? `IF ${termWord(name)} = ${all[0]}`
    : `IF ${termWord(name)} in {${all.join(", ")}}`;
}

/** Names that contain an operator of the formula are also quoted. */
export function termWord(name: string): string {
  const plain = word(name);
  return plain === name && /(?:^|\s)[+-](?:\s|$)/.test(name) ? JSON.stringify(name) : plain;
}
