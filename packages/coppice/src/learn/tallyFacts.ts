import type { AttributeFacts, Tally } from "../engine/port.js";

/** The facts by which the codes of a tally are read: those of its attribute, unless it brings its own numbers. */
export function tallyFacts(
  attributes: readonly AttributeFacts[],
  { attribute, values }: Tally,
): AttributeFacts {
  if (values === undefined) return attributes[attribute];
  return { kind: attributes[attribute].kind, codes: values.length, values };
}
