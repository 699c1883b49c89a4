import { CoppiceError, mustBe } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";

/** The options of every generator. The same seed and parameters give the same table. */
export interface GeneratorOptions {
  /** How many rows to draw; a generator with a fixed set of rows draws them without replacement. */
  readonly rows?: number;
  readonly seed?: number;
}

/** What an option accepts, as data: the rule completes the sentence "x must be ...". */
export interface Parameter<T> {
  readonly default: T;
  readonly rule: string;
  readonly fits: (value: unknown) => boolean;
}

export type ParametersOf<O> = { readonly [K in keyof O]-?: Parameter<Exclude<O[K], undefined>> };

const LARGEST_COUNT = 2 ** 31 - 1;

export function count(value: number, min: number, max: number = LARGEST_COUNT): Parameter<number> {
  const rule = max === LARGEST_COUNT ? `an integer ≥ ${min}` : `an integer between ${min} and ${max}`;
  return {
    default: value,
    rule,
    fits: (given) => typeof given === "number" && Number.isInteger(given) && given >= min && given <= max,
  };
}

/** A probability. */
export function share(value: number): Parameter<number> {
  return {
    default: value,
    rule: "a number between 0 and 1",
    fits: (given) => typeof given === "number" && given >= 0 && given <= 1,
  };
}

/** A standard deviation. */
export function spread(value: number): Parameter<number> {
  return {
    default: value,
    rule: "a finite non-negative number",
    fits: (given) => typeof given === "number" && Number.isFinite(given) && given >= 0,
  };
}

export function flag(value: boolean): Parameter<boolean> {
  return { default: value, rule: "true or false", fits: (given) => typeof given === "boolean" };
}

export function oneOf<T extends string>(value: T, choices: readonly T[]): Parameter<T> {
  return {
    default: value,
    rule: `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`,
    fits: (given) => choices.some((choice) => choice === given),
  };
}

/** The two parameters of every random table. */
export const DRAWN: ParametersOf<GeneratorOptions> = { rows: count(1000, 1), seed: count(1, 0, 2 ** 32 - 1) };

/** The same for a table with a fixed set of `all` rows. */
export function drawnFrom(all: number): ParametersOf<GeneratorOptions> {
  return { ...DRAWN, rows: count(all, 1, all) };
}

/** The options with defaults filled in; throws an error that names an invalid option. */
export function resolveOptions<O extends object>(
  generator: string,
  options: O,
  parameters: ParametersOf<O>,
): Required<O> {
  const known = Object.keys(parameters) as (keyof O & string)[];
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(parameters, name)) continue;
    throw new CoppiceError(
      "OPTION_UNKNOWN",
      `${generator} has no option ${JSON.stringify(name)}${didYouMean(name, known)}; it has ${known.join(", ")}`,
      { name, rule: `one of ${known.join(", ")}` },
    );
  }
  const resolved: Partial<O> = {};
  for (const name of known) {
    const parameter = parameters[name];
    const given = options[name];
    if (given !== undefined && !parameter.fits(given)) {
      throw mustBe("OPTION_RANGE", name, parameter.rule, given);
    }
    resolved[name] = given ?? parameter.default;
  }
  return resolved as Required<O>;
}
