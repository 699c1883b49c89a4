import { KeyTable } from "./keyTable.js";

export interface TupleSet {
  has(tuples: Int32Array, at: number): boolean;
  /** How many of the flat tuples are in the set. */
  countIn(tuples: Int32Array): number;
}

/** A set of flat tuples with codes below `codes`. */
export function tupleSet(tuples: Int32Array, arity: number, codes: number): TupleSet {
  const places = Array.from({ length: arity }, (_, p) => p);
  const keys = new KeyTable(codes, arity, tuples.length / arity);
  for (let at = 0; at < tuples.length; at += arity) keys.add(tuples, at, places);
  const has = (others: Int32Array, at: number) => keys.find(others, at, places) >= 0;
  const countIn = (others: Int32Array) => {
    let count = 0;
    for (let at = 0; at < others.length; at += arity) if (has(others, at)) count++;
    return count;
  };
  return { has, countIn };
}
