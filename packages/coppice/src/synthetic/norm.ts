import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numericSeries } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, type ParametersOf, resolveOptions } from "./options.js";

export interface NormOptions extends GeneratorOptions {
  readonly attributes?: number;
}

/** A class: every attribute is normal with this mean and standard deviation, independently. */
interface Cloud {
  readonly mean: number;
  readonly deviation: number;
}

const PARAMETERS: ParametersOf<NormOptions> = { ...DRAWN, attributes: count(20, 1, 10000) };

/** Two equally likely classes, "1" and "2". */
function clouds(both: readonly [Cloud, Cloud], { rows, seed, attributes }: Required<NormOptions>): Table {
  const rng = random(seed);
  const columns = numericSeries(attributes, rows);
  const label = nominal("class", ["1", "2"], rows);
  for (let row = 0; row < rows; row++) {
    const code = rng.below(2);
    const { mean, deviation } = both[code];
    label.codes[row] = code;
    for (const { values } of columns) values[row] = mean + deviation * rng.normal();
  }
  return makeTable([...columns, label]);
}

/**
 * Breiman, Bias, variance, and arcing classifiers, University of California, Berkeley, technical report 460 (1996).
 * Class 1 is N((a, ..., a), I) and class 2 N((-a, ..., -a), I) with a = 2/√d in d = 20 dimensions. The best boundary
 * is an oblique plane through the origin, with an error of Φ(-2) = 2.3%.
 */
export function twonorm(options: NormOptions = {}): Table {
  const resolved = resolveOptions("twonorm", options, PARAMETERS);
  const a = 2 / Math.sqrt(resolved.attributes);
  return clouds(
    [
      { mean: a, deviation: 1 },
      { mean: -a, deviation: 1 },
    ],
    resolved,
  );
}

/**
 * Breiman 1996, technical report 460: class 1 is N(0, 4I), class 2 N((a, ..., a), I) with a = 2/√d in d = 20
 * dimensions, as the DELVE archive records it; the best possible error is then 1.2%. (Some packages take a = 1/√d.)
 */
export function ringnorm(options: NormOptions = {}): Table {
  const resolved = resolveOptions("ringnorm", options, PARAMETERS);
  const a = 2 / Math.sqrt(resolved.attributes);
  return clouds(
    [
      { mean: 0, deviation: 2 },
      { mean: a, deviation: 1 },
    ],
    resolved,
  );
}
