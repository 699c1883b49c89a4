import type { BoundLiteral, Facts } from "../../engine/relations/literal.js";

/** A relation that literals may use. */
export interface Predicate {
  readonly name: string;
  readonly types: readonly number[];
  readonly facts: Facts;
}

/** A literal of a clause being learned: variables are columns of its bindings, so new ones come in order. */
export type FoilLiteral = BoundLiteral & {
  readonly predicate?: Predicate;
  /** Bits to identify this literal among all that could have been added; 0 before it is added. */
  readonly bits: number;
};
