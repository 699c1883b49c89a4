/** Any constant: an anonymous variable. */
export const ANY = -1;

/** A term as a number: a variable's column (0 and up), ANY, or a constant's code (from -2 down). */
export const constantTerm = (code: number): number => -2 - code;
export const codeOfTerm = (term: number): number => -2 - term;

/** The tuples of a relation, as an engine looks them up. */
export interface Facts {
  readonly arity: number;
  readonly tuples: Int32Array;
}

/** A literal in terms of columns of bindings; variables from the bindings' width on are new, and numbered without gaps. */
export type BoundLiteral =
  | {
      readonly kind: "relation";
      readonly facts: Facts;
      readonly terms: readonly number[];
      readonly negated: boolean;
    }
  | { readonly kind: "equal"; readonly terms: readonly [number, number]; readonly negated: boolean };
