// What is asked about the rows that a member does not count: where they come to in its tree, or what its pruned trees would
// lose on them. The block is written by the caller; see src/kernels/drivers/leftOut.ts. Doubles: the address of u32 per
// attribute, which are addresses of its values (f64 by code; 0: it has none); 1 if thresholds are placed by the weights of both
// sides, otherwise in the middle; the address of the first thread's scratch; the address of the judgement (0: none is asked
// for; see losses); 1 if the question is about all rows.

import { field, pointer } from "../common/job";

let values: usize = 0;
export let placedByWeight: bool = false;
export let judgement: usize = 0;
export let ofAllRows: bool = false;

/** By left-out row, in their order: the row, and the node that it comes to (u32 each). */
export let outRows: usize = 0;
export let landed: usize = 0;
/** u32 per left-out row, while they go down. */
export let order: usize = 0;
/** Pending nodes, and three words for each. */
export let pending: usize = 0;
/** u32 by code; see landing. */
export let marks: usize = 0;
/** Columns by node; see links and losses. */
export let perNode: usize = 0;

/** `rows` are those of the table, `codes` is the greatest number of codes of an attribute. */
export function readLeftOut(block: usize, shift: usize, rows: usize, codes: usize): void {
  values = pointer(block, 0);
  placedByWeight = field(block, 1) != 0;
  judgement = pointer(block, 3);
  ofAllRows = field(block, 4) != 0;
  outRows = pointer(block, 2) + shift;
  landed = outRows + (rows << 2);
  order = landed + (rows << 2);
  pending = order + (rows << 2);
  marks = pending + 12 * rows;
  perNode = (marks + (codes << 2) + 7) & ~(<usize>7);
}

/** The values of an attribute, by code; 0 if its codes are all that there is. */
@inline
export function valuesOf(attribute: i32): usize {
  return <usize>load<u32>(values + (<usize>attribute << 2));
}
