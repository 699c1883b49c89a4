import type { Criterion } from "./criterion.js";
import { entropy } from "./entropy.js";

/** The information gain over the split's own entropy (D eq. 7). */
export const gainRatio: Criterion = { ...entropy, name: "gainRatio", scaled: true };
