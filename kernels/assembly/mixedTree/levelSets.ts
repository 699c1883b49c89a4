import { maxExhaustive } from "./job";
import { cellsOf, levels } from "./levels";
import { closeFind } from "./finds";
import { equal, exactGain, isAllowed, left, mayGainLeft, NONE, present, raiseLeast } from "./search";

// All divisions of few levels in two. Level 0 is on the left; bit i of a mask says that level i + 1 is too. Neighbours in
// the order of a Gray code differ in one level, so a division costs one pass over the classes.

/** The masks that gained enough when they were met (u32), and their gains (f64) and weights (f64). */
let masks: usize = 0;
let gains: usize = 0;
let weights: usize = 0;

function most(): usize {
  return <usize>1 << <usize>(maxExhaustive - 1);
}

export function setScratch(): usize {
  return most() * 20 + 64;
}

export function useSetScratch(at: usize): void {
  gains = at;
  weights = at + (most() << 3);
  masks = weights + (most() << 3);
}

/** Searches all sets and records the best; returns whether nothing after it could be better. */
export function searchSets(attribute: i32, way: i32): bool {
  const count = listSets();
  let top = NONE;
  for (let i: usize = 0; i < count; i++) top = max(top, load<f64>(gains + (i << 3)));
  if (top == NONE) return closeFind(attribute, NONE, 0, 0, way, 0);
  let best: usize = count;
  for (let i: usize = 0; i < count; i++) {
    if (!(load<f64>(gains + (i << 3)) >= top - equal)) continue;
    if (best == count || comesBefore(maskAt(i), maskAt(best))) best = i;
  }
  return closeFind(attribute, load<f64>(gains + (best << 3)), load<f64>(weights + (best << 3)), 0, way, maskAt(best));
}

@inline
function maskAt(i: usize): u32 {
  return load<u32>(masks + (i << 2));
}

/** Fewer levels first, then the lower ones. */
function comesBefore(a: u32, b: u32): bool {
  const more = i32.popcnt(a) - i32.popcnt(b);
  if (more != 0) return more < 0;
  const lowest = (a ^ b) & (0 - (a ^ b));
  return (a & lowest) != 0;
}

/** Lists the sets that gained enough when they were met; returns their number. */
function listSets(): usize {
  const width = <usize>present << 3;
  const all: u32 = (1 << (levels - 1)) - 1;
  let listed: usize = 0;
  let top = NONE;
  memory.copy(left, cellsOf(0), width);
  for (let step: u32 = 0; step <= all; step++) {
    const mask = step ^ (step >> 1);
    if (step > 0) {
      const level = <i32>i32.ctz(step);
      move(cellsOf(level + 1), width, ((mask >> level) & 1) != 0);
    }
    if (mask == all || !mayGainLeft()) continue;
    let weight: f64 = 0;
    for (let k: usize = 0; k < width; k += 8) weight += load<f64>(left + k);
    if (!isAllowed(weight)) continue;
    const gain = exactGain(left);
    if (gain < top - equal) continue;
    if (gain > top) {
      top = gain;
      raiseLeast(gain - equal);
    }
    store<u32>(masks + (listed << 2), mask);
    store<f64>(gains + (listed << 3), gain);
    store<f64>(weights + (listed << 3), weight);
    listed++;
  }
  return listed;
}

/** Sums on the grid are exact, so those on the left do not depend on the order of the steps. */
@inline
function move(cell: usize, width: usize, toLeft: bool): void {
  for (let k: usize = 0; k < width; k += 8) {
    const w = load<f64>(cell + k);
    store<f64>(left + k, load<f64>(left + k) + (toLeft ? w : -w));
  }
}

/** Writes the side of each level. */
export function markSet(mask: i32, sides: usize): void {
  store<u8>(sides, 0);
  for (let level = 1; level < levels; level++) {
    store<u8>(sides + <usize>level, u8(((mask >> (level - 1)) & 1) == 0));
  }
}
