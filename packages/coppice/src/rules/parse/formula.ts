import type { CoppiceError } from "../../base/errors.js";
import type { Formula, FormulaTerm } from "../../model/formula.js";
import { type ColumnSchema, isStringType } from "../../table/schema.js";
import { codesOf } from "../merge.js";
import { ConditionReader } from "./condition.js";
import { rulesSyntax, type Token, tokensOf } from "./tokens.js";

/**
 * A number, or a number and terms: `3.2 + 0.5 x1 - 2 x4 + 1.5 IF color in {red, blue}`. Missing values count as 0.
 */
export function readFormula(
  text: string,
  from: number,
  to: number,
  attributes: readonly ColumnSchema[],
): Formula {
  const tokens = withoutFigures(text, tokensOf(text, from, to));
  const intercept = tokens.length > 0 ? numberOf(tokens[0]) : undefined;
  if (intercept === undefined) {
    const found = tokens.length > 0 ? text.slice(tokens[0].from, tokens[tokens.length - 1].to) : "";
    throw rulesSyntax(text, from, `THEN must give a number; got ${found}`);
  }
  const terms: FormulaTerm[] = [];
  for (let at = 1; at < tokens.length; ) {
    const next = tokens.findIndex((token, i) => i > at && isSign(token));
    const end = next < 0 ? tokens.length : next;
    terms.push(readTerm(text, tokens.slice(at, end), attributes));
    at = end;
  }
  return { intercept, terms };
}

/** `+ 0.5 x1`, `- 2 IF color = red`. */
function readTerm(text: string, tokens: readonly Token[], attributes: readonly ColumnSchema[]): FormulaTerm {
  const [sign, size, ...subject] = tokens;
  const amount = size && numberOf(size);
  if (!isSign(sign) || amount === undefined || amount < 0 || subject.length === 0) throw broken(text, sign);
  const coefficient = sign.text === "-" ? -amount : amount;
  const reader = new ConditionReader(text, attributes);
  if (subject[0].kind !== "key") {
    const attribute = reader.attribute(subject);
    const { type, name } = attributes[attribute];
    if (type === "nominal" || isStringType(type)) {
      throw rulesSyntax(
        text,
        subject[0].from,
        `${JSON.stringify(name)} is not a number: write IF with its levels`,
      );
    }
    return { attribute, coefficient, missing: 0 };
  }
  if (subject[0].text !== "IF" || subject.length === 1) throw broken(text, sign);
  const found = reader.read(subject.slice(1));
  const [condition] = found;
  if (found.length > 1 || (condition.kind !== "levels" && condition.kind !== "range"))
    throw broken(text, sign);
  const { attribute } = condition;
  if (attributes[attribute].type === "numeric") throw broken(text, sign);
  return { attribute, coefficient, levels: codesOf(condition, attributes[attribute]), missing: 0 };
}

function broken(text: string, token: Token): CoppiceError {
  return rulesSyntax(
    text,
    token.from,
    "a formula must continue with + or -, a number, and an attribute or IF with levels",
  );
}

function isSign(token: Token): boolean {
  return token.kind === "word" && (token.text === "+" || token.text === "-");
}

function numberOf({ kind, text }: Token): number | undefined {
  const value = Number(text);
  return kind === "word" && Number.isFinite(value) ? value : undefined;
}

/** Figures are in brackets after two spaces. */
function withoutFigures(text: string, tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(
    ({ kind, from, text: word }) =>
      kind !== "quoted" && word.startsWith("(") && /\s\s$/.test(text.slice(0, from)),
  );
  return end < 0 ? tokens : tokens.slice(0, end);
}
