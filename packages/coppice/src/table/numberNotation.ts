import type { NumberNotation } from "./schema.js";

/** A cell that may be a number, taken apart. */
export interface WrittenNumber {
  readonly negative: boolean;
  /** Digits and whatever separates them. */
  readonly body: string;
  /** `e3`, or nothing. */
  readonly exponent: string;
  /** As it is written; "" where there is none. */
  readonly unit: string;
  /** The unit stands right behind the number. */
  readonly glued: boolean;
}

const BLANK = " \\t\\u00a0\\u2009\\u202f";
const SIGN = "[-+\\u2212]";
const WRITTEN = new RegExp(
  `^(${SIGN})?([^\\d.,'’+()\\u2212-]{0,4}?\\.?)[${BLANK}]*(${SIGN})?` +
    `(\\d(?:[\\d.,'’${BLANK}]*\\d)?\\.?|[.,]\\d+)(e[+-]?\\d+)?` +
    `([${BLANK}]*)((?:[^\\d${BLANK}.,'’+()-][^\\d]{0,15}|\\p{L}{1,4}[23²³])?)(-)?$`,
  "iu",
);
const BRACKETS = /^\((.+)\)$/u;

/** Takes a cell apart; undefined where it is no number, whatever the separators mean. */
export function splitNumber(text: string): WrittenNumber | undefined {
  const trimmed = text.trim();
  const inner = BRACKETS.exec(trimmed)?.[1];
  const found = WRITTEN.exec(inner ?? trimmed);
  if (!found) return undefined;
  const [, sign, before, signInside, body, exponent = "", gapAfter, after, minusAfter] = found;
  const signs = [sign, signInside, minusAfter].filter((one) => one !== undefined);
  if (signs.length + (inner === undefined ? 0 : 1) > 1 || (before !== "" && after !== "")) return undefined;
  if (minusAfter !== undefined && after !== "") return undefined;
  if (before !== "" && !isCurrency(before)) return undefined;
  return {
    negative: inner !== undefined || signs.some((one) => one !== "+"),
    body,
    exponent,
    unit: (before || after).trim(),
    glued: before === "" && gapAfter === "",
  };
}

type Separators = Pick<NumberNotation, "decimal" | "group">;

/** The number that a body stands for under a convention; NaN where it breaks it. */
export function numberValue(
  { negative, body, exponent }: WrittenNumber,
  { decimal, group }: Separators,
): number {
  const sign = decimal ?? ".";
  const at = body.indexOf(sign);
  const whole = at < 0 ? body : body.slice(0, at);
  const fraction = at < 0 ? "" : body.slice(at + 1);
  if (!/^\d*$/.test(fraction)) return Number.NaN;
  const digits = /^\d*$/.test(whole) ? whole : group === undefined ? undefined : ungrouped(whole, group);
  if (digits === undefined || digits + fraction === "") return Number.NaN;
  const value = Number(`${digits}.${fraction}${exponent}`);
  if (!Number.isFinite(value)) return Number.NaN;
  return negative ? -value : value;
}

const BLANKS = new RegExp(`[${BLANK}]`, "g");
/** Behind commas and points there may be two digits, as in India. */
const GROUPED: ReadonlyMap<string, RegExp> = new Map(
  [",", ".", " ", "'"].map((group, i) => [
    group,
    new RegExp(`^[1-9]\\d{0,2}(?:[${group}]\\d{${i < 2 ? "2,3" : 3}})*[${group}]\\d{3}$`),
  ]),
);

/** The digits without what separates thousands (or, in India, hundreds above them). */
function ungrouped(whole: string, group: string): string | undefined {
  const text =
    group === " " ? whole.replace(BLANKS, " ") : group === "'" ? whole.replaceAll("’", "'") : whole;
  return GROUPED.get(group)!.test(text) ? text.replaceAll(group, "") : undefined;
}

/** Nothing but currencies stands before numbers: `type 5` is a name. */
export function isCurrency(unit: string): boolean {
  return CURRENCIES.has(unit.trim().toLowerCase().replace(/\.$/, ""));
}

/** What a unit is compared by: `$` and `USD`, `year` and `years` are the same. */
export function unitKey(unit: string): string {
  const plain = unit.toLowerCase().replace(/\.$/, "");
  return CURRENCIES.get(plain) ?? (plain.length > 3 ? plain.replace(/s$/, "") : plain);
}

/** Each list begins with what its other names are compared by. */
const CURRENCIES: ReadonlyMap<string, string> = new Map(
  "$ us$ usd|€ eur euro|£ gbp|¥ jpy|₹ inr rs|₩ krw|₽ rub|₺|₪|฿|₫|₴|₦|chf|cad|aud|nzd|cny|sek|nok|dkk|pln zł|czk|huf|brl r$|mxn|zar|kr"
    .split("|")
    .flatMap((list) => list.split(" ").map((name, _, [first]) => [name, first] as const)),
);

/** Reads cells that are written like this, and plain whole numbers; NaN for all else. */
export function numberReader(notation: NumberNotation): (text: string) => number {
  const key = notation.unit === undefined ? "" : unitKey(notation.unit);
  return (text) => {
    const written = splitNumber(text);
    if (written === undefined || (written.unit !== "" && unitKey(written.unit) !== key)) return Number.NaN;
    return numberValue(written, notation);
  };
}
