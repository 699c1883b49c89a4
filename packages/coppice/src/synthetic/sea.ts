import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, numericSeries } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions, share } from "./options.js";

export interface SeaOptions extends GeneratorOptions {
  /** The probability that a class is the other one. */
  readonly noise?: number;
  /** Rows after which the concept changes, again and again; 0: never. */
  readonly drift?: number;
}

/** The sums above which a row is of class 1, one after the other. */
const LIMITS = [8, 9, 7, 9.5];

/**
 * Streaming ensemble algorithm (Street and Kim 2001): x1, x2, x3 from U[0, 10], class 1 if x1 + x2 exceeds a limit, which
 * changes from 8 to 9, 7 and 9.5 at each drift; x3 is irrelevant.
 */
export function sea(options: SeaOptions = {}): Table {
  const parameters = { ...DRAWN, noise: share(0.1), drift: count(0, 0) };
  const { rows, seed, noise, drift } = resolveOptions("sea", options, parameters);
  const rng = random(seed);
  const points = numericSeries(3, rows);
  const label = nominal("class", ["0", "1"], rows);
  for (let row = 0; row < rows; row++) {
    for (const { values } of points) values[row] = 10 * rng.uniform();
    const limit = LIMITS[drift === 0 ? 0 : Math.floor(row / drift) % LIMITS.length];
    const sum = points[0].values[row] + points[1].values[row];
    label.codes[row] = flipped(sum > limit ? 1 : 0, noise, rng);
  }
  return makeTable([...points, label]);
}
