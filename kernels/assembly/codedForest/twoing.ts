import { weightOf } from "./impurity";
import { width } from "../forest/params";

/** Weight × goodness of a division with these class weights on its sides: as in learn/criterion/twoing.ts. */
export function twoingOf(left: usize, right: usize): f64 {
  const l = weightOf(left);
  const r = weightOf(right);
  if (l == 0 || r == 0) return 0;
  let spread: f64 = 0;
  for (let k: usize = 0; k < <usize>width << 3; k += 8) spread += abs(load<f64>(left + k) / l - load<f64>(right + k) / r);
  return (((l * r) / (l + r)) * spread * spread) / 2;
}
