import type { Problem } from "../../engine/problem.js";
import { gatesOf } from "../../kernels/drivers/soft/softRows.js";
import type { Measure } from "../../model/measure.js";
import { measuredCells } from "../../model/measure.js";
import { type GateTest, gateShares } from "../../model/test.js";
import { type Cells, testedCells } from "../../table/column.js";
import type { GrownSoft } from "./grownSoft.js";
import type { SoftTerm } from "./softTerms.js";

/** A gate in the table's own units. */
export interface SoftGate {
  readonly measure: Measure;
  readonly test: GateTest;
}

/** A gate whose coefficients are all 0 would have no slope. */
const LEAST_SLOPE = 1e-9;

/**
 * The gates of a trained tree. A measure has the coefficients of one unit in all, in standard deviations of the terms, so
 * the slope of its gate says how steep it is, and comparable gates have comparable slopes. Missing cells have the mean.
 */
export function softGates(
  { branches, point }: GrownSoft,
  width: number,
  terms: readonly SoftTerm[],
  attributes: number,
): SoftGate[] {
  return Array.from({ length: gatesOf({ branches }) }, (_, gate) => {
    const at = gate * width;
    let squares = 0;
    for (let j = 0; j < terms.length; j++) squares += point[at + j] * point[at + j];
    const slope = Math.max(LEAST_SLOPE, Math.sqrt(squares));
    let zero = point[at + terms.length];
    const written = terms.flatMap(({ attribute, levels, mean, deviation }, j) => {
      const coefficient = point[at + j] / deviation;
      if (coefficient === 0) return [];
      zero -= coefficient * mean;
      const own = { attribute, coefficient: coefficient / slope, missing: mean };
      return [levels ? { ...own, levels } : own];
    });
    return {
      measure: { kind: "linear", formula: { intercept: 0, terms: written } },
      test: { kind: "gate", attribute: attributes + gate, threshold: rounded(-zero / slope, slope), slope },
    };
  });
}

/** A threshold with as few decimals as change a share by less than 0.0003: people read it. */
function rounded(threshold: number, slope: number): number {
  let decimals = 0;
  for (let step = 1; step * slope > 1e-3 && decimals < 20; step /= 10) decimals++;
  return Math.abs(threshold) < 1e15 ? Number(threshold.toFixed(decimals)) : threshold;
}

/** By gate the measures of a problem's rows. */
export function gateCells(gates: readonly SoftGate[], { attributes, rows }: Problem): Cells[] {
  const cells = attributes.map(testedCells);
  return gates.map(({ measure }) => measuredCells(measure, (a) => cells[a], rows));
}

/** The share of a row that reaches each place of a tree; with hard gates, 1 along one path. */
export class RowShares {
  readonly shares: Float64Array;

  constructor(
    private readonly gates: readonly SoftGate[],
    private readonly branches: Int32Array,
    private readonly cells: readonly Cells[],
    private readonly areHard: boolean,
  ) {
    this.shares = new Float64Array(branches.length + 1);
  }

  of(row: number): Float64Array {
    const { shares, branches } = this;
    shares[0] = 1;
    this.gates.forEach(({ test }, gate) => {
      const cell = this.cells[gate][row];
      const right = cell <= test.threshold ? 0 : 1;
      const parts = this.areHard ? [1 - right, right] : gateShares(test, cell);
      shares[branches[2 * gate]] = shares[gate] * parts[0];
      shares[branches[2 * gate + 1]] = shares[gate] * parts[1];
    });
    return shares;
  }
}
