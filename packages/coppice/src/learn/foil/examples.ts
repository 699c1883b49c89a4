import { random } from "../../base/random.js";
import { KeyTable } from "../../engine/relations/keyTable.js";
import { arityOf, type Relation, type Relations } from "../../table/relations.js";

/** Tuples that are in the target, and tuples that are not. */
export interface Examples {
  readonly positives: Int32Array;
  readonly negatives: Int32Array;
  /** The number of tuples that are not in the relation; greater than that of the negatives if these are a sample. */
  readonly outside: number;
  readonly closedWorld: boolean;
}

/** The target's own negatives, or the closed world's: all of them, or as many as allowed, drawn by the seed. */
export function examplesOf(
  relations: Relations,
  target: Relation,
  maxNegatives: number,
  seed: number,
): Examples {
  const { tuples: positives, negatives } = target;
  const arity = arityOf(target);
  if (negatives !== undefined)
    return { positives, negatives, outside: negatives.length / arity, closedWorld: false };
  const extents = target.types.map((type) => relations.types[type].constants);
  const all = extents.reduce((product, { length }) => product * length, 1);
  const held = new KeyTable(relations.constants.length, arity, positives.length / arity);
  const places = target.types.map((_, p) => p);
  for (let at = 0; at < positives.length; at += arity) held.add(positives, at, places);
  const outside = all - positives.length / arity;
  const isHeld = (tuple: Int32Array) => held.find(tuple, 0, places) >= 0;
  const drawn =
    outside <= maxNegatives
      ? enumerated(extents, outside, isHeld)
      : sampled(extents, maxNegatives, isHeld, relations.constants.length, seed);
  return { positives, negatives: drawn, outside, closedWorld: true };
}

type IsHeld = (tuple: Int32Array) => boolean;

function enumerated(extents: readonly Int32Array[], outside: number, isHeld: IsHeld): Int32Array {
  const arity = extents.length;
  const found = new Int32Array(outside * arity);
  const tuple = new Int32Array(arity);
  const turn = new Int32Array(arity);
  for (let at = 0; at < found.length; ) {
    for (let p = 0; p < arity; p++) tuple[p] = extents[p][turn[p]];
    if (!isHeld(tuple)) {
      found.set(tuple, at);
      at += arity;
    }
    // The last argument turns fastest.
    for (let p = arity - 1; p >= 0 && ++turn[p] === extents[p].length; p--) turn[p] = 0;
  }
  return found;
}

/** Distinct tuples, each outside the relation with equal probability. */
function sampled(
  extents: readonly Int32Array[],
  count: number,
  isHeld: IsHeld,
  codes: number,
  seed: number,
): Int32Array {
  const arity = extents.length;
  const chance = random(seed);
  const places = extents.map((_, p) => p);
  const drawn = new KeyTable(codes, arity, count);
  const found = new Int32Array(count * arity);
  const tuple = new Int32Array(arity);
  for (let at = 0; at < found.length; ) {
    for (let p = 0; p < arity; p++) tuple[p] = extents[p][chance.below(extents[p].length)];
    if (isHeld(tuple) || drawn.find(tuple, 0, places) >= 0) continue;
    drawn.add(tuple, 0, places);
    found.set(tuple, at);
    at += arity;
  }
  return found;
}
