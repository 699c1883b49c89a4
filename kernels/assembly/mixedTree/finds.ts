import { averaged, minGain, scaled, zeroGain } from "./job";
import {
  cutGain,
  cutPlace,
  cutWeight,
  isIdle,
  isPerfect,
  isPureEnough,
  isTooDear,
  NONE,
  noteGain,
  scoreOf,
  shareOf,
  slack,
} from "./search";

// The best test on each attribute of a node, and the choice between them: the first attribute whose gain equals the greatest.

/** In place of a gain: the attribute has one value here, and so in every branch. */
const DEAD: f64 = -2e300;

/** Per attribute: gain, weight on the left (f64), then what names the test (see searchLevels), and its score (f64). */
export const FIND: usize = 64;
let finds: usize = 0;

export function useFinds(at: usize): void {
  finds = at;
}

@inline
function findAt(attribute: i32): usize {
  return finds + <usize>attribute * FIND;
}

export function noFind(attribute: i32): void {
  store<f64>(findAt(attribute), NONE);
}

export function noteDead(attribute: i32): void {
  store<f64>(findAt(attribute), DEAD);
}

@inline
export function isDead(attribute: i32): bool {
  return load<f64>(findAt(attribute)) == DEAD;
}

/** Records the best cut of an ordered attribute; returns whether nothing after it could be better. */
export function closeCut(attribute: i32): bool {
  return closeFind(attribute, cutGain(), cutWeight(), cutPlace(), 0, 0);
}

/** Records a test; `gain` is NONE if there is none. The last three say which it is. */
export function closeFind(attribute: i32, gain: f64, leftWeight: f64, place: i32, way: i32, mask: i32): bool {
  if (gain == NONE || isIdle(gain)) {
    noFind(attribute);
    return false;
  }
  const p = findAt(attribute);
  store<f64>(p, gain);
  store<f64>(p, leftWeight, 8);
  store<i32>(p, place, 16);
  store<i32>(p, way, 20);
  store<i32>(p, mask, 24);
  store<f64>(p, scoreOf(attribute, gain, leftWeight), 32);
  noteGain(gain);
  return isPerfect(gain);
}

/** The attribute to test, of those at `live`; -1 if the node stays a leaf. */
export function choose(live: usize, count: i32): i32 {
  if (isPureEnough()) return -1;
  if (averaged) setFloor(live, count);
  let greatest = NONE;
  let end = 0;
  while (end < count) {
    const attribute = <i32>load<u16>(live + (<usize>end << 1));
    const gain = gainAt(attribute);
    end++;
    if (isEligible(attribute)) greatest = max(greatest, scoreAt(attribute));
    if (gain > NONE && isPerfect(gain)) break;
  }
  if (greatest == NONE) return -1;
  const enough = greatest - slack;
  for (let i: usize = 0; i < <usize>count; i++) {
    const attribute = <i32>load<u16>(live + (i << 1));
    if (!isEligible(attribute) || scoreAt(attribute) < enough) continue;
    const share = shareOf(gainAt(attribute));
    return gainsTooLittle(share) || isTooDear(share) ? -1 : attribute;
  }
  return -1;
}

/** The average gain of the tests that count, and a little less: `averageGain` in src/learn/choose.ts. */
let floor: f64 = 0;

function setFloor(live: usize, count: i32): void {
  let sum: f64 = 0;
  let found: f64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const attribute = <i32>load<u16>(live + (i << 1));
    if (gainAt(attribute) <= NONE || load<u8>(averaged + <usize>attribute) == 0) continue;
    sum += shareOf(gainAt(attribute));
    found++;
  }
  floor = (found > 0 ? sum / found : 0) - 1e-3;
}

/** Whether there is a test, which gains enough and by its ratio tells something apart. */
@inline
function isEligible(attribute: i32): bool {
  const gain = gainAt(attribute);
  if (gain <= NONE || (averaged && shareOf(gain) < floor)) return false;
  return !(scaled && scoreAt(attribute) <= slack);
}

@inline
function scoreAt(attribute: i32): f64 {
  return load<f64>(findAt(attribute), 32);
}

@inline
function gainsTooLittle(share: f64): bool {
  return minGain > 0 ? share <= minGain : !zeroGain && share <= slack;
}

@inline
export function gainAt(attribute: i32): f64 {
  return load<f64>(findAt(attribute));
}

@inline
export function leftAt(attribute: i32): f64 {
  return load<f64>(findAt(attribute), 8);
}

@inline
export function placeAt(attribute: i32): i32 {
  return load<i32>(findAt(attribute), 16);
}

@inline
export function wayAt(attribute: i32): i32 {
  return load<i32>(findAt(attribute), 20);
}

@inline
export function maskAt(attribute: i32): i32 {
  return load<i32>(findAt(attribute), 24);
}
