import { belowOf, drawAt, rowsKey } from "../common/nodeRandom";
import { rows, seeds } from "../forest/params";
import { countsOf } from "../forest/queue";
import { draws } from "./params";

/** Makes a member's counts: rows drawn with replacement, by the draws of learn/ensemble/members.ts. */
export function drawRows(member: i32): void {
  const counted = countsOf(member);
  const key = rowsKey(load<u32>(seeds + (<usize>member << 2)));
  memory.fill(counted, 0, <usize>rows);
  for (let i = 0; i < draws; i++) {
    const at = counted + <usize>belowOf(drawAt(key, i), rows);
    const count = <u32>load<u8>(at);
    // A byte holds 255 draws.
    store<u8>(at, <u8>(count + u32(count < 255)));
  }
}
