import { CoppiceError, mustBe } from "./errors.js";
import { isJson } from "./json.js";
import { didYouMean } from "./nearest.js";

/** The names of all options of a type, so that the compiler finds one that is left out. */
export type OptionNames<T> = Readonly<Record<keyof T, 1>>;

/** Refuses options that do not exist; the compiler does so too, but not in JavaScript. */
export function checkOptions(what: string, given: unknown, known: Readonly<Record<string, 1>>): void {
  if (!isJson(given)) throw mustBe("OPTION_RANGE", `the options of ${what}`, "an object", given);
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const message = `${what} has no option ${JSON.stringify(name)}${didYouMean(name, names)}`;
    throw new CoppiceError("OPTION_UNKNOWN", message, { name, rule: `one of ${names.join(", ")}` });
  }
}

/** Refuses what is given besides the arguments of a function that has no options. */
export function checkNoOptions(what: string, others: readonly unknown[]): void {
  if (others.every((one) => one === undefined)) return;
  throw mustBe("OPTION_UNKNOWN", `the options of ${what}`, "absent: it has none", others[0]);
}
