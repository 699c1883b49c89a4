import { take } from "./arena";
import { center, denominator, isClasses, width } from "./params";
import { mostPooled, pool, pooled, poolWidth } from "./pool";

// The answers of leaves: class shares, or a mean. Answers that are equal bit by bit are stored once, in the order in which the
// leaves come: as in model/answerRows.ts.

/** By answer: the row of the pool that holds it, or PURE | the class that has probability 1 (u32). */
let kept: usize = 0;
export let answerCount: i32 = 0;
/** By link of a leaf: 1 + its answer (u32); those of classes are 0 before there is one. */
let byLink: usize = 0;
/** Open addressing: an answer plus 1, or 0 where free. At most half full. */
let table: usize = 0;
let mask: u32 = 0;

const PURE: u32 = 0x80000000;

/** Numbers of one answer. */
@inline
function answerWidth(): i32 {
  return isClasses ? width : 1;
}

@inline
function mostAnswers(): usize {
  return mostPooled() + (isClasses ? <usize>width : 0);
}

export function takeAnswers(): void {
  kept = take(mostAnswers() << 2);
  byLink = take(mostAnswers() << 2);
  let slots: usize = 64;
  while (slots < 2 * mostPooled()) slots <<= 1;
  table = take(slots << 2);
}

/** Before the leaves of a tree. */
export function startAnswers(): void {
  answerCount = 0;
  mask = 63;
  while (mask + 1 < <u32>(2 * pooled)) mask = mask + mask + 1;
  memory.fill(table, 0, (<usize>mask + 1) << 2);
  if (isClasses) memory.fill(byLink, 0, <usize>width << 2);
}

/** The answer of a leaf with this link: the class of a pure one, or its row of the pool after the classes. */
export function answerOf(link: u32): u32 {
  if (isClasses && link < <u32>width) return answerOfClass(link);
  const answer = answerOfRow(isClasses ? link - <u32>width : link);
  store<u32>(byLink + (<usize>link << 2), answer + 1);
  return answer;
}

/** The same, once all answers are known; of links that no leaf has it is not one. */
@inline
export function answerAt(link: u32): u32 {
  return load<u32>(byLink + (<usize>link << 2)) - 1;
}

@inline
function answerOfRow(row: u32): u32 {
  toAnswer(at(row));
  let slot = hashOf(at(row)) & mask;
  for (;;) {
    const taken = load<u32>(table + (<usize>slot << 2));
    if (taken == 0) break;
    if (areEqual(load<u32>(kept + (<usize>(taken - 1) << 2)), row)) return taken - 1;
    slot = (slot + 1) & mask;
  }
  store<u32>(table + (<usize>slot << 2), answerCount + 1);
  return keep(row);
}

@inline
function keep(answer: u32): u32 {
  store<u32>(kept + (<usize>answerCount << 2), answer);
  return answerCount++;
}

function answerOfClass(k: u32): u32 {
  const slot = byLink + (<usize>k << 2);
  if (load<u32>(slot) == 0) store<u32>(slot, keep(PURE | k) + 1);
  return load<u32>(slot) - 1;
}

@inline
function at(row: u32): usize {
  return pool + ((<usize>row * <usize>poolWidth()) << 3);
}

/** Turns the sums of a leaf into its answer, in place. */
@inline
function toAnswer(sums: usize): void {
  if (!isClasses) return store<f64>(sums, (center + load<f64>(sums, 8) / load<f64>(sums)) / denominator);
  let total: f64 = 0;
  const end = sums + (<usize>width << 3);
  for (let i = sums; i < end; i += 8) total += load<f64>(i);
  for (let i = sums; i < end; i += 8) store<f64>(i, load<f64>(i) / total);
}

@inline
function hashOf(answer: usize): u32 {
  let hash: u64 = 0;
  const end = answer + (<usize>answerWidth() << 3);
  for (let i = answer; i < end; i += 8) hash = (rotl(hash, 23) ^ load<u64>(i)) * 0x9e3779b97f4a7c15;
  return <u32>(hash >> 32);
}

function areEqual(a: u32, b: u32): bool {
  const bytes = <usize>answerWidth() << 3;
  for (let i: usize = 0; i < bytes; i += 8) if (load<u64>(at(a) + i) != load<u64>(at(b) + i)) return false;
  return true;
}

/** Writes all answers, one after the other (f64); returns where they end. */
export function writeAnswers(to: usize): usize {
  const bytes = <usize>answerWidth() << 3;
  for (let i = 0; i < answerCount; i++) {
    const answer = load<u32>(kept + (<usize>i << 2));
    const place = to + <usize>i * bytes;
    if ((answer & PURE) == 0) memory.copy(place, at(answer), bytes);
    else {
      memory.fill(place, 0, bytes);
      store<f64>(place + (<usize>(answer & ~PURE) << 3), 1);
    }
  }
  return to + <usize>answerCount * bytes;
}
