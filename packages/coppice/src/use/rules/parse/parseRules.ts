import { CoppiceError } from "../../../base/errors.js";
import { didYouMean } from "../../../base/nearest.js";
import type { Conclusion, ModelRule } from "../../../model/ruleSet.js";
import type { ColumnSchema } from "../../../table/schema.js";
import { readPremise } from "./premise.js";
import { rulesSyntax, type Token, tokensOf } from "./tokens.js";

/** What the names in rules mean. */
export interface RuleWords {
  readonly attributes: readonly ColumnSchema[];
  /** With `levels` where rules conclude classes. */
  readonly target: ColumnSchema;
}

/** Where a rule begins: perhaps with a name of its own, as in `R3: IF …`. */
const BEGINS = /^\s*(?:[^\s"{},()]+:\s+)?(?=(?:IF|ALWAYS|OTHERWISE)(?:\s|$))/;

/**
 * Reads rules as they are printed, or written by hand: `IF age > 38.5 AND job in {A, B} THEN yes`, over one line or more;
 * `OTHERWISE no`. OR and brackets give several rules of one conclusion; NOT says the opposite of a condition or group,
 * which a missing cell does not fulfil either. Lines that begin with # are remarks. What follows a conclusion in brackets
 * after two spaces (its figures) is passed over, so a rule that is read weighs nothing: its class counts once, weight 0.
 */
export function parseRules(text: string, words: RuleWords): ModelRule[] {
  return statementsOf(text).flatMap(([from, to]) => readStatement(text, from, to, words));
}

/** Where each statement begins and ends. */
function statementsOf(text: string): [number, number][] {
  const statements: [number, number][] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    const begins = BEGINS.exec(line);
    const isRemark = /^\s*(#|$)/.test(line);
    if (begins) statements.push([at + begins[0].length, end]);
    else if (!isRemark) {
      if (statements.length === 0) throw rulesSyntax(text, at, "a rule begins with IF, ALWAYS or OTHERWISE");
      statements[statements.length - 1][1] = end;
    }
    at = end + 1;
  }
  return statements;
}

function readStatement(text: string, from: number, to: number, words: RuleWords): ModelRule[] {
  // A remark between the lines of one rule is blanked, so that places stay what they are.
  const blanked =
    text.slice(0, from) + text.slice(from, to).replace(/^\s*#.*$/gm, (line) => " ".repeat(line.length));
  const tokens = tokensOf(blanked, from, to);
  const [first, second] = tokens;
  const thenAt = tokens.findIndex(({ kind, text: said }) => kind === "key" && said === "THEN");
  if (first.text === "IF") {
    if (thenAt < 0) throw rulesSyntax(text, first.from, "a rule has no THEN");
    if (thenAt === 1) throw rulesSyntax(text, tokens[1].from, "a condition is missing");
    const then = conclusion(blanked, tokens[thenAt].to, to, words.target);
    const premises = readPremise(blanked, tokens.slice(1, thenAt), words.attributes);
    if (premises.length === 0) throw rulesSyntax(text, first.from, "the conditions can never all hold");
    return premises.map((premise) => ({ if: [...premise.values()], then }));
  }
  const start: Token = second?.kind === "key" && second.text === "THEN" ? second : first;
  return [{ if: [], then: conclusion(blanked, start.to, to, words.target) }];
}

/** The figures that are printed after a conclusion. */
const FIGURES = /(?:^|\s\s)\s*\([^\n]*\)\s*$/;

function conclusion(text: string, from: number, to: number, target: ColumnSchema): Conclusion {
  const rest = text.slice(from, to);
  const at = from + rest.length - rest.trimStart().length;
  const name = nameOf(text, at, to);
  if (target.type === "numeric") {
    const value = Number(name);
    if (name === "" || !Number.isFinite(value))
      throw rulesSyntax(text, from, `THEN must give a number; got ${name}`);
    return { weight: 0, value, error: 0 };
  }
  const classes = target.levels ?? [];
  const label = classes.indexOf(name);
  if (label < 0) {
    const said =
      name === ""
        ? "THEN has no class"
        : `there is no class ${JSON.stringify(name)}${didYouMean(name, classes)}`;
    const { facts, message } = rulesSyntax(text, from, said);
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
