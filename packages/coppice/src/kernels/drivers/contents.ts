import { contentsKernel } from "../generated/contents.js";
import type { Team } from "../team.js";

/** Codes by row, and the keys of the two sums that their hashes are added to. */
export interface HashedColumn {
  readonly codes: Int32Array;
  readonly keys: readonly [number, number];
}

export interface RowSums {
  readonly first: Uint32Array;
  readonly second: Uint32Array;
}

/** Adds the hashes of columns to the sums of rows; true. */
export function addHashes(team: Team, columns: readonly HashedColumn[], { first, second }: RowSums): true {
  const { heap } = team;
  const rows = first.length;
  // The kernel goes through four rows at a time.
  const room = 4 * rows + 16;
  const sums = [first, second].map((words) => {
    const at = heap.alloc(room);
    heap.u32(at, rows).set(words);
    return at;
  });
  const fields = [rows, columns.length, ...sums];
  for (const { codes, keys } of columns) {
    const at = heap.alloc(room);
    heap.i32(at, rows).set(codes);
    fields.push(at, ...keys);
  }
  const job = heap.alloc(8 * fields.length);
  heap.f64(job, fields.length).set(fields);
  team.run(contentsKernel, "add", job);
  first.set(heap.u32(sums[0], rows));
  second.set(heap.u32(sums[1], rows));
  return true;
}

export interface HashedOrder {
  readonly key: number;
  readonly classes?: { readonly codes: ArrayLike<number>; readonly count: number } | undefined;
}

/**
 * The rows in the order of the hashes of their sums, class by class. Undefined if some rows have the same hash and are not
 * equal in their sums.
 */
export function hashedOrder(
  team: Team,
  { first, second }: RowSums,
  { key, classes }: HashedOrder,
): Int32Array | undefined {
  const { heap } = team;
  const rows = first.length;
  const count = classes?.count ?? 0;
  const kernel = team.kernel(contentsKernel);
  const [firstAt, secondAt, labels, order] = Array.from({ length: 4 }, () => heap.alloc(4 * rows));
  const scratch = heap.alloc(kernel.orderScratch(rows, count));
  heap.u32(firstAt, rows).set(first);
  heap.u32(secondAt, rows).set(second);
  if (classes) heap.i32(labels, rows).set(classes.codes);
  const isUnsettled = kernel.order(
    ...([rows, firstAt, secondAt, key, classes ? labels : 0, count, order, scratch] as const),
  );
  return isUnsettled ? undefined : heap.i32(order, rows).slice();
}
