/** Values on either side of the bounds that a rule names. */
export interface ValuesOfRule {
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** Values that break a part of the rule, which the error then states in place of the whole. */
  readonly faults?: readonly (readonly [value: unknown, rule: string])[];
}

const RULES: readonly (readonly [RegExp, (...parts: string[]) => ValuesOfRule])[] = [
  [/^true or false$/, () => ({ good: [true, false], bad: [0, "true", null] })],
  [/^an integer$/, () => integers()],
  [/^an integer (?:≥|from) (\S+)$/, (low) => integers(Number(low))],
  [
    /^an integer (?:from|between) (\S+) (?:to|and) (?:the number of [a-z ]+ \()?(\d+)\)?$/,
    (low, high) => integers(Number(low), Number(high)),
  ],
  [/^a number$/, () => numbers({})],
  [/^a (?:finite )?non-negative number$/, () => numbers({ from: 0 })],
  [/^a number (?:≥|from) (\S+)$/, (low) => numbers({ from: Number(low) })],
  [
    /^a number (?:from|between) (\S+) (?:to|and) (\S+)$/,
    (low, high) => numbers({ from: Number(low), to: Number(high) }),
  ],
  [/^a share between 0 and 1$/, () => numbers({ above: 0, below: 1 })],
  [/^a number above (\S+)$/, (low) => numbers({ above: Number(low) })],
  [
    /^a number above (\S+) and at most (\S+)$/,
    (low, high) => numbers({ above: Number(low), to: Number(high) }),
  ],
  [
    /^a number above (\S+) and below (\S+)$/,
    (low, high) => numbers({ above: Number(low), below: Number(high) }),
  ],
  [/^("[^"]+") or ("[^"]+")$/, (one, other) => choices([JSON.parse(one), JSON.parse(other)])],
  [/^one of ("\w+"(?:, "\w+")*)$/, (list) => choices(JSON.parse(`[${list}]`))],
  [/^(?:one of )?(\w+(?:, \w+)*)$/, (list) => choices(list.split(", "))],
];

/**
 * Values that meet a rule, at its bounds, and values that break it: just outside the bounds, of another type, and not
 * numbers at all. They come from the words that a user reads, so that these words are what is checked. `others` has
 * the values of rules that are not bounds or choices.
 */
export function valuesOfRule(
  rule: string,
  others: Readonly<Record<string, ValuesOfRule>> = {},
): ValuesOfRule {
  if (Object.hasOwn(others, rule)) return others[rule];
  for (const [pattern, values] of RULES) {
    const found = pattern.exec(rule);
    if (found) return values(...found.slice(1));
  }
  throw new Error(
    `no values for the rule "${rule}": add good and bad ones to the list of rules that are not bounds`,
  );
}

const NO_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, true, [1], {}];

function integers(low?: number, high?: number): ValuesOfRule {
  const inside = low ?? high ?? 0;
  return {
    good: [inside, high ?? inside + 1],
    bad: [
      ...(low === undefined ? [] : [low - 1]),
      ...(high === undefined ? [2 ** 53] : [high + 1]),
      inside + 0.5,
      String(inside),
      ...NO_NUMBERS,
    ],
  };
}

interface Bounds {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
  readonly below?: number;
}

function numbers({ from, above, to, below }: Bounds): ValuesOfRule {
  const at = (...bounds: readonly (number | undefined)[]) => bounds.filter((bound) => bound !== undefined);
  const higher = (bound?: number) => (bound === undefined ? undefined : beside(bound, 1));
  const lower = (bound?: number) => (bound === undefined ? undefined : beside(bound, -1));
  const good = at(from, to, higher(above), lower(below));
  const inside = good[0] ?? 0.5;
  return {
    good: [inside, ...good],
    bad: [...at(above, below, lower(from), higher(to)), String(inside), ...NO_NUMBERS],
  };
}

/** The next number above or below. */
function beside(x: number, direction: 1 | -1): number {
  return x === 0 ? direction * Number.MIN_VALUE : x + direction * Math.abs(x) * Number.EPSILON;
}

function choices(names: readonly string[]): ValuesOfRule {
  const bad = [`${names[0]}_`, names[0].toUpperCase(), "none of them", 0, true, null];
  return { good: names, bad: bad.filter((value) => !names.includes(value as string)) };
}
