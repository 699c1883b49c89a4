import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, nominalSeries } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions, share } from "./options.js";

export interface LedOptions extends GeneratorOptions {
  /** The probability that a segment shows the wrong state. */
  readonly noise?: number;
  /** Irrelevant attributes that are 0 or 1 with equal probability: with 17 of them the set is known as LED-24. */
  readonly irrelevant?: number;
}

/** Segments per digit: top, upper left, upper right, middle, lower left, lower right, bottom. */
const SEGMENTS: readonly string[] = [
  "1110111", // 0
  "0010010", // 1
  "1011101", // 2
  "1011011", // 3
  "0111010", // 4
  "1101011", // 5
  "1101111", // 6
  "1010010", // 7
  "1111111", // 8
  "1111011", // 9
];
const DIGITS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * Digit recognition on a faulty display: Breiman, Friedman, Olshen and Stone, Classification and Regression Trees
 * (1984), pages 43 to 49. Ten equally likely digits; each of the seven segments is inverted with probability 0.1,
 * independently of the others. The best possible error is 26%.
 */
export function led(options: LedOptions = {}): Table {
  const parameters = { ...DRAWN, noise: share(0.1), irrelevant: count(0, 0, 10000) };
  const { rows, seed, noise, irrelevant } = resolveOptions("led", options, parameters);
  const rng = random(seed);
  const attributes = nominalSeries(7 + irrelevant, ["0", "1"], rows);
  const label = nominal("class", DIGITS, rows);
  for (let row = 0; row < rows; row++) {
    const digit = rng.below(10);
    label.codes[row] = digit;
    attributes.forEach(({ codes }, j) => {
      codes[row] = j < 7 ? flipped(SEGMENTS[digit][j] === "1" ? 1 : 0, noise, rng) : rng.below(2);
    });
  }
  return makeTable([...attributes, label]);
}
