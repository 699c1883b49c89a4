import { exp } from "../../base/exp.js";
import { log2 } from "../../base/log2.js";
import { inverseTrace, solve } from "./cholesky.js";
import type { Design } from "./design.js";

/** A linear classifier in standardised units. */
export interface SoftmaxFit {
  /** Classes x (1 + terms): the intercept first. */
  readonly coefficients: Float64Array;
  /** -2 times the log-likelihood of the rows. */
  readonly deviance: number;
  /** The number of parameters that the rows determine, rather than the prior. */
  readonly parameters: number;
}

export interface Shrinkage {
  /** What squared deviations from the prior are multiplied by. */
  readonly lambda: number;
  /** The coefficients to shrink towards, those of the parent; absent: zeros, and the intercepts are free. */
  readonly prior?: Float64Array;
}

const MOST_SWEEPS = 30;
/** Changes of the objective, as a share of the weight, that are not worth another sweep. */
const SETTLED = 1e-5;
const FREE = 1e-6;

/**
 * Multinomial logistic regression with a Gaussian prior, by Newton's method for one class after the other. Of two classes
 * only the second has a formula; the first is the baseline.
 */
export function softmaxFit(design: Design, rows: Int32Array, { lambda, prior }: Shrinkage): SoftmaxFit {
  const fit = new Fitting(design, rows, lambda, prior);
  let objective = fit.objective();
  const moving = design.classes === 2 ? [1] : Array.from({ length: design.classes }, (_, k) => k);
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    const before = objective;
    for (const k of moving) objective = fit.improve(k, objective);
    if (!(before - objective > SETTLED * fit.weight)) break;
  }
  return {
    coefficients: fit.coefficients,
    deviance: fit.deviance(),
    parameters: moving.reduce((sum, k) => sum + fit.parameters(k), 0),
  };
}

class Fitting {
  readonly coefficients: Float64Array;
  readonly weight: number;
  private readonly size: number;
  /** Rows x (1 + terms). */
  private readonly cells: Float64Array;
  private readonly penalties: Float64Array;
  private readonly weights: Float64Array;
  private readonly codes: Int32Array;
  /** Rows x classes. */
  private readonly scores: Float64Array;
  private readonly shares: Float64Array;

  constructor(
    { terms, codes, classes, weights }: Design,
    rows: Int32Array,
    lambda: number,
    private readonly prior: Float64Array | undefined,
  ) {
    this.size = terms.length + 1;
    this.coefficients = prior ? Float64Array.from(prior) : new Float64Array(classes * this.size);
    this.cells = new Float64Array(rows.length * this.size);
    rows.forEach((row, i) => {
      const at = i * this.size;
      this.cells[at] = 1;
      for (let t = 0; t < terms.length; t++) this.cells[at + 1 + t] = terms[t].cells[row];
    });
    this.penalties = new Float64Array(this.size).fill(lambda);
    if (prior === undefined) this.penalties[0] = FREE;
    this.weights = Float64Array.from(rows, (row) => weights[row]);
    this.weight = this.weights.reduce((sum, weight) => sum + weight, 0);
    this.codes = Int32Array.from(rows, (row) => codes[row]);
    this.scores = new Float64Array(rows.length * classes);
    this.shares = new Float64Array(rows.length * classes);
    for (let k = 0; k < classes; k++) this.score(k, this.coefficients.subarray(k * this.size), 1);
    this.share();
  }

  /** Half the deviance, and half the squared deviations from the prior times their penalties. */
  objective(): number {
    const { coefficients, prior, penalties, size } = this;
    let sum = this.deviance();
    for (let i = 0; i < coefficients.length; i++)
      sum += penalties[i % size] * (coefficients[i] - (prior ? prior[i] : 0)) ** 2;
    return sum / 2;
  }

  deviance(): number {
    const { codes, shares, weights } = this;
    const classes = shares.length / Math.max(1, codes.length);
    let sum = 0;
    for (let i = 0; i < codes.length; i++)
      sum -= weights[i] * log2(Math.max(shares[i * classes + codes[i]], Number.MIN_VALUE));
    return 2 * Math.LN2 * sum;
  }

  /** A Newton step for the formula of one class, halved until it improves; returns the new objective. */
  improve(k: number, before: number): number {
    const { size, coefficients, penalties, prior } = this;
    const gradient = new Float64Array(size);
    const hessian = this.hessian(k, gradient);
    for (let i = 0; i < size; i++) {
      const at = k * size + i;
      hessian[i * size + i] += penalties[i];
      gradient[i] -= penalties[i] * (coefficients[at] - (prior ? prior[at] : 0));
    }
    const step = solve(hessian, gradient);
    for (let share = 1; share > 1e-3; share /= 2) {
      this.move(k, step, share);
      const after = this.objective();
      if (after <= before) return after;
      this.move(k, step, -share);
    }
    return before;
  }

  /** The trace of the information of the rows over that with the prior. */
  parameters(k: number): number {
    const { size, penalties } = this;
    const hessian = this.hessian(k, new Float64Array(size));
    for (let i = 0; i < size; i++) hessian[i * size + i] += penalties[i];
    solve(hessian, new Float64Array(size));
    return size - inverseTrace(hessian, penalties);
  }

  private move(k: number, step: Float64Array, share: number): void {
    for (let i = 0; i < this.size; i++) this.coefficients[k * this.size + i] += share * step[i];
    this.score(k, step, share);
    this.share();
  }

  private score(k: number, step: Float64Array, share: number): void {
    const { cells, scores, size, codes } = this;
    const classes = scores.length / Math.max(1, codes.length);
    for (let i = 0; i < codes.length; i++) {
      let sum = 0;
      for (let j = 0; j < size; j++) sum += step[j] * cells[i * size + j];
      scores[i * classes + k] += share * sum;
    }
  }

  private share(): void {
    const { scores, shares, codes } = this;
    const classes = scores.length / Math.max(1, codes.length);
    for (let at = 0; at < scores.length; at += classes) {
      let [most, total] = [scores[at], 0];
      for (let k = at + 1; k < at + classes; k++) most = Math.max(most, scores[k]);
      for (let k = at; k < at + classes; k++) total += shares[k] = exp(scores[k] - most);
      for (let k = at; k < at + classes; k++) shares[k] /= total;
    }
  }

  /** Of the negative log-likelihood; its gradient, downwards, is put into `gradient`. */
  private hessian(k: number, gradient: Float64Array): Float64Array {
    const { cells, shares, codes, weights, size } = this;
    const classes = shares.length / Math.max(1, codes.length);
    const hessian = new Float64Array(size * size);
    for (let i = 0; i < codes.length; i++) {
      const p = shares[i * classes + k];
      const at = i * size;
      const slope = weights[i] * ((codes[i] === k ? 1 : 0) - p);
      const curve = weights[i] * p * (1 - p);
      for (let a = 0; a < size; a++) {
        gradient[a] += slope * cells[at + a];
        const scaled = curve * cells[at + a];
        for (let b = 0; b <= a; b++) hessian[a * size + b] += scaled * cells[at + b];
      }
    }
    return hessian;
  }
}
