/** Control characters, line ends, lone surrogates, and the marks that reorder text: a page would act on them. */
const UNPRINTABLE =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu;

const escapeOf = (c: string) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Text from the data as it may be shown: every character that a page would act on is written as an escape, and it is cut. */
export function shown(text: string, longest = 120): string {
  const isCut = text.length > longest;
  const part = isCut ? text.slice(0, longest - 1) : text;
  const plain = part.replace(UNPRINTABLE, escapeOf);
  return isCut ? `${plain}…` : plain;
}

/** `12,345`. */
export const whole = (x: number): string => Math.round(x).toLocaleString("en-GB");

/** A count of rows: fractional weights keep one decimal. */
export function amount(x: number): string {
  return Number.isInteger(x) ? whole(x) : x.toLocaleString("en-GB", { maximumFractionDigits: 1 });
}

export function rowsText(weight: number): string {
  return weight === 0 ? "no rows" : weight === 1 ? "1 row" : `${amount(weight)} rows`;
}

/** `98%`; only 1 is `100%` and only 0 is `0%`. */
export function percent(share: number, digits = 0): string {
  if (!Number.isFinite(share)) return "–";
  const text = (share * 100).toFixed(digits);
  if (share < 1 && Number(text) >= 100) return `>${(100 - 10 ** -digits).toFixed(digits)}%`;
  if (share > 0 && Number(text) <= 0) return `<${(10 ** -digits).toFixed(digits)}%`;
  return `${text}%`;
}

/** A measured number: four digits. */
export function brief(x: number): string {
  if (!Number.isFinite(x)) return "–";
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return x.toLocaleString("en-GB");
  const size = Math.abs(x);
  if (size >= 1000 && size < 1e12) return x.toLocaleString("en-GB", { maximumFractionDigits: 0 });
  return String(Number(x.toPrecision(4)));
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : many}`;
