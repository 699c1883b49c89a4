import type { Expansion, Response } from "./response.js";
import type { SparseColumn } from "./sparseColumn.js";

/** What coefficients cost: strength x (lasso x |b| + (1 - lasso) / 2 x b²) each. Intercepts cost nothing. */
export interface Penalty {
  readonly strength: number;
  /** 1: the lasso, which leaves out columns altogether; 0: ridge, which shrinks all of them. */
  readonly lasso: number;
}

/** The rows and columns that formulas are fitted to. Rows of weight 0 have scores, but no say. */
export interface Fitted {
  readonly columns: readonly SparseColumn[];
  readonly response: Response;
  readonly weights: Float64Array;
}

const MOST_ROUNDS = 50;
const MOST_SWEEPS = 200;
/** Changes of the objective, as a share of what an empty formula leaves to explain, that are not worth another sweep. */
const SETTLED = 1e-6;

/**
 * Linear formulas under a penalty, by coordinate descent on a quadratic expansion of the deviance around the current
 * scores (Friedman, Hastie, Tibshirani 2010). Only columns that have been of use are visited; the others are looked at
 * when those are settled. Penalties in falling order are fast: each fit begins where the last ended.
 */
export class Descent {
  readonly intercepts: Float64Array;
  /** By output, a coefficient for each column. */
  readonly coefficients: readonly Float64Array[];
  /** By output and row. */
  readonly scores: readonly Float64Array[];
  private readonly active: readonly number[][];
  private readonly isActive: readonly Uint8Array[];
  private readonly expansion: Expansion;
  private readonly total: number;
  private readonly settled: number;

  private readonly columns: readonly SparseColumn[];
  private readonly response: Response;
  private readonly weights: Float64Array;

  constructor({ columns, response, weights }: Fitted) {
    this.columns = columns;
    this.response = response;
    this.weights = weights;
    const { outputs, rows } = response;
    const each = <T>(make: (output: number) => T) => Array.from({ length: outputs }, (_, k) => make(k));
    this.intercepts = Float64Array.from({ length: outputs }, (_, k) => response.startOf(k, weights));
    this.coefficients = each(() => new Float64Array(columns.length));
    this.scores = each((k) => new Float64Array(rows).fill(this.intercepts[k]));
    this.active = each(() => []);
    this.isActive = each(() => new Uint8Array(columns.length));
    this.expansion = { pull: new Float64Array(rows), curvature: new Float64Array(rows) };
    this.total = weights.reduce((sum, weight) => sum + weight, 0);
    this.settled = SETTLED * Math.max(this.devianceOf(weights), Number.MIN_VALUE);
  }

  /** The mean deviance of rows with these weights. */
  devianceOf(weights: Float64Array): number {
    let [sum, total] = [0, 0];
    for (let row = 0; row < weights.length; row++) {
      if (weights[row] === 0) continue;
      sum += weights[row] * this.response.deviance(this.scores, row);
      total += weights[row];
    }
    return sum / total;
  }

  /** The least strength of the lasso at which every coefficient is 0; before the first fit. */
  leastEmpty(): number {
    let most = 0;
    for (let k = 0; k < this.response.outputs; k++) {
      this.response.expand(this.scores, k, this.weights, this.expansion);
      for (const column of this.columns) most = Math.max(most, Math.abs(this.gradient(column)));
    }
    return most;
  }

  /** The columns with a coefficient, in any output. */
  used(): number {
    return this.columns.reduce(
      (sum, _, j) => sum + (this.coefficients.some((own) => own[j] !== 0) ? 1 : 0),
      0,
    );
  }

  fit(penalty: Penalty): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      this.settle(penalty);
      if (!this.admit(penalty)) return;
    }
  }

  /** Takes in the columns that would lower the objective; false if there is none. */
  private admit({ strength, lasso }: Penalty): boolean {
    let isAdmitted = false;
    for (let k = 0; k < this.response.outputs; k++) {
      this.response.expand(this.scores, k, this.weights, this.expansion);
      this.columns.forEach((column, j) => {
        if (this.isActive[k][j] === 1 || Math.abs(this.gradient(column)) <= strength * lasso) return;
        this.isActive[k][j] = 1;
        this.active[k].push(j);
        isAdmitted = true;
      });
    }
    return isAdmitted;
  }

  private settle(penalty: Penalty): void {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      let change = 0;
      for (let k = 0; k < this.response.outputs; k++) {
        this.response.expand(this.scores, k, this.weights, this.expansion);
        change = Math.max(change, this.descend(k, penalty));
      }
      if (change <= this.settled) return;
    }
  }

  /** Minimises the expansion in one output; the change that the first sweep made. */
  private descend(output: number, penalty: Penalty): number {
    const active = this.active[output];
    const own = this.coefficients[output];
    const curvatures = Float64Array.from(active, (j) => this.curvature(this.columns[j]));
    const sweep = (all: boolean): number => {
      let change = this.moveIntercept(output);
      for (let i = 0; i < active.length; i++) {
        if (all || own[active[i]] !== 0)
          change = Math.max(change, this.move(output, active[i], curvatures[i], penalty));
      }
      return change;
    };
    const first = sweep(true);
    // Coefficients of 0 mostly stay 0: the others are settled between two looks at all of them.
    for (let change = first, n = 0; change > this.settled && n < MOST_SWEEPS; n++) {
      while (sweep(false) > this.settled && n < MOST_SWEEPS) n++;
      change = sweep(true);
    }
    return first;
  }

  private gradient({ rows, cells }: SparseColumn): number {
    const { pull } = this.expansion;
    let sum = 0;
    if (cells) for (let i = 0; i < rows.length; i++) sum += cells[i] * pull[rows[i]];
    else for (let i = 0; i < rows.length; i++) sum += pull[rows[i]];
    return sum / this.total;
  }

  private curvature({ rows, cells }: SparseColumn): number {
    const { curvature } = this.expansion;
    let sum = 0;
    if (cells) for (let i = 0; i < rows.length; i++) sum += cells[i] * cells[i] * curvature[rows[i]];
    else for (let i = 0; i < rows.length; i++) sum += curvature[rows[i]];
    return sum / this.total;
  }

  private move(output: number, j: number, curvature: number, { strength, lasso }: Penalty): number {
    const own = this.coefficients[output];
    const column = this.columns[j];
    const before = own[j];
    const wanted = this.gradient(column) + curvature * before;
    const threshold = strength * lasso;
    const over = Math.abs(wanted) - threshold;
    const divisor = curvature + strength * (1 - lasso);
    const after = over > 0 && divisor > 0 ? (Math.sign(wanted) * over) / divisor : 0;
    if (after === before) return 0;
    own[j] = after;
    this.add(output, column, after - before);
    return curvature * (after - before) ** 2;
  }

  private add(output: number, { rows, cells }: SparseColumn, step: number): void {
    const { pull, curvature } = this.expansion;
    const scores = this.scores[output];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const moved = cells ? step * cells[i] : step;
      scores[row] += moved;
      pull[row] -= curvature[row] * moved;
    }
  }

  private moveIntercept(output: number): number {
    const { pull, curvature } = this.expansion;
    const scores = this.scores[output];
    let [sum, total] = [0, 0];
    for (let row = 0; row < pull.length; row++) {
      sum += pull[row];
      total += curvature[row];
    }
    const step = total > 0 ? sum / total : 0;
    this.intercepts[output] += step;
    for (let row = 0; row < pull.length; row++) {
      scores[row] += step;
      pull[row] -= curvature[row] * step;
    }
    return (total / this.total) * step * step;
  }
}
