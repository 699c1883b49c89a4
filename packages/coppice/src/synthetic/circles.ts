import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numeric } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions, spread } from "./options.js";

export interface CirclesOptions extends GeneratorOptions {
  readonly rings?: number;
  /** Standard deviation of the normal error added to each coordinate. */
  readonly noise?: number;
}

/**
 * Concentric rings, a common exercise without a single author; this definition is Coppice's own. The classes "1" to
 * `rings` are equally likely; a row of class r lies on the circle of radius r around the origin at a uniform angle,
 * plus N(0, noise²) in each coordinate. One spherical test per ring separates what axis-parallel tests must tile.
 */
export function circles(options: CirclesOptions = {}): Table {
  const parameters = { ...DRAWN, rings: count(2, 2, 1000), noise: spread(0.1) };
  const { rows, seed, rings, noise } = resolveOptions("circles", options, parameters);
  const rng = random(seed);
  const x1 = numeric("x1", rows);
  const x2 = numeric("x2", rows);
  const label = nominal(
    "class",
    Array.from({ length: rings }, (_, i) => String(i + 1)),
    rows,
  );
  for (let row = 0; row < rows; row++) {
    const ring = rng.below(rings);
    const angle = 2 * Math.PI * rng.uniform();
    label.codes[row] = ring;
    x1.values[row] = (ring + 1) * Math.cos(angle) + noise * rng.normal();
    x2.values[row] = (ring + 1) * Math.sin(angle) + noise * rng.normal();
  }
  return makeTable([x1, x2, label]);
}
