import { distinctValues, rankOf } from "../encode.js";
import { toGrid } from "../grid.js";
import type { Problem } from "../problem.js";

/**
 * The rows of one node. `rows` is usually a view into the engine's one list of rows, in which a node's rows are
 * contiguous; where rows were shared between branches the node has its own lists, with the fraction of each row.
 */
export interface Entries {
  readonly rows: Int32Array;
  /** Present if the weights are not those of the whole rows. */
  readonly parts?: Mass;
}

/** What each entry adds to the sums. `u1` and `u2` only for numeric targets. */
export interface Mass {
  readonly weight: Float64Array;
  readonly u1?: Float64Array;
  readonly u2?: Float64Array;
}

/** The target by row, with what a whole row adds to the sums. */
export interface TargetRows {
  /** The class, or the rank of the target's value. */
  readonly code: Int32Array;
  /** Classes, or distinct target values. */
  readonly codes: number;
  /** A numeric target on its grid. */
  readonly units?: Float64Array;
  /** Absent: every row has weight 1. */
  readonly weight?: Float64Array;
  readonly u1?: Float64Array;
  readonly u2?: Float64Array;
}

export function targetRows(problem: Problem): TargetRows {
  const weight = problem.weights && { weight: problem.weights };
  const { target } = problem;
  if (target.kind === "classes")
    return { code: target.column.codes, codes: target.column.levels.length, ...weight };
  const { units, quantum1, quantum2 } = target.grid;
  let ranks: ReturnType<typeof ranksOf> | undefined;
  let moments: ReturnType<typeof momentsByRow> | undefined;
  const ranked = () => (ranks ??= ranksOf(units));
  const summed = () => (moments ??= momentsByRow(units, problem.weights, quantum1, quantum2));
  return {
    get code() {
      return ranked().code;
    },
    get codes() {
      return ranked().codes;
    },
    units,
    get u1() {
      return summed().u1;
    },
    get u2() {
      return summed().u2;
    },
    ...weight,
  };
}

/** The weight of each class among whole rows. */
export function classWeightsOf({ code, codes, weight }: TargetRows, rows: Int32Array): Float64Array {
  const sums = new Float64Array(codes);
  if (weight === undefined) countClasses(sums, code, rows);
  else for (let i = 0; i < rows.length; i++) sums[code[rows[i]]] += weight[rows[i]];
  return sums;
}

function countClasses(sums: Float64Array, code: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) sums[code[rows[i]]]++;
}

/** Weight, Σ weight·u and Σ weight·u² of whole rows. */
export function momentsOf(
  units: Float64Array,
  weights: Float64Array | undefined,
  rows: Int32Array,
  quantum1: number,
  quantum2: number,
): Float64Array {
  let weight = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const u = units[row];
    const w = weights === undefined ? 1 : weights[row];
    weight += w;
    first += toGrid(w * u, quantum1);
    second += toGrid(w * u * u, quantum2);
  }
  return Float64Array.of(weight, first, second);
}

function momentsByRow(
  units: Float64Array,
  weights: Float64Array | undefined,
  quantum1: number,
  quantum2: number,
): { u1: Float64Array; u2: Float64Array } {
  const u1 = new Float64Array(units.length);
  const u2 = new Float64Array(units.length);
  for (let row = 0; row < units.length; row++) {
    const u = units[row];
    const weighted = (weights === undefined ? 1 : weights[row]) * u;
    u1[row] = toGrid(weighted, quantum1);
    u2[row] = toGrid(weighted * u, quantum2);
  }
  return { u1, u2 };
}

/** Each row's rank among the distinct targets; only medians need it. */
function ranksOf(units: Float64Array): { code: Int32Array; codes: number } {
  const distinct = distinctValues(units);
  return { code: Int32Array.from(units, (u) => rankOf(distinct, u)), codes: distinct.length };
}

/**
 * A node's target and mass copied side by side, so that each attribute's tally reads them in order. Valid until the
 * next call: the arrays are reused.
 */
export class Gathered {
  readonly code: Int32Array;
  readonly weight: Float64Array;
  readonly u1: Float64Array;
  readonly u2: Float64Array;
  /** Every entry has weight 1; for classes `weight` is then not filled in. */
  plain = true;
  length = 0;
  private rows: Int32Array = NO_ROWS;

  constructor(
    private readonly target: TargetRows,
    capacity: number,
  ) {
    const moments = target.units === undefined ? 0 : capacity;
    this.code = new Int32Array(capacity);
    this.weight = new Float64Array(capacity);
    this.u1 = new Float64Array(moments);
    this.u2 = new Float64Array(moments);
  }

  load({ rows, parts }: Entries): void {
    const { target } = this;
    this.length = rows.length;
    this.rows = rows;
    this.plain = parts === undefined && target.weight === undefined;
    if (target.units === undefined) this.loadCodes();
    this.loadMass(this.weight, parts?.weight, target.weight, rows);
    if (target.units === undefined) return;
    if (this.plain) this.weight.fill(1, 0, rows.length);
    this.loadMass(this.u1, parts?.u1, target.u1, rows);
    this.loadMass(this.u2, parts?.u2, target.u2, rows);
  }

  /** A numeric target has codes too, its ranks; they are loaded only on request. */
  loadCodes(): void {
    gatherInts(this.code, this.target.code, this.rows);
  }

  /** `parts` is indexed by entry, `byRow` by row. */
  private loadMass(
    out: Float64Array,
    parts: Float64Array | undefined,
    byRow: Float64Array | undefined,
    rows: Int32Array,
  ): void {
    if (parts !== undefined) out.set(parts);
    else if (byRow !== undefined) gatherFloats(out, byRow, rows);
  }

  /** The two target codes that occur, the lower first; undefined if there are not exactly two. */
  twoClasses(): [number, number] | undefined {
    const { code, length } = this;
    const one = code[0];
    let other = -1;
    for (let i = 1; i < length; i++) {
      if (code[i] === one || code[i] === other) continue;
      if (other >= 0) return undefined;
      other = code[i];
    }
    return other < 0 ? undefined : one < other ? [one, other] : [other, one];
  }

  /** All entries have the same target. */
  pure(): boolean {
    const { units } = this.target;
    if (units !== undefined) return allEqual(units, this.rows);
    for (let i = 1; i < this.length; i++) if (this.code[i] !== this.code[0]) return false;
    return true;
  }
}

/** What entries add to the sums, side by side. */
export type GatheredMass = Pick<Gathered, "code" | "weight" | "u1" | "u2" | "plain" | "length">;

export function allEqual(values: Float64Array | Int32Array, rows: Int32Array): boolean {
  for (let i = 1; i < rows.length; i++) if (values[rows[i]] !== values[rows[0]]) return false;
  return true;
}

const NO_ROWS = new Int32Array(0);

// Loops of their own: V8 optimises a long loop while it runs, but deoptimises when the function continues after it.
function gatherInts(out: Int32Array, byRow: Int32Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[i] = byRow[rows[i]];
}

function gatherFloats(out: Float64Array, byRow: Float64Array, rows: Int32Array): void {
  for (let i = 0; i < rows.length; i++) out[i] = byRow[rows[i]];
}
