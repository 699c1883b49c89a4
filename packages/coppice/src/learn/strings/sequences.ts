import { tokensOf, type Unit } from "../../model/tokens.js";
import { compareCodePoints } from "../../table/utf8.js";

/** The distinct strings of a column as numbers of their tokens, end to end. */
export interface Sequences {
  readonly unit: Unit;
  readonly fold: boolean;
  /** String s is ids[starts[s], starts[s + 1]). */
  readonly starts: Int32Array;
  /** From 1; in the order of the tokens by code point. */
  readonly ids: Int32Array;
  /** By id; the first is unused. */
  readonly tokens: readonly string[];
}

const kept = new WeakMap<readonly string[], Map<string, Sequences>>();

/** Made once for the strings of a column, however many trees are grown from it. */
export function sequencesOf(strings: readonly string[], unit: Unit, fold: boolean): Sequences {
  const key = `${unit} ${fold}`;
  const made = kept.get(strings) ?? new Map<string, Sequences>();
  kept.set(strings, made);
  const found = made.get(key) ?? sequences(strings, unit, fold);
  made.set(key, found);
  return found;
}

function sequences(strings: readonly string[], unit: Unit, fold: boolean): Sequences {
  const starts = new Int32Array(strings.length + 1);
  const numbers = new Map<string, number>();
  let given = new Int32Array(1024);
  let length = 0;
  strings.forEach((text, s) => {
    const tokens = tokensOf(text, unit, fold);
    if (length + tokens.length > given.length) {
      const more = new Int32Array(2 * (length + tokens.length));
      more.set(given);
      given = more;
    }
    for (const token of tokens) {
      let number = numbers.get(token);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(token, number);
      }
      given[length++] = number;
    }
    starts[s + 1] = length;
  });
  const sorted = [...numbers.keys()].sort(compareCodePoints);
  const idOf = new Int32Array(sorted.length);
  sorted.forEach((token, i) => {
    idOf[numbers.get(token)!] = i + 1;
  });
  const ids = new Int32Array(length);
  for (let i = 0; i < length; i++) ids[i] = idOf[given[i]];
  return { unit, fold, starts, ids, tokens: ["", ...sorted] };
}
