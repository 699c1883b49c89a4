import { random } from "../../src/base/random.js";
import type { ForestMember } from "../../src/kernels/drivers/forest/rules.js";

/** Every other member has a bootstrap sample, the others have all rows once. */
export function forestMembers(count: number, rows: number, seed = 1): ForestMember[] {
  const rng = random(seed);
  return Array.from({ length: count }, (_, i) => {
    if (i % 2 === 0) return { seed: rng.bits() };
    const counts = new Uint8Array(rows);
    for (let draw = 0; draw < rows; draw++) counts[rng.below(rows)]++;
    // Occasionally a row with a count that needs more than seven bits.
    if (i % 8 === 3) counts[0] = 255;
    return { seed: rng.bits(), counts };
  });
}

/**
 * Members that draw a row once at most, for rows with weights: a bootstrap has them in its draws, and sums beyond twice the
 * total weight would leave the grid.
 */
export function withoutRepeats(members: readonly ForestMember[]): ForestMember[] {
  return members.map(({ seed, counts }) =>
    counts === undefined ? { seed } : { seed, counts: counts.map((count) => Math.min(1, count)) },
  );
}
