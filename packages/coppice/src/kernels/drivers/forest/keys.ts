import { forestKernel } from "../../generated/forest.js";
import type { Team } from "../../team.js";
import { recordOf } from "./columns.js";

/** Rows up to which any number of rows may have the same key. */
const FEW = 8;
/** By key: its rows. */
const COUNTER_BYTES = 4 * 65_536;
const [KEYS, CROWD] = [1, 3];

/** A row of keys of two bytes, in whole vectors: kernels/assembly/forest/keys.ts. */
export function rowBytesOfKeys(attributes: number): number {
  return 16 * Math.ceil(attributes / 8);
}

/**
 * Makes the keys of all attributes; false if too many rows have the same: then few cuts could be told by keys. `crowd` is the
 * share of the rows that may.
 */
export function makeKeys(
  team: Team,
  records: number,
  attributes: number,
  rows: number,
  crowd: number,
): boolean {
  const { heap, size } = team;
  const mark = heap.mark();
  for (let a = 0; a < attributes; a++) {
    const keys = heap.alloc(2 * rows);
    recordOf(heap, records, a)[KEYS] = keys;
  }
  const kept = heap.mark();
  const queue = heap.alloc(64);
  const scratches = heap.alloc(4 * size);
  const room = Array.from({ length: size }, () => heap.alloc(COUNTER_BYTES));
  heap.u32(queue, 1)[0] = 0;
  heap.u32(scratches, size).set(room);
  team.run(forestKernel, "makeKeys", records, attributes, rows, queue, scratches);
  const most = Math.max(FEW, crowd * rows);
  let areKeys = true;
  for (let a = 0; a < attributes; a++) {
    const { buffer, byteOffset } = recordOf(heap, records, a);
    areKeys &&= new Float32Array(buffer, byteOffset, CROWD + 1)[CROWD] <= most;
  }
  heap.release(areKeys ? kept : mark);
  return areKeys;
}
