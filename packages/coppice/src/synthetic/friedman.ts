import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { numeric, numericSeries } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, resolveOptions, spread } from "./options.js";

export interface FriedmanOptions extends GeneratorOptions {
  /** Standard deviation of the normal error added to y. */
  readonly noise?: number;
}

export interface Friedman1Options extends FriedmanOptions {
  /** Only the first five are relevant. */
  readonly attributes?: number;
}

type Range = readonly [from: number, to: number];
type Target = (x: readonly number[]) => number;

/** Uniform attributes within their ranges, and y = f(x) + noise·N(0, 1). */
function regression(f: Target, ranges: readonly Range[], resolved: Required<FriedmanOptions>): Table {
  const { rows, seed, noise } = resolved;
  const rng = random(seed);
  const columns = numericSeries(ranges.length, rows);
  const y = numeric("y", rows);
  for (let row = 0; row < rows; row++) {
    const x = ranges.map(([from, to]) => from + (to - from) * rng.uniform());
    columns.forEach(({ values }, j) => {
      values[row] = x[j];
    });
    y.values[row] = f(x) + noise * rng.normal();
  }
  return makeTable([...columns, y]);
}

/**
 * Friedman, Multivariate adaptive regression splines, Annals of Statistics 19 (1991).
 * y = 10 sin(π x1 x2) + 20 (x3 - 1/2)² + 10 x4 + 5 x5 + N(0, 1), with ten attributes from U[0, 1].
 */
export function friedman1(options: Friedman1Options = {}): Table {
  const parameters = { ...DRAWN, noise: spread(1), attributes: count(10, 5, 10000) };
  const resolved = resolveOptions("friedman1", options, parameters);
  const unit = Array.from({ length: resolved.attributes }, (): Range => [0, 1]);
  return regression(
    ([x1, x2, x3, x4, x5]) => 10 * Math.sin(Math.PI * x1 * x2) + 20 * (x3 - 0.5) ** 2 + 10 * x4 + 5 * x5,
    unit,
    resolved,
  );
}

/** Resistance, angular frequency (20 to 280 Hz), inductance, capacitance in micro-units. */
const CIRCUIT: readonly Range[] = [
  [0, 100],
  [40 * Math.PI, 560 * Math.PI],
  [0, 1],
  [1, 11],
];

/**
 * The impedance of an alternating-current circuit (Friedman 1991): y = √(x1² + (x2 x3 - 1/(x2 x4))²) + N(0, 125²). The
 * noise has a third of the signal's standard deviation.
 */
export function friedman2(options: FriedmanOptions = {}): Table {
  const resolved = resolveOptions("friedman2", options, { ...DRAWN, noise: spread(125) });
  return regression(
    ([x1, x2, x3, x4]) => Math.sqrt(x1 ** 2 + (x2 * x3 - 1 / (x2 * x4)) ** 2),
    CIRCUIT,
    resolved,
  );
}

/** The phase angle of the same circuit: y = atan((x2 x3 - 1/(x2 x4)) / x1) + N(0, 0.1²). */
export function friedman3(options: FriedmanOptions = {}): Table {
  const resolved = resolveOptions("friedman3", options, { ...DRAWN, noise: spread(0.1) });
  // x1 >= 0, where atan2(a, b) is atan(a / b), and x1 = 0 has its limit π/2.
  return regression(([x1, x2, x3, x4]) => Math.atan2(x2 * x3 - 1 / (x2 * x4), x1), CIRCUIT, resolved);
}
