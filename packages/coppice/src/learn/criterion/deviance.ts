import type { Criterion } from "./criterion.js";
import { entropy } from "./entropy.js";

const { rule: _rule, inBits: _bits, ...plain } = entropy;

const TWO_LN_2 = 1.3862943611198906;

/** -2 Σ n ln p (L): the entropy in other units, 2 ln 2 for each bit and row. */
export const deviance: Criterion = {
  ...plain,
  name: "deviance",
  inForests: "deviance",
  multiple: { of: "entropy", by: TWO_LN_2 },
  impurity: (cells, at, width) => TWO_LN_2 * entropy.impurity(cells, at, width),
  impurityOfTwo: (a, b) => TWO_LN_2 * entropy.impurityOfTwo!(a, b),
};
