import { makeRelations } from "../../src/table/makeRelations.js";
import type { RelationSource } from "../../src/table/relationsSource.js";

export const related = (...relations: RelationSource[]) => makeRelations({ relations });

/** The numbers below n, as constants. */
export const numbersBelow = (n: number) => Array.from({ length: n }, (_, i) => String(i));

/** The pairs of numbers below n for which the relation holds. */
export const pairsOf = (n: number, holds: (a: number, b: number) => boolean) =>
  numbersBelow(n).flatMap((a) =>
    numbersBelow(n).flatMap((b) => (holds(Number(a), Number(b)) ? [[a, b]] : [])),
  );
