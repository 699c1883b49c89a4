import { CoppiceError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { Condition } from "../../model/condition.js";
import { notationReader } from "../../table/notation.js";
import type { ColumnSchema } from "../../table/schema.js";
import { isEmpty, negated, normal } from "../conjunction.js";
import { merge } from "../merge.js";
import { rulesSyntax, type Token } from "./tokens.js";

type Attributes = readonly ColumnSchema[];

/** `age > 38.5`, `2 < size <= 3`, `color = red`, `color not in {red, blue}`, `age is missing`: what `textOf` writes. */
export class ConditionReader {
  private readonly byName = new Map<string, number>();

  constructor(
    private readonly text: string,
    private readonly attributes: Attributes,
  ) {
    attributes.forEach(({ name }, i) => {
      this.byName.set(name, i);
    });
  }

  /** The alternatives, one of which must hold: two for `!=` on a number or an ordered level, else one. */
  read(tokens: readonly Token[]): Condition[] {
    if (tokens[tokens.length - 1].kind === "}") return this.readSet(tokens);
    const signs = tokens.filter(({ kind }) => kind === "sign");
    if (signs.length === 0) return [this.readPresence(tokens)];
    const parts = this.partsBetween(tokens, signs);
    const found =
      signs.length === 1
        ? this.comparison(this.attribute(parts[0]), signs[0], parts[1])
        : this.interval(parts, signs);
    const [one] = found;
    if (found.length === 1 && isEmpty(one))
      throw this.wrong(tokens[0], `${this.written(tokens)} can never hold`);
    return found;
  }

  private partsBetween(tokens: readonly Token[], signs: readonly Token[]): Token[][] {
    const parts: Token[][] = [[]];
    for (const token of tokens) {
      if (token.kind === "sign") parts.push([]);
      else parts[parts.length - 1].push(token);
    }
    const empty = parts.findIndex((part) => part.length === 0);
    if (empty >= 0) {
      const sign = signs[Math.max(0, empty - 1)];
      throw this.wrong(sign, `expected a value ${empty === 0 ? "before" : "after"} ${sign.text}`);
    }
    return parts;
  }

  private interval(parts: readonly Token[][], signs: readonly Token[]): Condition[] {
    const isInterval = signs.length === 2 && signs.every(({ text }) => text.startsWith("<") || text === "≤");
    if (!isInterval) throw this.wrong(signs[1], "two comparisons must form an interval, as in 2 < size <= 3");
    const index = this.attribute(parts[1]);
    const attribute = this.attributes[index];
    // a < x is x > a
    const [low] = this.comparison(index, { ...signs[0], text: signs[0].text === "<" ? ">" : ">=" }, parts[0]);
    const [high] = this.comparison(index, signs[1], parts[2]);
    return [normal(merge(low, high, attribute), attribute)];
  }

  private comparison(index: number, sign: Token, value: readonly Token[]): Condition[] {
    const attribute = this.attributes[index];
    if (attribute.type === "numeric") return numberCondition(index, sign.text, this.number(attribute, value));
    if (attribute.type === "nominal" && !["=", "!=", "≠"].includes(sign.text)) {
      const rule = `levels of ${JSON.stringify(attribute.name)} have no order: write = or in { }`;
      throw this.wrong(sign, rule);
    }
    const code = this.level(attribute, value);
    const levels = (attribute.levels ?? [])
      .map((_, other) => other)
      .filter((other) => compare(other, sign.text, code));
    return [normal({ kind: "levels", attribute: index, levels }, attribute)];
  }

  /** `color in {red, blue}`, `color not in {red}`. */
  private readSet(tokens: readonly Token[]): Condition[] {
    const open = tokens.findIndex(({ kind }) => kind === "{");
    const head = open < 0 ? [] : tokens.slice(0, open);
    if (head.length < 2 || head[head.length - 1].text !== "in") {
      throw this.wrong(tokens[0], "write a set of levels as in color in {red, blue}");
    }
    const isNegated = head.length > 2 && isWord(head[head.length - 2], "not");
    const index = this.attribute(head.slice(0, isNegated ? -2 : -1));
    const attribute = this.attributes[index];
    if (attribute.type === "numeric") {
      throw this.wrong(
        tokens[0],
        `${JSON.stringify(attribute.name)} is a number: write <= or >, not a set of levels`,
      );
    }
    const levels = this.listed(tokens.slice(open + 1, -1)).map((part) => this.level(attribute, part));
    const set = normal({ kind: "levels", attribute: index, levels: [...new Set(levels)] }, attribute);
    return isNegated ? negated(set, attribute) : [set];
  }

  private listed(tokens: readonly Token[]): Token[][] {
    if (tokens.length === 0) return [];
    const parts: Token[][] = [[]];
    for (const token of tokens) {
      if (token.kind === ",") parts.push([]);
      else parts[parts.length - 1].push(token);
    }
    const empty = parts.findIndex((part) => part.length === 0);
    if (empty >= 0) throw this.wrong(tokens[0], "a set of levels has an empty entry");
    return parts;
  }

  private readPresence(tokens: readonly Token[]): Condition {
    const [verb, state] = tokens.slice(-2);
    if (tokens.length < 3 || !isWord(verb, "is") || !(isWord(state, "known") || isWord(state, "missing"))) {
      const name = this.written(tokens);
      throw this.wrong(
        tokens[0],
        `${name} is not a condition: write <=, >, =, !=, in { }, is known or is missing`,
      );
    }
    const attribute = this.attribute(tokens.slice(0, -2));
    return { kind: state.text === "known" ? "known" : "missing", attribute };
  }

  attribute(tokens: readonly Token[]): number {
    const name = this.written(tokens);
    const found = this.byName.get(name);
    if (found !== undefined) return found;
    const near = didYouMean(name, this.byName.keys());
    const { facts, message } = this.wrong(tokens[0], `there is no attribute ${JSON.stringify(name)}${near}`);
    throw new CoppiceError("COLUMN_UNKNOWN", message, { ...facts, name });
  }

  private level(attribute: ColumnSchema, tokens: readonly Token[]): number {
    const name = this.written(tokens);
    const code = attribute.levels?.indexOf(name) ?? -1;
    if (code >= 0) return code;
    const near = didYouMean(name, attribute.levels ?? []);
    const problem = `${JSON.stringify(attribute.name)} has no level ${JSON.stringify(name)}${near}`;
    const { facts, message } = this.wrong(tokens[0], problem);
    throw new CoppiceError("LEVEL_UNKNOWN", message, { ...facts, name: attribute.name, value: name });
  }

  /** Dates may be written as in the table, or as a number of milliseconds. */
  private number({ notation }: ColumnSchema, tokens: readonly Token[]): number {
    const name = this.written(tokens);
    const moment = notation?.kind === "time" ? notationReader(notation)(name) : Number.NaN;
    const value = Number.isNaN(moment) ? Number(name) : moment;
    if (name !== "" && Number.isFinite(value)) return value;
    throw this.wrong(tokens[0], `${name} is not a ${notation?.kind === "time" ? "date or time" : "number"}`);
  }

  /** The name that these tokens form: one quoted word, or the words as written. */
  private written(tokens: readonly Token[]): string {
    if (tokens.length === 1 && tokens[0].kind === "quoted") return tokens[0].text;
    return this.text.slice(tokens[0].from, tokens[tokens.length - 1].to);
  }

  private wrong(token: Token, problem: string): CoppiceError {
    return rulesSyntax(this.text, token.from, problem);
  }
}

function isWord(token: Token, text: string): boolean {
  return token.kind === "word" && token.text === text;
}

function compare(a: number, sign: string, b: number): boolean {
  switch (sign) {
    case "<":
      return a < b;
    case "<=":
    case "≤":
      return a <= b;
    case ">":
      return a > b;
    case ">=":
    case "≥":
      return a >= b;
    case "=":
      return a === b;
    default:
      return a !== b;
  }
}

function numberCondition(attribute: number, sign: string, cell: number): Condition[] {
  // The values below a number are those up to the next smaller double.
  const below = nextBelow(cell);
  const above = (bound: number): Condition => ({ kind: "range", attribute, above: bound });
  const atMost = (bound: number): Condition => ({ kind: "range", attribute, atMost: bound });
  switch (sign) {
    case "<":
      return [atMost(below)];
    case "<=":
    case "≤":
      return [atMost(cell)];
    case ">":
      return [above(cell)];
    case ">=":
    case "≥":
      return [above(below)];
    case "=":
      return [{ kind: "range", attribute, above: below, atMost: cell }];
    default:
      return [atMost(below), above(cell)];
  }
}

/** The greatest double below x. */
function nextBelow(x: number): number {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setFloat64(0, x);
  if (x === 0) return -Number.MIN_VALUE;
  bytes.setBigInt64(0, bytes.getBigInt64(0) + (x > 0 ? -1n : 1n));
  return bytes.getFloat64(0);
}
