import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, numeric } from "./columns.js";
import type { GeneratorOptions } from "./options.js";

export interface PlaneOptions extends GeneratorOptions {
  /** The probability that a row has the wrong class. */
  readonly noise?: number;
}

/** Points uniform on the square [from, to)², with one of two classes by position. */
export function plane(
  [from, to]: readonly [number, number],
  classes: readonly [string, string],
  isSecond: (x1: number, x2: number) => boolean,
  { rows, seed, noise }: Required<PlaneOptions>,
): Table {
  const rng = random(seed);
  const x1 = numeric("x1", rows);
  const x2 = numeric("x2", rows);
  const label = nominal("class", classes, rows);
  for (let row = 0; row < rows; row++) {
    x1.values[row] = from + (to - from) * rng.uniform();
    x2.values[row] = from + (to - from) * rng.uniform();
    label.codes[row] = flipped(isSecond(x1.values[row], x2.values[row]) ? 1 : 0, noise, rng);
  }
  return makeTable([x1, x2, label]);
}
