import { take } from "../common/bump";
import { BITS, CELL_BITS, cellCount, kindOf, levelsOf, LOW_BITS, SCALED } from "./column";
import { cutBetweenKeys, drawLevels, drawnBound, drawnCut, drawThreshold, startDraws } from "./draw";
import { bitsOf, highOf, lowOf, setLane } from "./lanes";
import { keyUpTo, surelyLeft } from "./scaled";
import { setTest, TESTS } from "./weigh";

// The tests of the lanes: what is drawn from the range of their cells.

/** By lane: the attribute (i32), and flags: the first, and the last test on it; the second cell of the lane before. */
let attributeOfLane: usize = 0;
let flagsOfLane: usize = 0;
export const FIRST: i32 = 1;
export const LAST: i32 = 2;
const SECOND: i32 = 4;
/** By lane: the threshold (f64), and the levels present, and those on the right (u64). */
let cuts: usize = 0;
let presents: usize = 0;
let rights: usize = 0;

/** By lane: the test drawn; one that sends all known values right; and of scaled values, one that sends right what is not certainly on the left. */
export let drawn: usize = 0;
export let whole: usize = 0;
export let perhapsRight: usize = 0;
/** A bit for each lane in which values are missing; for each that has a second one; and for each of scaled values. */
export let gaps: i32 = 0;
export let pairs: i32 = 0;
export let unsure: i32 = 0;

export function takeLaneTests(): void {
  attributeOfLane = take(32);
  flagsOfLane = take(32);
  cuts = take(64);
  presents = take(64);
  rights = take(64);
  drawn = take(TESTS);
  whole = take(TESTS);
  perhapsRight = take(TESTS);
}

@inline
export function laneAttribute(lane: i32): i32 {
  return load<i32>(attributeOfLane + (<usize>lane << 2));
}

@inline
export function laneFlags(lane: i32): i32 {
  return load<i32>(flagsOfLane + (<usize>lane << 2));
}

/** The threshold drawn; of scaled values, the share. */
@inline
export function laneCut(lane: i32): f64 {
  return load<f64>(cuts + (<usize>lane << 3));
}

@inline
export function lanePresent(lane: i32): i64 {
  return load<i64>(presents + (<usize>lane << 3));
}

/** The levels on the right. */
@inline
export function laneRights(lane: i32): u64 {
  return load<u64>(rights + (<usize>lane << 3));
}

/** Gives the next lanes to a test on `a`; returns how many. */
@inline
export function addToLanes(lane: i32, a: i32, flags: i32): i32 {
  setUp(lane, a, 0, flags);
  if (cellCount(a) == 1) return 1;
  setUp(lane + 1, a, 1, SECOND);
  return 2;
}

@inline
function setUp(lane: i32, a: i32, part: i32, flags: i32): void {
  store<i32>(attributeOfLane + (<usize>lane << 2), a);
  store<i32>(flagsOfLane + (<usize>lane << 2), flags);
  setLane(lane, a, part);
}

/** Draws the test of every lane; returns a bit for each that varies. */
@inline
export function drawTests(lanes: i32, corner: u32): i32 {
  let varying = 0;
  gaps = 0;
  pairs = 0;
  unsure = 0;
  for (let lane = 0; lane < lanes; lane++) {
    const a = laneAttribute(lane);
    const flags = laneFlags(lane);
    if (flags == SECOND) continue;
    if ((flags & FIRST) != 0) startDraws(corner, a);
    const varies = kindOf(a) == BITS ? drawSet(lane, a) : drawCut(lane, a);
    varying |= i32(varies) << lane;
  }
  return varying;
}

@inline
function drawSet(lane: i32, a: i32): bool {
  const isPair = cellCount(a) > 1;
  const missing = <u64>1 << levelsOf(a);
  const found = <u64>(<u32>bitsOf(lane)) | (isPair ? <u64>(<u32>bitsOf(lane + 1)) << CELL_BITS : 0);
  const present = found & ~missing;
  const varies = (present & (present - 1)) != 0;
  const right: u64 = varies ? drawLevels(present) : 0;
  setTest(drawn, lane, <i32>(right & LOW_BITS), 0);
  setTest(perhapsRight, lane, <i32>(right & LOW_BITS), 0);
  setTest(whole, lane, <i32>(~missing & LOW_BITS), 0);
  if (isPair) {
    setTest(drawn, lane + 1, <i32>(right >> CELL_BITS), 0);
    setTest(perhapsRight, lane + 1, <i32>(right >> CELL_BITS), 0);
    setTest(whole, lane + 1, <i32>((~missing >> CELL_BITS) & LOW_BITS), 0);
    pairs |= 1 << lane;
  }
  gaps |= i32(varies && present != found) << lane;
  store<u64>(presents + (<usize>lane << 3), present);
  store<u64>(rights + (<usize>lane << 3), right);
  return varies;
}

@inline
function drawCut(lane: i32, a: i32): bool {
  const low = lowOf(lane);
  const high = highOf(lane);
  const varies = low < high && low >= 0;
  if (varies) drawThreshold(a, low, high);
  setTest(drawn, lane, varies ? -1 : 0, varies ? drawnBound : 0);
  const isUnsure = varies && kindOf(a) == SCALED;
  setTest(perhapsRight, lane, isUnsure ? -1 : 0, isUnsure ? surelyLeft : 0);
  unsure |= i32(isUnsure) << lane;
  setTest(whole, lane, -1, -1);
  if (varies && bitsOf(lane) < 0) gaps |= 1 << lane;
  store<f64>(cuts + (<usize>lane << 3), drawnCut);
  return varies;
}

/** Finds the exact thresholds of scaled values. */
export function settleCuts(lanes: i32): void {
  for (let lane = 0; lane < lanes; lane++) {
    if (((unsure >> lane) & 1) == 0) continue;
    const a = laneAttribute(lane);
    const cut = cutBetweenKeys(a, lowOf(lane), highOf(lane), laneCut(lane));
    setTest(drawn, lane, -1, keyUpTo(a, cut));
  }
}
