import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, numeric } from "./columns.js";
import type { GeneratorOptions } from "./options.js";

export interface PlaneOptions extends GeneratorOptions {
  /** The probability that a row has the wrong class. */
  readonly noise?: number;
}

/** Points uniform on the square [from, to)², and one of two classes by where they lie. */
export function plane(
  [from, to]: readonly [number, number],
  classes: readonly [string, string],
  isSecond: (x1: number, x2: number) => boolean,
  { rows, seed, noise }: Required<PlaneOptions>,
): Table {
  const chance = random(seed);
  const x1 = numeric("x1", rows);
  const x2 = numeric("x2", rows);
  const label = nominal("class", classes, rows);
  for (let row = 0; row < rows; row++) {
    x1.values[row] = from + (to - from) * chance.uniform();
    x2.values[row] = from + (to - from) * chance.uniform();
    label.codes[row] = flipped(isSecond(x1.values[row], x2.values[row]) ? 1 : 0, noise, chance);
  }
  return makeTable([x1, x2, label]);
}
