import type { Relations } from "../../table/relations.js";
import { KeyTable } from "./keyTable.js";
import type { Facts } from "./literal.js";

/** The tuples of a relation by the codes at some of its arguments. */
export interface FactIndex {
  readonly keys: KeyTable;
  /** Tuples of key k are `order[starts[k]]` to `order[starts[k + 1] - 1]`. */
  readonly starts: Int32Array;
  readonly order: Int32Array;
}

/** Indexes are built on first use, and kept as long as the tuples. */
export class FactIndexes {
  private readonly made = new WeakMap<Facts, Map<string, FactIndex>>();

  /** Codes are below this; the greatest is no constant's, for names that occur in no relation. */
  readonly codes: number;

  constructor({ constants }: Pick<Relations, "constants">) {
    this.codes = constants.length + 1;
  }

  of(facts: Facts, places: readonly number[]): FactIndex {
    let all = this.made.get(facts);
    if (all === undefined) {
      all = new Map();
      this.made.set(facts, all);
    }
    const name = places.join();
    let index = all.get(name);
    if (index === undefined) {
      index = makeIndex(facts, places, this.codes);
      all.set(name, index);
    }
    return index;
  }
}

function makeIndex({ tuples, arity }: Facts, places: readonly number[], codes: number): FactIndex {
  const count = tuples.length / arity;
  const keys = new KeyTable(codes, places.length, count);
  const keyOf = new Int32Array(count);
  for (let i = 0; i < count; i++) keyOf[i] = keys.add(tuples, i * arity, places);
  const starts = new Int32Array(keys.size + 1);
  for (const key of keyOf) starts[key + 1]++;
  for (let k = 0; k < keys.size; k++) starts[k + 1] += starts[k];
  const next = starts.slice();
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) order[next[keyOf[i]]++] = i;
  return { keys, starts, order };
}
