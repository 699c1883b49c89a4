/** Relations between named constants: what first-order rules are learned from. */
export interface Relations {
  /** The names of the constants, sorted by code point; tuples contain their indexes. */
  readonly constants: readonly string[];
  readonly types: readonly ConstantType[];
  /** Sorted by name, by code point. */
  readonly relations: readonly Relation[];
}

export interface ConstantType {
  readonly name: string;
  /** Codes of its constants, ascending. */
  readonly constants: Int32Array;
}

export interface Relation {
  readonly name: string;
  /** An index into `Relations.types` for each argument. */
  readonly types: readonly number[];
  /** The tuples in the relation, one after the other, sorted and without duplicates. */
  readonly tuples: Int32Array;
  /** Tuples known not to be in it. Default: every tuple of its types that is not in it (closed-world assumption). */
  readonly negatives?: Int32Array;
}

export const arityOf = ({ types }: Pick<Relation, "types">): number => types.length;
export const countOf = (tuples: Int32Array, arity: number): number => tuples.length / arity;
export const sizeOf = (relation: Relation): number => countOf(relation.tuples, arityOf(relation));

/** A tuple's constants by name. */
export function namesOf(
  { constants }: Pick<Relations, "constants">,
  tuples: Int32Array,
  arity: number,
  i: number,
): string[] {
  return Array.from(tuples.subarray(i * arity, (i + 1) * arity), (code) => constants[code]);
}

/** Flat tuples in ascending order, without duplicates. */
export function sortedTuples(tuples: Int32Array, arity: number): Int32Array {
  const order = Array.from({ length: countOf(tuples, arity) }, (_, i) => i).sort((a, b) =>
    compareAt(tuples, a * arity, b * arity, arity),
  );
  const kept = order.filter(
    (i, at) => at === 0 || compareAt(tuples, i * arity, order[at - 1] * arity, arity) !== 0,
  );
  const sorted = new Int32Array(kept.length * arity);
  kept.forEach((i, at) => {
    sorted.set(tuples.subarray(i * arity, (i + 1) * arity), at * arity);
  });
  return sorted;
}

function compareAt(tuples: Int32Array, a: number, b: number, arity: number): number {
  for (let p = 0; p < arity; p++) if (tuples[a + p] !== tuples[b + p]) return tuples[a + p] - tuples[b + p];
  return 0;
}
