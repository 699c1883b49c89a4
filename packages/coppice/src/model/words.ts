import { unreachable } from "../base/errors.js";
import { shownAs } from "../table/notation.js";
import type { ColumnSchema } from "../table/schema.js";
import type { Condition } from "./condition.js";
import type { Test } from "./test.js";
import type { Surrogate } from "./tree.js";

type Attributes = readonly ColumnSchema[];

/**
 * The condition that a row with a known value satisfies if it takes `branch`; the branch after the last outcome takes
 * missing values.
 */
export function conditionOf(test: Test, branch: number, attributes: Attributes): Condition {
  const { attribute } = test;
  const levels = attributes[attribute].levels ?? [];
  switch (test.kind) {
    case "threshold":
    case "gate":
      if (branch > 1) return { kind: "missing", attribute };
      // A threshold that no cell exceeds only tests whether the value is known.
      if (test.threshold >= greatest(attributes[attribute])) {
        return { kind: branch === 0 ? "known" : "missing", attribute };
      }
      return branch === 0
        ? { kind: "range", attribute, atMost: test.threshold }
        : { kind: "range", attribute, above: test.threshold };
    case "levels":
      if (branch >= levels.length) return { kind: "missing", attribute };
      return { kind: "levels", attribute, levels: [branch] };
    case "subset": {
      const [mine, other] = branch === 0 ? [test.left, test.right] : [test.right, test.left];
      if (branch > 1 || mine.length === 0) return { kind: "missing", attribute };
      if (other.length === 0 && mine.length === levels.length) return { kind: "known", attribute };
      return { kind: "levels", attribute, levels: [...mine].sort((a, b) => a - b) };
    }
    case "intervals":
      return interval(test.edges, branch, attribute);
    default:
      return unreachable(test);
  }
}

function greatest(attribute: ColumnSchema): number {
  return attribute.type === "numeric" ? Number.MAX_VALUE : (attribute.levels?.length ?? 0) - 1;
}

function interval(edges: readonly number[], branch: number, attribute: number): Condition {
  if (branch > edges.length) return { kind: "missing", attribute };
  if (edges.length === 0) return { kind: "known", attribute };
  if (branch === 0) return { kind: "range", attribute, atMost: edges[0] };
  if (branch === edges.length) return { kind: "range", attribute, above: edges[branch - 1] };
  return { kind: "range", attribute, above: edges[branch - 1], atMost: edges[branch] };
}

/** The operator symbols of a condition: ASCII for terminals and JSON, typographic for drawings. */
export interface Signs {
  readonly atMost: string;
  readonly not: string;
  /** Before the width of a gate; absent: +-. */
  readonly soft?: string;
  /** Bounds with all their digits, for programs; absent: rounded for people. */
  readonly exact?: true;
}

export const ASCII: Signs = { atMost: "<=", not: "!=" };
export const PRINT: Signs = { atMost: "≤", not: "≠", soft: "±" };
export const EXACT: Signs = { ...ASCII, exact: true };

/**
 * `petal length <= 2.45`, `outlook = sunny`, `color in {red, blue}`, `color not in {red, blue}`,
 * `2.45 < petal length <= 4.9`, `age is missing`. `parseRules` reads what is written here.
 */
export function conditionText(test: Test, branch: number, attributes: Attributes, signs = ASCII): string {
  return textOf(conditionOf(test, branch, attributes), attributes, signs) + softText(test, signs);
}

const LN_9 = 2.1972245773362196;

/** ` +- 0.4` after the condition of a gate: where the cell is that far from the threshold, a branch has 90% of the row. */
export function softText(test: Test, { soft = "+-" }: Signs = ASCII): string {
  return test.kind === "gate" ? ` ${soft} ${brief(LN_9 / test.slope)}` : "";
}

/** `x3 <= 3.5 stands for x1 <= 5.5 (agrees on 80%)`: the first outcome that predicts a branch, and the condition of that branch. */
export function surrogateText(
  { test, to, agreement }: Surrogate,
  primary: Test,
  attributes: Attributes,
  signs = ASCII,
): string {
  const outcome = Math.max(
    0,
    to.findIndex((branch) => branch >= 0),
  );
  const more = to.length > 2 ? ", …" : "";
  const predicted = conditionText(primary, Math.max(0, to[outcome] ?? 0), attributes, signs);
  const share = percent(agreement);
  return `${conditionText(test, outcome, attributes, signs)} stands for ${predicted}${more} (agrees on ${share})`;
}

/** A condition with its attribute's name. */
export function textOf(condition: Condition, attributes: Attributes, signs = ASCII): string {
  const attribute = attributes[condition.attribute];
  const name = word(attribute.name);
  switch (condition.kind) {
    case "range": {
      const [above, atMost] = bounds(condition, attribute, signs);
      if (atMost === undefined) return above === undefined ? `${name} is known` : `${name} > ${above}`;
      if (above === undefined) return `${name} ${signs.atMost} ${atMost}`;
      return isOneLevel(condition, attribute)
        ? `${name} = ${atMost}`
        : `${above} < ${name} ${signs.atMost} ${atMost}`;
    }
    case "levels": {
      const [sign, levels] = levelSet(condition.levels, attribute, signs);
      return sign.endsWith("in") ? `${name} ${sign} {${levels}}` : `${name} ${sign} ${levels}`;
    }
    case "missing":
    case "known":
      return `${name} is ${condition.kind}`;
    default:
      return unreachable(condition);
  }
}

/** A condition without its attribute, as an edge label: `≤ 2.45`, `sunny`, `red, blue`, `missing`. */
export function outcomeText(condition: Condition, attributes: Attributes, signs = PRINT): string {
  const attribute = attributes[condition.attribute];
  switch (condition.kind) {
    case "range": {
      const [above, atMost] = bounds(condition, attribute, signs);
      if (atMost === undefined) return above === undefined ? "known" : `> ${above}`;
      if (above === undefined) return `${signs.atMost} ${atMost}`;
      return isOneLevel(condition, attribute) ? atMost : `> ${above}, ${signs.atMost} ${atMost}`;
    }
    case "levels": {
      const [sign, levels] = levelSet(condition.levels, attribute, signs);
      if (sign === "not in") return `not ${levels}`;
      return sign === signs.not ? `${sign} ${levels}` : levels;
    }
    case "missing":
    case "known":
      return condition.kind;
    default:
      return unreachable(condition);
  }
}

function isOneLevel(range: { above?: number; atMost?: number }, attribute: ColumnSchema): boolean {
  return attribute.type !== "numeric" && range.atMost! - range.above! === 1;
}

/** The bounds as text. Different bounds never print the same. */
function bounds(
  range: { above?: number; atMost?: number },
  attribute: ColumnSchema,
  signs: Signs,
): readonly [string | undefined, string | undefined] {
  const { above, atMost } = range;
  const short = shownAs(attribute) ?? number;
  const same = above !== undefined && atMost !== undefined && short(above) === short(atMost);
  const print = (bound: number | undefined) => {
    if (bound === undefined) return undefined;
    if (attribute.type !== "numeric") return levelName(attribute, bound);
    return same || signs.exact ? String(bound) : short(bound);
  };
  return [print(above), print(atMost)] as const;
}

/** A set is written by the levels in it or by those that are not, whichever are fewer. */
function levelSet(codes: readonly number[], attribute: ColumnSchema, signs: Signs): [string, string] {
  const size = attribute.levels?.length ?? 0;
  const list = (some: readonly number[]) => some.map((code) => levelName(attribute, code)).join(", ");
  if (codes.length === 1) return ["=", list(codes)];
  const left = size - codes.length;
  if (left === 0 || left >= codes.length || size <= 2) return ["in", list(codes)];
  const included = new Set(codes);
  const others = attribute.levels!.map((_, code) => code).filter((code) => !included.has(code));
  return [left === 1 ? signs.not : "not in", list(others)];
}

function levelName(attribute: ColumnSchema, code: number): string {
  return word(attribute.levels?.[code] ?? "");
}

/** Control characters, line ends, lone surrogates, and the marks that reorder text: a terminal or a page would act on them. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;
/** The keywords and operators of a rule, as words of their own; and two spaces, which precede a rule's figures. */
const PARTS_RULE =
  /(?:^|\s)(?:IF|AND|OR|THEN|NOT|ALWAYS|OTHERWISE|[<>]=?|!?=|[≤≥≠]|is known|is missing)(?:\s|$)|\s\s/;
const NEEDS_QUOTES = /^$|^\s|\s$|^[(#]|[{},"]|(?:^|\s)not$/;

/** A name from the data as one safe, unambiguous word of a condition: unchanged where possible, otherwise quoted. */
export function word(name: string): string {
  const isPlain = !NEEDS_QUOTES.test(name) && !PARTS_RULE.test(name) && bracketsMatch(name);
  if (isPlain && name.search(UNPRINTABLE) < 0) return name;
  return printable(JSON.stringify(name));
}

function bracketsMatch(name: string): boolean {
  let open = 0;
  for (const c of name) {
    if (c === "(") open++;
    else if (c === ")" && --open < 0) return false;
  }
  return open === 0;
}

/** Text with every character that a terminal or a page would act on written as an escape. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * A number for people: the shortest decimal within 1e-9 of it, and within 0.2 at any size. A threshold half-way
 * between two cells of at most eight digits, or between two integers, therefore still separates them when read back.
 */
export function number(x: number): string {
  const slack = Math.min(Math.abs(x) * 1e-9, 0.2);
  for (let digits = 6; digits <= 16; digits++) {
    const short = Number(x.toPrecision(digits));
    if (Math.abs(short - x) <= slack) return String(short);
  }
  return String(x);
}

/** A cell of a numeric attribute: a number, or a date. */
export function valueText(x: number, attribute: Pick<ColumnSchema, "notation">): string {
  return (shownAs(attribute) ?? number)(x);
}

/** A measured quantity (a weight, a mean, an error): four digits, more where the integer part has more. */
export function brief(x: number): string {
  if (Number.isInteger(x)) return String(x);
  return String(Number(Math.abs(x) >= 1000 ? x.toFixed(1) : x.toPrecision(4)));
}

/** `50 rows`, `1 row`, `no rows`; a fractional weight is printed as it is. */
export function rowsText(weight: number): string {
  return weight === 0 ? "no rows" : weight === 1 ? "1 row" : `${brief(weight)} rows`;
}

/** `98%`; only 1 is `100%` and only 0 is `0%`. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  if (whole >= 100 && share < 1) return ">99%";
  if (whole <= 0 && share > 0) return "<1%";
  return `${whole}%`;
}
