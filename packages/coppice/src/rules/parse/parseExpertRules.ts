import { CoppiceError } from "../../base/errors.js";
import type { Condition } from "../../model/condition.js";
import type { Conclusion, ModelRule } from "../../model/ruleSet.js";
import type { ColumnSchema } from "../../table/schema.js";
import { join, normal } from "../conjunction.js";
import { ConditionReader } from "./condition.js";
import { conclusion, type RuleWords, readStatement, tokensOfStatement } from "./parseRules.js";
import { readPremise } from "./premise.js";
import { type Statement, statementsOf } from "./statements.js";
import { rulesSyntax } from "./tokens.js";

/** Expert rules: what is known in advance about the rules to be learned. */
export interface ExpertRules {
  /** They come first, unchanged. */
  readonly locked: readonly ModelRule[];
  /** Learning starts from them, and may revise them. */
  readonly given: readonly ModelRule[];
  /** No learned rule may contain one of these. */
  readonly forbidden: readonly ForbiddenRule[];
  /** The default, if it is locked. */
  readonly otherwise?: Conclusion;
}

/** A conjunction; forbidden only in rules for this class, if one is given. */
export interface ForbiddenRule {
  readonly if: readonly Condition[];
  readonly label?: number;
}

/**
 * Reads expert rules, which learning must respect: in the syntax of `parseRules`, each with a marker in front.
 * LOCKED: it comes first, unchanged. GIVEN, or no marker: learning starts from it. FORBIDDEN IF …: no learned rule
 * may contain these conditions; with THEN, no rule for that class. FORBIDDEN ATTRIBUTE x: none may test x.
 */
export function parseExpertRules(text: string, words: RuleWords): ExpertRules {
  const locked: ModelRule[] = [];
  const given: { rule: ModelRule; at: number }[] = [];
  const forbidden: { rule: ForbiddenRule; at: number }[] = [];
  let otherwise: Conclusion | undefined;
  for (const statement of statementsOf(text)) {
    const { marker, from: at } = statement;
    if (marker === "FORBIDDEN") {
      forbidden.push(...readForbidden(text, statement, words).map((rule) => ({ rule, at })));
      continue;
    }
    const rules = readStatement(text, statement, words);
    // The default is learned, unless it is locked.
    const isDefault = rules.length === 1 && rules[0].if.length === 0;
    if (isDefault && marker === "LOCKED") {
      if (otherwise !== undefined) throw conflict(text, at, "OTHERWISE is locked twice");
      otherwise = rules[0].then;
    } else if (marker === "LOCKED") locked.push(...rules.map((rule) => ({ ...rule, locked: true as const })));
    else if (!isDefault) given.push(...rules.map((rule) => ({ rule, at })));
  }
  for (const { rule, at } of given) {
    const other = forbidden.find((one) => isForbidden(rule, one.rule, words.attributes));
    if (other) throw conflict(text, at, `the rule contains what line ${lineOf(text, other.at)} forbids`);
  }
  return {
    locked,
    given: given.map(({ rule }) => rule),
    forbidden: forbidden.map(({ rule }) => rule),
    ...(otherwise && { otherwise }),
  };
}

function readForbidden(text: string, { from, to }: Statement, words: RuleWords): ForbiddenRule[] {
  const { blanked, tokens, thenAt } = tokensOfStatement(text, from, to);
  const [first] = tokens;
  if (first.text === "ATTRIBUTE") {
    if (tokens.length === 1) throw rulesSyntax(text, from, "FORBIDDEN ATTRIBUTE names no attribute");
    const attribute = new ConditionReader(blanked, words.attributes).attribute(tokens.slice(1));
    // Every condition on an attribute implies that its value is known.
    return [{ if: [{ kind: "known", attribute }] }];
  }
  if (first.text !== "IF") throw rulesSyntax(text, from, "FORBIDDEN must be followed by IF or ATTRIBUTE");
  const premiseEnd = thenAt < 0 ? tokens.length : thenAt;
  if (premiseEnd === 1) throw rulesSyntax(text, from, "a condition is missing");
  const then = thenAt < 0 ? undefined : conclusion(blanked, tokens[thenAt].to, to, words);
  if (then && !("label" in then)) {
    throw rulesSyntax(text, tokens[thenAt].from, "FORBIDDEN with THEN needs classes; the target is numeric");
  }
  return readPremise(blanked, tokens.slice(1, premiseEnd), words.attributes).map((all) => ({
    if: [...all.values()],
    ...(then && { label: then.label }),
  }));
}

/**
 * Whether every row that the rule covers satisfies the forbidden conditions, judged by conditions on the same
 * attributes.
 */
export function isForbidden(
  { if: conditions, then }: Pick<ModelRule, "if" | "then">,
  forbidden: ForbiddenRule,
  attributes: readonly ColumnSchema[],
): boolean {
  if (forbidden.label !== undefined && "label" in then && then.label !== forbidden.label) return false;
  return forbidden.if.every((wanted) => {
    const own = conditions.find(({ attribute }) => attribute === wanted.attribute);
    if (own === undefined) return false;
    const all = new Map([[own.attribute, own]]);
    const both = join(all, new Map([[wanted.attribute, wanted]]), attributes)?.get(own.attribute);
    return both !== undefined && sameCondition(both, normal(own, attributes[own.attribute]));
  });
}

function sameCondition(a: Condition, b: Condition): boolean {
  if (a.kind === "range" && b.kind === "range") return a.above === b.above && a.atMost === b.atMost;
  if (a.kind === "levels" && b.kind === "levels") return a.levels.join() === b.levels.join();
  return a.kind === b.kind;
}

function conflict(text: string, at: number, problem: string): CoppiceError {
  const { facts, message } = rulesSyntax(text, at, problem);
  return new CoppiceError("RULES_CONFLICT", message, facts);
}

const lineOf = (text: string, at: number) => text.slice(0, at).split("\n").length;
