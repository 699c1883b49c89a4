import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Conclusion, ModelRule } from "../../model/ruleSet.js";
import type { ColumnSchema } from "../../table/schema.js";
import { readFormula } from "./formula.js";
import { readPremise } from "./premise.js";
import { type Statement, statementsOf } from "./statements.js";
import { rulesSyntax, type Token, tokensOf } from "./tokens.js";

/** The attributes and the target that names in rules refer to. */
export interface RuleWords {
  readonly attributes: readonly ColumnSchema[];
  /** With `levels` for classification. */
  readonly target: ColumnSchema;
}

/**
 * Reads rules as they are printed, or written by hand: `IF age > 38.5 AND job in {A, B} THEN yes`, over one line or more;
 * `OTHERWISE no`. OR and brackets give several rules with one conclusion; NOT negates a condition or group, and a missing value does not satisfy the negation either. Lines that begin with # are comments. Figures in brackets, two spaces after a conclusion, are ignored, so a parsed rule has no weight: its class counts once, weight 0. A rule marked LOCKED stays so; for GIVEN and FORBIDDEN see `parseExpertRules`.
 */
export function parseRules(text: string, words: RuleWords): ModelRule[] {
  return statementsOf(text).flatMap((statement) => {
    if (statement.marker === "FORBIDDEN") {
      throw rulesSyntax(text, statement.from, "FORBIDDEN is allowed only in expert rules for learning");
    }
    const rules = readStatement(text, statement, words);
    return statement.marker === "LOCKED" ? rules.map((rule) => ({ ...rule, locked: true as const })) : rules;
  });
}

/** One rule per conjunction. */
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

/** A statement's tokens, and the index of THEN, or -1. */
export function tokensOfStatement(text: string, from: number, to: number) {
  const part = text.slice(from, to);
  // A comment between the lines of one rule is blanked, so that positions do not change. Few rules have one, and
  // copying the text for each rule would be slow.
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
    throw rulesSyntax(text, after[0].from, "only figures in brackets may follow a conclusion");
  }
  return quoted.text;
}
