import { CoppiceError } from "../base/errors.js";
import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { flipped, nominal, nominalSeries, numericSeries } from "./columns.js";
import { count, DRAWN, type GeneratorOptions, oneOf, resolveOptions, share } from "./options.js";

export interface ParityOptions extends GeneratorOptions {
  readonly attributes?: number;
  /** The class is the parity of this many attributes, from x1 on. */
  readonly bits?: number;
  readonly type?: "nominal" | "numeric";
  /** The probability that a row has the wrong class. */
  readonly noise?: number;
}

/**
 * Parity among irrelevant attributes: John, Kohavi and Pfleger, Irrelevant features and the subset selection problem,
 * ICML (1994), where 5 of 10 bits are relevant. Attributes are 0 or 1 with equal probability; the class is the exclusive or of
 * the first `bits`. No attribute alone has any gain, so greedy trees fail.
 */
export function parity(options: ParityOptions = {}): Table {
  const resolved = resolveOptions("parity", options, {
    ...DRAWN,
    attributes: count(10, 1, 10000),
    bits: count(5, 1, 10000),
    type: oneOf("nominal", ["nominal", "numeric"]),
    noise: share(0),
  });
  const { rows, seed, attributes, bits, type, noise } = resolved;
  if (bits > attributes) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      `bits must be at most attributes; got ${bits} of ${attributes}`,
      {
        name: "bits",
        rule: "at most attributes",
        value: bits,
      },
    );
  }
  const rng = random(seed);
  const columns =
    type === "nominal" ? nominalSeries(attributes, ["0", "1"], rows) : numericSeries(attributes, rows);
  const label = nominal("class", ["0", "1"], rows);
  for (let row = 0; row < rows; row++) {
    let odd = 0;
    columns.forEach((column, j) => {
      const bit = rng.below(2);
      if (j < bits) odd ^= bit;
      if (column.type === "numeric") column.values[row] = bit;
      else column.codes[row] = bit;
    });
    label.codes[row] = flipped(odd === 1 ? 1 : 0, noise, rng);
  }
  return makeTable([...columns, label]);
}
