import type { MissingStrategy } from "../missing/strategies.js";
import type { Branching } from "./candidate.js";
import { fractional } from "./fractional.js";
import { ownBranch } from "./ownBranch.js";

/** How tests are found if rows with missing values influence the choice. */
export function forMissing(missing: MissingStrategy, branching: Branching): Branching {
  if (missing === "level") return ownBranch(branching);
  return missing === "fraction" ? fractional(branching) : branching;
}
