import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Conclusion, ModelRule } from "../../model/ruleSet.js";
import type { ColumnSchema } from "../../table/schema.js";
import { readFormula } from "./formula.js";
import { readPremise } from "./premise.js";
import { type Statement, statementsOf } from "./statements.js";
import { rulesSyntax, type Token, tokensOf } from "./tokens.js";

/** What the names in rules mean. */
export interface RuleWords {
  readonly attributes: readonly ColumnSchema[];
  /** With `levels` where rules conclude classes. */
  readonly target: ColumnSchema;
}

/**
 * Reads rules as they are printed, or written by hand: `IF age > 38.5 AND job in {A, B} THEN yes`, over one line or more;
 * `OTHERWISE no`. OR and brackets give several rules of one conclusion; NOT says the opposite of a condition or group,
 * which a missing cell does not fulfil either. Lines that begin with # are remarks. What follows a conclusion in brackets
 * after two spaces (its figures) is passed over, so a rule that is read weighs nothing: its class counts once, weight 0.
 * A rule that LOCKED stands before stays so; of what GIVEN and FORBIDDEN mean, see `parseExpertRules`.
 */
export function parseRules(text: string, words: RuleWords): ModelRule[] {
  return statementsOf(text).flatMap((statement) => {
    if (statement.marker === "FORBIDDEN") {
      throw rulesSyntax(text, statement.from, "FORBIDDEN is for rules that learning is to go by");
    }
    const rules = readStatement(text, statement, words);
    return statement.marker === "LOCKED" ? rules.map((rule) => ({ ...rule, locked: true as const })) : rules;
  });
}

/** One rule a conjunction. */
export function readStatement(text: string, { from, to }: Statement, words: RuleWords): ModelRule[] {
  const { blanked, tokens, thenAt } = tokensOfStatement(text, from, to);
  const [first, second] = tokens;
  if (first.text === "IF") {
    if (thenAt < 0) throw rulesSyntax(text, first.from, "a rule has no THEN");
    if (thenAt === 1) throw rulesSyntax(text, tokens[1].from, "a condition is missing");
    const then = conclusion(blanked, tokens[thenAt].to, to, words);
    const premises = readPremise(blanked, tokens.slice(1, thenAt), words.attributes);
    if (premises.length === 0) throw rulesSyntax(text, first.from, "the conditions can never all hold");
    return premises.map((premise) => ({ if: [...premise.values()], then }));
  }
  const start: Token = second?.kind === "key" && second.text === "THEN" ? second : first;
  return [{ if: [], then: conclusion(blanked, start.to, to, words) }];
}

const REMARK = /^\s*#/m;
const REMARKS = /^\s*#.*$/gm;

/** A statement's tokens; which of them is THEN, or -1. */
export function tokensOfStatement(text: string, from: number, to: number) {
  const part = text.slice(from, to);
  // A remark between the lines of one rule is blanked, so that places stay what they are. Few rules have one, and a copy of
  // the text for each would take long.
  const blanked = REMARK.test(part)
    ? text.slice(0, from) + part.replaceAll(REMARKS, (line) => " ".repeat(line.length))
    : text;
  const tokens = tokensOf(blanked, from, to);
  const thenAt = tokens.findIndex(({ kind, text: word }) => kind === "key" && word === "THEN");
  return { blanked, tokens, thenAt };
}

/** The figures that are printed after a conclusion. */
const FIGURES = /(?:^|\s\s)\s*\([^\n]*\)\s*$/;

export function conclusion(
  text: string,
  from: number,
  to: number,
  { target, attributes }: RuleWords,
): Conclusion {
  const rest = text.slice(from, to);
  const at = from + rest.length - rest.trimStart().length;
  if (target.type === "numeric") {
    const formula = readFormula(text, at, to, attributes);
    const value = { weight: 0, value: formula.intercept, error: 0 };
    return formula.terms.length > 0 ? { ...value, formula } : value;
  }
  const name = nameOf(text, at, to);
  const classes = target.levels ?? [];
  const label = classes.indexOf(name);
  if (label < 0) {
    const problem =
      name === ""
        ? "THEN has no class"
        : `there is no class ${JSON.stringify(name)}${didYouMean(name, classes)}`;
    const { facts, message } = rulesSyntax(text, from, problem);
    throw new CoppiceError("LEVEL_UNKNOWN", message, { ...facts, name: target.name, value: name });
  }
  return { weight: 0, counts: classes.map((_, k) => (k === label ? 1 : 0)), label };
}

function nameOf(text: string, from: number, to: number): string {
  if (text[from] !== '"') return text.slice(from, to).replace(FIGURES, "").trim();
  const [quoted, ...after] = tokensOf(text, from, to);
  if (after.length > 0 && !FIGURES.test(text.slice(quoted.to, to))) {
    throw rulesSyntax(text, after[0].from, "nothing but figures in brackets may follow a conclusion");
  }
  return quoted.text;
}
