import { hash, hashInteger, keyFor } from "./chance.js";
import { hashOrder } from "./hashOrder.js";

/** The rows of a table in a random order that depends on the seed and on each row's key, or else its position. */
export function randomOrder(rows: number, seed: number, keys?: ArrayLike<number>): Int32Array {
  const key = keyFor("evaluation", seed);
  return orderByKey(rows, key, keys);
}

/** The same by the key of a use. */
export function orderByKey(rows: number, key: number, keys?: ArrayLike<number>): Int32Array {
  const hashes = new Uint32Array(rows);
  if (keys === undefined) for (let row = 0; row < rows; row++) hashes[row] = hash(key, row);
  else for (let row = 0; row < rows; row++) hashes[row] = hashInteger(key, keys[row]);
  return hashOrder(hashes, keys && ((a, b) => keys[a] - keys[b]));
}
