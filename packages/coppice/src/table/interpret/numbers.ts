import { isCurrency, numberValue, splitNumber, unitKey, type WrittenNumber } from "../numberNotation.js";
import type { NumberNotation } from "../schema.js";
import { type LevelsRead, splitLevels } from "./levels.js";

export interface NumbersRead extends LevelsRead {
  /** Absent if the numbers are plain. */
  readonly notation?: NumberNotation;
  /** The other decimal separator would fit as well, and give other numbers. */
  readonly ambiguous: boolean;
}

export interface NumberOptions {
  readonly decimal?: "." | "," | undefined;
  /** How the column is likely to be written. */
  readonly hint?: NumberNotation | undefined;
  /** Whether words such as "unknown" are missing values. */
  readonly acceptWords: boolean;
  /** Whether digit strings with leading zeros are numbers, too. */
  readonly acceptCodes?: boolean;
}

type Separators = Pick<NumberNotation, "decimal" | "group">;

/** In order of preference. */
const CONVENTIONS: readonly Separators[] = [
  {},
  { group: "," },
  { group: " " },
  { group: "'" },
  { decimal: "," },
  { decimal: ",", group: "." },
  { decimal: ",", group: " " },
  { decimal: ",", group: "'" },
];

/** Reads a column's levels as numbers, by the one convention that fits most of them. */
export function readNumbers(levels: readonly string[], options: NumberOptions): NumbersRead | undefined {
  const written = levels.map(splitNumber);
  const unit = commonUnit(written, options.hint?.unit);
  const known = written.map((one) => (one && hasUnit(one, unit) ? one : undefined));
  const bodies = known.filter((one) => one !== undefined);
  if (bodies.length === 0 || (!options.acceptCodes && areCodes(bodies))) return undefined;
  // Digits alone mean the same under every convention.
  const separated = bodies.filter(({ body }) => !/^\d+$/.test(body));
  const { separators, ambiguous } = convention(separated, options);
  const values = Float64Array.from(known, (one) => (one ? numberValue(one, separators) : Number.NaN));
  const isPlain = levels.every((level, code) => Number.isNaN(values[code]) || PLAIN.test(level));
  const notation: NumberNotation = {
    kind: "number",
    ...separators,
    ...(unit !== undefined && { unit }),
  };
  return {
    ...splitLevels(levels, values, options.acceptWords),
    ...(!isPlain && { notation }),
    ambiguous: ambiguous && !isPlain,
  };
}

const PLAIN = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Digit strings with leading zeros, or too long for a double, are codes, not quantities. */
export function isCode(text: string): boolean {
  return /^\d+$/.test(text) && ((text.length > 1 && text[0] === "0") || !Number.isSafeInteger(Number(text)));
}

function areCodes(numbers: readonly WrittenNumber[]): boolean {
  return (
    numbers.every(({ body, exponent, unit }) => /^\d+$/.test(body) && exponent === "" && unit === "") &&
    numbers.some(({ body }) => isCode(body))
  );
}

/** The unit that at least half of the numbers have, as it is first written. */
function commonUnit(
  written: readonly (WrittenNumber | undefined)[],
  hint: string | undefined,
): string | undefined {
  const first = new Map<string, string>();
  const counts = new Map<string, number>();
  let numbers = 0;
  for (const one of written) {
    if (one === undefined) continue;
    numbers++;
    if (one.unit === "" || !mayBeUnit(one)) continue;
    const key = unitKey(one.unit);
    if (!first.has(key)) first.set(key, one.unit);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (hint !== undefined && first.has(unitKey(hint))) return hint;
  const [top] = [...counts].sort((a, b) => b[1] - a[1]);
  return top !== undefined && top[1] * 2 >= numbers ? first.get(top[0]) : undefined;
}

/** Units that may follow the digits without a space: others, as in 12a, are as likely part of a name. */
const GLUED = new Set(
  (
    "% ‰ ° °c °f kg mg µg lb oz km cm mm mi ft yd ml cl dl kw kwh mwh mw hz khz mhz ghz kb mb gb tb ms min sec hr " +
    "hrs mph kmh km/h m/s bpm ppm px pt cal kcal pa hpa kpa bar db m² m2 km2 km² sqft sqm day days hour year"
  ).split(" "),
);

function mayBeUnit({ unit, glued }: WrittenNumber): boolean {
  return !glued || isCurrency(unit) || GLUED.has(unit.toLowerCase()) || GLUED.has(unitKey(unit));
}

function hasUnit(written: WrittenNumber, unit: string | undefined): boolean {
  if (written.unit === "") return true;
  return unit !== undefined && mayBeUnit(written) && unitKey(written.unit) === unitKey(unit);
}

/** The convention that most numbers follow; among ties the hint's, otherwise the first. */
function convention(
  numbers: readonly WrittenNumber[],
  { decimal, hint }: NumberOptions,
): { separators: Separators; ambiguous: boolean } {
  const usable =
    decimal === undefined ? CONVENTIONS : CONVENTIONS.filter((one) => (one.decimal ?? ".") === decimal);
  const hinted = hint && {
    ...(hint.decimal && { decimal: hint.decimal }),
    ...(hint.group && { group: hint.group }),
  };
  const tried = (hinted ? [hinted, ...usable] : usable).map((separators) => {
    const values = numbers.map((one) => numberValue(one, separators));
    return { separators, values, valid: values.filter((value) => !Number.isNaN(value)).length };
  });
  const most = Math.max(...tried.map(({ valid }) => valid));
  const [best, ...others] = tried.filter(({ valid }) => valid === most);
  const differs = ({ values }: typeof best) => values.some((value, i) => !Object.is(value, best.values[i]));
  return { separators: best.separators, ambiguous: hinted === undefined && others.some(differs) };
}
