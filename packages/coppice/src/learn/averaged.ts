import type { AttributeFacts } from "../engine/port.js";

/** What share of the rows as many levels as that are. */
const MANY = 0.3;

/**
 * By attribute, whether its gain counts for the average that a test must gain: not if it is nominal with so many levels that
 * its gain is an artefact, unless all attributes are like that (C4.5).
 */
export function averagedAttributes(
  attributes: readonly Pick<AttributeFacts, "kind" | "codes">[],
  totalWeight: number,
): boolean[] {
  const few = attributes.map(({ kind, codes }) => kind === "numeric" || codes < MANY * totalWeight);
  return few.includes(true) ? few : few.map(() => true);
}
