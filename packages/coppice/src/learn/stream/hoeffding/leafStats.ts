import { log2 } from "../../../base/log2.js";
import type { StreamState } from "../streamLearner.js";
import type { AttributeKinds } from "./attributeKinds.js";

/** Numbers kept of a numeric attribute and a class: rows, mean, sum of squared deviations, least and greatest value. */
export const MOMENTS = 5;
const LN_2 = 0.6931471805599453;
/** A standard deviation counts as at least this share of the range in the leaf, so that a density stays finite. */
const LEAST_SPREAD = 1e-3;
/** Products of factors are turned into logarithms before they leave what doubles can hold. */
const SMALL = 1e-140;
const LARGE = 1e140;

/** Parts of the logarithms of each class, while they are added up. */
class ScoreSums {
  readonly exponent: Float64Array;
  readonly squared: Float64Array;
  readonly factor: Float64Array;
  readonly divisor: Float64Array;
  readonly logs: Float64Array;

  constructor(classes: number) {
    const cells = () => new Float64Array(classes);
    this.exponent = cells();
    this.squared = cells();
    this.factor = cells();
    this.divisor = cells();
    this.logs = cells();
  }
}

let sums = new ScoreSums(16);

/**
 * What a leaf remembers of its rows: for each attribute and class the moments of numbers, or the weight of each level. Naive
 * Bayes and the search for splits read it. It grows if a class or level is new, depending on the rows alone.
 */
export class LeafStats {
  /** By numeric attribute and class, MOMENTS each. */
  moments: Float64Array;
  /** By numeric attribute: the least and the greatest value. */
  readonly ranges: Float64Array;
  /** By nominal attribute: weights by level and class, and how many levels have room. */
  readonly levels: Float64Array[];
  /** By nominal attribute and class: the weight of rows whose level is known. */
  known: Float64Array;
  /** By nominal attribute: how many levels have occurred here. */
  readonly occurring: Float64Array;

  constructor(
    readonly kinds: Pick<AttributeKinds, "numeric" | "nominal">,
    public classes: number,
  ) {
    const { numeric, nominal } = kinds;
    this.moments = new Float64Array(numeric.length * classes * MOMENTS);
    this.ranges = new Float64Array(numeric.length * 2);
    for (let j = 0; j < numeric.length; j++) {
      this.ranges[2 * j] = Number.POSITIVE_INFINITY;
      this.ranges[2 * j + 1] = Number.NEGATIVE_INFINITY;
    }
    this.levels = Array.from(nominal, () => new Float64Array(0));
    this.known = new Float64Array(nominal.length * classes);
    this.occurring = new Float64Array(nominal.length);
  }

  /** Bytes of memory, about. */
  get bytes(): number {
    let cells = this.moments.length + this.ranges.length + this.known.length + this.occurring.length;
    for (const weights of this.levels) cells += weights.length;
    return 8 * cells + 96 * (this.levels.length + 6);
  }

  /** Takes in a row of this class; `classes` is at least its code plus 1. */
  add(row: Float64Array, label: number, weight: number): void {
    const { numeric, nominal } = this.kinds;
    for (let j = 0; j < numeric.length; j++) {
      const cell = row[numeric[j]];
      if (!Number.isNaN(cell)) this.addNumber(j, cell, label, weight);
    }
    for (let j = 0; j < nominal.length; j++) {
      const level = row[nominal[j]];
      if (!Number.isNaN(level)) this.addLevel(j, level, label, weight);
    }
  }

  private addNumber(j: number, cell: number, label: number, weight: number): void {
    const { moments, ranges } = this;
    const at = (j * this.classes + label) * MOMENTS;
    const before = moments[at];
    if (before === 0) {
      moments[at] = weight;
      moments[at + 1] = cell;
      moments[at + 3] = cell;
      moments[at + 4] = cell;
    } else {
      const total = before + weight;
      const off = cell - moments[at + 1];
      const mean = moments[at + 1] + (weight * off) / total;
      moments[at] = total;
      moments[at + 1] = mean;
      moments[at + 2] += weight * off * (cell - mean);
      if (cell < moments[at + 3]) moments[at + 3] = cell;
      if (cell > moments[at + 4]) moments[at + 4] = cell;
    }
    if (cell < ranges[2 * j]) ranges[2 * j] = cell;
    if (cell > ranges[2 * j + 1]) ranges[2 * j + 1] = cell;
  }

  private addLevel(j: number, level: number, label: number, weight: number): void {
    const { classes } = this;
    const at = level * classes;
    if (at >= this.levels[j].length) this.levels[j] = longer(this.levels[j], (level + 1) * classes);
    const weights = this.levels[j];
    let isNew = true;
    for (let k = 0; k < classes && isNew; k++) isNew = weights[at + k] === 0;
    if (isNew) this.occurring[j]++;
    weights[at + label] += weight;
    this.known[j * classes + label] += weight;
  }

  /** Makes room for classes that have appeared. */
  widen(classes: number): void {
    const before = this.classes;
    const { numeric, nominal } = this.kinds;
    this.moments = spread(this.moments, numeric.length, before * MOMENTS, classes * MOMENTS);
    this.known = spread(this.known, nominal.length, before, classes);
    for (let j = 0; j < nominal.length; j++) {
      const levels = before === 0 ? 0 : this.levels[j].length / before;
      this.levels[j] = spread(this.levels[j], levels, before, classes);
    }
    this.classes = classes;
  }

  /**
   * Naive Bayes: the natural logarithm of each class's share of `priors` times the densities and level shares of the row's
   * known cells, up to a common constant. A class without weight has no chance: -Infinity.
   */
  scores(row: Float64Array, priors: Float64Array, into: Float64Array): void {
    const { classes } = this;
    if (sums.exponent.length < classes) sums = new ScoreSums(classes);
    const { exponent, squared, factor, divisor, logs } = sums;
    for (let k = 0; k < classes; k++) {
      exponent[k] = 0;
      squared[k] = 1;
      factor[k] = priors[k];
      divisor[k] = 1;
      logs[k] = 0;
    }
    this.addDensities(row);
    this.addShares(row);
    for (let k = 0; k < classes; k++) {
      into[k] =
        priors[k] > 0
          ? exponent[k] / 2 + LN_2 * (logs[k] + log2(factor[k] / divisor[k]) - halfLog2(squared[k]))
          : Number.NEGATIVE_INFINITY;
    }
  }

  /** Normal densities: attribute by attribute, all classes of one beside each other. */
  private addDensities(row: Float64Array): void {
    const { classes, moments, ranges } = this;
    const { numeric } = this.kinds;
    const { exponent, squared, logs } = sums;
    for (let j = 0; j < numeric.length; j++) {
      const cell = row[numeric[j]];
      const range = ranges[2 * j + 1] - ranges[2 * j];
      if (Number.isNaN(cell) || !(range > 0)) continue;
      const middle = ranges[2 * j] + range / 2;
      for (let k = 0, at = j * classes * MOMENTS; k < classes; k++, at += MOMENTS) {
        const weight = moments[at];
        const off = cell - (weight > 0 ? moments[at + 1] : middle);
        const variance = varianceAbove(moments[at + 2], weight, range);
        exponent[k] -= (off * off) / variance;
        const product = squared[k] * variance;
        squared[k] = product;
        if (product < SMALL || product > LARGE) {
          logs[k] -= log2(product) / 2;
          squared[k] = 1;
        }
      }
    }
  }

  /** Shares of levels, with one row more of each level than there was (Laplace). */
  private addShares(row: Float64Array): void {
    const { classes, known, levels, occurring } = this;
    const { nominal } = this.kinds;
    const { factor, divisor, logs } = sums;
    for (let j = 0; j < nominal.length; j++) {
      const level = row[nominal[j]];
      const kinds = occurring[j];
      if (Number.isNaN(level) || kinds === 0) continue;
      const weights = levels[j];
      const at = level * classes;
      const total = j * classes;
      if (at < weights.length) for (let k = 0; k < classes; k++) factor[k] *= weights[at + k] + 1;
      for (let k = 0; k < classes; k++) divisor[k] *= known[total + k] + kinds;
      // Four products of counts cannot leave the range of doubles.
      if ((j & 3) !== 3) continue;
      for (let k = 0; k < classes; k++) {
        if (divisor[k] < LARGE) continue;
        logs[k] += log2(factor[k]) - log2(divisor[k]);
        factor[k] = 1;
        divisor[k] = 1;
      }
    }
  }

  state(): StreamState {
    const { moments, ranges, levels, known, occurring, classes } = this;
    const { numeric, nominal } = this.kinds;
    return { classes, numeric, nominal, moments, ranges, levels, known, occurring };
  }

  static from(saved: StreamState): LeafStats {
    const { classes, numeric, nominal, ...arrays } = saved as unknown as SavedStats;
    const stats = new LeafStats({ numeric, nominal }, classes);
    stats.moments = arrays.moments;
    stats.known = arrays.known;
    stats.ranges.set(arrays.ranges);
    stats.occurring.set(arrays.occurring);
    arrays.levels.forEach((weights, j) => {
      stats.levels[j] = weights;
    });
    return stats;
  }
}

interface SavedStats {
  readonly classes: number;
  readonly numeric: Int32Array;
  readonly nominal: Int32Array;
  readonly moments: Float64Array;
  readonly ranges: Float64Array;
  readonly levels: readonly Float64Array[];
  readonly known: Float64Array;
  readonly occurring: Float64Array;
}

/**
 * The variance of a class with so many rows, kept above a small share of the range of the attribute. A class that has had none
 * might be anywhere: its density is wide, around the middle of the range.
 */
export function varianceAbove(squares: number, weight: number, range: number): number {
  if (weight === 0) return range * range;
  const least = LEAST_SPREAD * range;
  const variance = weight > 1 ? squares / (weight - 1) : 0;
  return variance > least * least ? variance : least * least;
}

/** Without numbers there is nothing to take the logarithm of. */
function halfLog2(x: number): number {
  return x === 1 ? 0 : log2(x) / 2;
}

function longer(cells: Float64Array, length: number): Float64Array {
  const made = new Float64Array(length);
  made.set(cells);
  return made;
}

/** Records of `before` cells each, in records of `after`. */
function spread(cells: Float64Array, records: number, before: number, after: number): Float64Array {
  const made = new Float64Array(records * after);
  for (let i = 0; i < records; i++) made.set(cells.subarray(i * before, (i + 1) * before), i * after);
  return made;
}
