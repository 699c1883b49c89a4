import { random } from "../base/random.js";
import { makeTable, type Table } from "../table/table.js";
import { nominal, numericSeries } from "./columns.js";
import { DRAWN, flag, type GeneratorOptions, resolveOptions } from "./options.js";

export interface WaveformOptions extends GeneratorOptions {
  /** Adds x22 to x40, which are irrelevant to the class. */
  readonly noise?: boolean;
}

const POINTS = 21;
const POINTS_WITH_NOISE = 40;

/** A triangle of height 6 that is zero 6 or more points from its peak. */
const wave = (peak: number) =>
  Array.from({ length: POINTS }, (_, i) => Math.max(6 - Math.abs(i + 1 - peak), 0));
const H1 = wave(7);
const H2 = wave(15);
const H3 = wave(11);
/** The two waves that each class mixes. */
const PAIRS: readonly (readonly [readonly number[], readonly number[]])[] = [
  [H1, H2],
  [H1, H3],
  [H2, H3],
];

/**
 * Waveform recognition: Breiman, Friedman, Olshen and Stone, Classification and Regression Trees (1984), pages 49 to 55.
 * Three equally likely classes; x_i = u·h(i) + (1-u)·h'(i) + e_i for i = 1..21 with one u from U[0, 1] per row, e_i from
 * N(0, 1), and h, h' the class's pair among three triangles with peaks at 7, 15 and 11. The best possible error is 14%.
 */
export function waveform(options: WaveformOptions = {}): Table {
  const { rows, seed, noise } = resolveOptions("waveform", options, { ...DRAWN, noise: flag(false) });
  const rng = random(seed);
  const points = numericSeries(noise ? POINTS_WITH_NOISE : POINTS, rows);
  const label = nominal("class", ["1", "2", "3"], rows);
  for (let row = 0; row < rows; row++) {
    const code = rng.below(PAIRS.length);
    const [first, second] = PAIRS[code];
    const u = rng.uniform();
    label.codes[row] = code;
    points.forEach(({ values }, i) => {
      const signal = i < POINTS ? u * first[i] + (1 - u) * second[i] : 0;
      values[row] = signal + rng.normal();
    });
  }
  return makeTable([...points, label]);
}
