import type { BoundLiteral, Facts } from "../../engine/relations/literal.js";

/** A relation that literals may speak of. */
export interface Predicate {
  readonly name: string;
  readonly types: readonly number[];
  readonly facts: Facts;
}

/** A literal of a clause being learned: variables are columns of its bindings, so new ones come in order. */
export type FoilLiteral = BoundLiteral & {
  readonly predicate?: Predicate;
  /** To say which of all literals that could have been added this is; 0 before it is added. */
  readonly bits: number;
};
