import { belowOf, drawAt, fourBelow, fourDraws, rowsKey } from "../common/nodeRandom";
import { rows, seeds } from "./params";
import { countsOf } from "./queue";

/** Makes a member's counts: so many rows drawn with replacement, by the draws of learn/ensemble/members.ts. */
export function drawRows(member: i32, draws: i32): void {
  const counted = countsOf(member);
  const key = rowsKey(load<u32>(seeds + (<usize>member << 2)));
  memory.fill(counted, 0, <usize>rows);
  let i = 0;
  for (; i + 4 <= draws; i += 4) {
    const four = fourBelow(fourDraws(key, i), rows);
    count(counted + <usize>i32x4.extract_lane(four, 0));
    count(counted + <usize>i32x4.extract_lane(four, 1));
    count(counted + <usize>i32x4.extract_lane(four, 2));
    count(counted + <usize>i32x4.extract_lane(four, 3));
  }
  for (; i < draws; i++) count(counted + <usize>belowOf(drawAt(key, i), rows));
}

/** A byte holds 255 draws. */
@inline
function count(at: usize): void {
  const before = <u32>load<u8>(at);
  store<u8>(at, <u8>(before + u32(before < 255)));
}
