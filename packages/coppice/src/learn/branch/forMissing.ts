import type { MissingStrategy } from "../missing/strategies.js";
import type { Branching } from "./candidate.js";
import { fractional } from "./fractional.js";
import { ownBranch } from "./ownBranch.js";

/** How tests are looked for where rows with missing values have a say in them. */
export function forMissing(missing: MissingStrategy, branching: Branching): Branching {
  if (missing === "level") return ownBranch(branching);
  return missing === "fraction" ? fractional(branching) : branching;
}
