import { exp, log } from "../../base/exp.js";
import { Draws } from "../../base/nodeRandom.js";
import type { FormulaTerm } from "../../model/formula.js";
import { type Measure, tanh } from "../../model/measure.js";
import type { Design } from "./design.js";
import { addMultiple } from "./margin.js";
import { minimise, type Objective } from "./minimise.js";
import { settledCut } from "./settledCut.js";

export interface PerceptronOptions {
  readonly hidden: number;
  readonly penalty: number;
  /** Random starts, of which the one with the least loss is kept. */
  readonly starts: number;
  /** auto: moved to where the output is best cut; otherwise as it was fitted. */
  readonly cut: "auto" | "fitted" | "criterion";
}

/**
 * A perceptron with one hidden layer of tanh units and a logistic output, fitted to the sides by L-BFGS; weights other than
 * intercepts are penalised. The hidden units start at random directions drawn from the key.
 */
export function fitPerceptron(
  design: Design,
  sides: Int8Array,
  key: number,
  { hidden, penalty, starts, cut }: PerceptronOptions,
): Measure {
  const order = design.columns.length;
  const objective = lossOf(design, sides, hidden, penalty);
  const draws = new Draws(key);
  const scale = 1 / Math.sqrt(order);
  let best: { x: Float64Array; loss: number } | undefined;
  for (let s = 0; s < starts; s++) {
    const start = new Float64Array(hidden * (order + 2) + 1);
    for (let w = 0; w < start.length; w++) start[w] = (2 * draws.share() - 1) * scale;
    const x = minimise(objective, start, { steps: 100, tolerance: 1e-5 * design.totalWeight });
    const loss = objective(x, new Float64Array(x.length));
    if (best === undefined || loss < best.loss) best = { x, loss };
  }
  const { x } = best!;
  if (cut === "auto") {
    const { values } = activations(design, hidden);
    x[x.length - 1] -= settledCut(values(x), { sides, weights: design.weights });
  }
  return measureOf(design, x, hidden);
}

/** The values of the hidden units and of the output for each row. */
function activations({ columns, size }: Design, hidden: number) {
  const order = columns.length;
  const units = Array.from({ length: hidden }, () => new Float64Array(size));
  const out = new Float64Array(size);
  const values = (x: Float64Array) => {
    const outputs = hidden * (order + 1);
    out.fill(x[outputs + hidden]);
    units.forEach((unit, h) => {
      unit.fill(x[h * (order + 1) + order]);
      for (let j = 0; j < order; j++) addMultiple(unit, columns[j], x[h * (order + 1) + j]);
      for (let i = 0; i < size; i++) unit[i] = tanh(unit[i]);
      addMultiple(out, unit, x[outputs + h]);
    });
    return out;
  };
  return { units, values };
}

/** Parameters: per unit its weights and intercept, then the outputs' weights, then the output's intercept. */
function lossOf(design: Design, sides: Int8Array, hidden: number, penalty: number): Objective {
  const { columns, weights, size } = design;
  const order = columns.length;
  const { units, values: forward } = activations(design, hidden);
  const back = new Float64Array(size);
  return (x, gradient) => {
    const outputs = hidden * (order + 1);
    const values = forward(x);
    let sum = 0;
    let pull = 0;
    for (let i = 0; i < size; i++) {
      const m = sides[i] * values[i];
      const e = exp(-Math.abs(m));
      sum += weights[i] * (log(1 + e) + (m < 0 ? -m : 0));
      values[i] = -weights[i] * sides[i] * (m > 0 ? e / (1 + e) : 1 / (1 + e));
      pull += values[i];
    }
    gradient[outputs + hidden] = pull;
    units.forEach((unit, h) => {
      const out = x[outputs + h];
      let slope = penalty * out;
      let bias = 0;
      for (let i = 0; i < size; i++) {
        slope += values[i] * unit[i];
        back[i] = values[i] * out * (1 - unit[i] * unit[i]);
        bias += back[i];
      }
      gradient[outputs + h] = slope;
      gradient[h * (order + 1) + order] = bias;
      sum += (penalty / 2) * out * out;
      for (let j = 0; j < order; j++) {
        const w = x[h * (order + 1) + j];
        const column = columns[j];
        let g = penalty * w;
        for (let i = 0; i < size; i++) g += back[i] * column[i];
        gradient[h * (order + 1) + j] = g;
        sum += (penalty / 2) * w * w;
      }
    });
    return sum;
  };
}

function measureOf({ variables }: Design, x: Float64Array, hidden: number): Measure {
  const order = variables.length;
  const outputs = hidden * (order + 1);
  return {
    kind: "perceptron",
    hidden: Array.from({ length: hidden }, (_, h) => {
      let intercept = x[h * (order + 1) + order];
      const terms = variables.map(({ attribute, level, mean, scale }, j): FormulaTerm => {
        const coefficient = x[h * (order + 1) + j] / scale;
        intercept -= coefficient * mean;
        return { attribute, coefficient, ...(level !== undefined && { levels: [level] }) };
      });
      return { intercept, terms };
    }),
    output: {
      intercept: x[outputs + hidden],
      coefficients: Array.from(x.subarray(outputs, outputs + hidden)),
    },
  };
}
