import { unreachable } from "../base/errors.js";
import type { Formula } from "./formula.js";
import type { Measure } from "./measure.js";

/** The attributes whose cells a measure needs, ascending. */
export function attributesRead(measure: Measure): number[] {
  return [...new Set(reads(measure))].sort((a, b) => a - b);
}

/** The attributes of some formulas, as often as they occur. */
export function attributesOf(formulas: readonly Formula[]): number[] {
  return formulas.flatMap(({ terms }) => terms.map(({ attribute }) => attribute));
}

function reads(measure: Measure): number[] {
  switch (measure.kind) {
    case "linear":
      return attributesOf([measure.formula]);
    case "quadratic":
      return [
        ...attributesOf([measure.formula]),
        ...measure.products.flatMap(({ attributes }) => [...attributes]),
      ];
    case "distance":
      return measure.from.map(({ attribute }) => attribute);
    case "perceptron":
      return attributesOf(measure.hidden);
    case "largest":
      return attributesOf(measure.of);
    case "pattern":
    case "length":
    case "anyWord":
      return [...measure.attributes];
    default:
      return unreachable(measure);
  }
}
