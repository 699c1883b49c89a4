import { pow } from "./pow";

/** What is divided by a cost: the gain, its square, or 2^gain - 1. */
const GAIN: i32 = 0;
const SQUARE: i32 = 1;

/** A gain weighed against a cost: operation by operation as in src/learn/cost/attributeCosts.ts. */
export function worthOf(gain: f64, divisor: f64, form: i32): f64 {
  if (form == GAIN) return gain / divisor;
  return form == SQUARE ? (gain * gain) / divisor : (pow(2, gain) - 1) / divisor;
}
