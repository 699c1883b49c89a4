import { counters } from "./arena";
import { countRows, countsOf, countTwo, subtractCounts } from "./counts";
import { codeCount, isCounted, thread, threads } from "./job";
import { Local, Wide } from "./lists";
import { attributeOf, codesFor, slotsOf } from "./searchNode";

/** The slots of a node's branches: -1 for one that is not counted. */
export let leftSlot: i32 = -1;
export let rightSlot: i32 = -1;

export function countWide(attribute: i32, rows: usize, m: i32, counts: usize): void {
  countRows<Wide>(attribute, rows, m, codesFor<Wide>(attribute), counts);
}

export function countLocal(attribute: i32, rows: usize, m: i32, counts: usize): void {
  countRows<Local>(attribute, rows, m, codesFor<Local>(attribute), counts);
}

export function countTwoWide(a: i32, b: i32, rows: usize, m: i32, countsA: usize, countsB: usize): void {
  countTwo<Wide>(a, b, rows, m, codesFor<Wide>(a), codesFor<Wide>(b), countsA, countsB);
}

export function countTwoLocal(a: i32, b: i32, rows: usize, m: i32, countsA: usize, countsB: usize): void {
  countTwo<Local>(a, b, rows, m, codesFor<Local>(a), codesFor<Local>(b), countsA, countsB);
}

/** Counts the rows of a node by the attributes at `live`, two at a time; if together, by this thread's part of them. */
@inline
export function countNode<T>(together: bool, rows: usize, m: i32, live: usize, count: i32, slot: i32): void {
  const step = together ? threads : 1;
  let waiting = -1;
  for (let i = together ? thread : 0; i < count; i += step) {
    const attribute = attributeOf(live, i);
    if (!isCounted(attribute)) continue;
    if (waiting < 0) {
      waiting = attribute;
      continue;
    }
    const first = countsOf(slotsOf<T>(), slot, waiting);
    const counts = countsOf(slotsOf<T>(), slot, attribute);
    if (sizeof<T>() == 2) countTwoLocal(waiting, attribute, rows, m, first, counts);
    else countTwoWide(waiting, attribute, rows, m, first, counts);
    waiting = -1;
  }
  if (waiting < 0) return;
  const counts = countsOf(slotsOf<T>(), slot, waiting);
  if (sizeof<T>() == 2) countLocal(waiting, rows, m, counts);
  else countWide(waiting, rows, m, counts);
}

/** Counts the branches that need it. The node's own counts are used up. */
@inline
export function countBranches<T>(
  together: bool,
  rows: usize,
  m: i32,
  leftRows: i32,
  needsLeft: bool,
  needsRight: bool,
  live: usize,
  count: i32,
  slot: i32,
): void {
  const isLeftSmaller = leftRows <= m - leftRows;
  const needsSmaller = isLeftSmaller ? needsLeft : needsRight;
  const needsLarger = isLeftSmaller ? needsRight : needsLeft;
  const smaller = isLeftSmaller ? rows : rows + <usize>leftRows * sizeof<T>();
  const smallerRows = isLeftSmaller ? leftRows : m - leftRows;
  const smallerSlot = needsLarger ? slot + 1 : slot;
  if (needsSmaller || needsLarger) countNode<T>(together, smaller, smallerRows, live, count, smallerSlot);
  if (needsLarger) subtract<T>(together, live, count, slot);
  leftSlot = !needsLeft ? -1 : isLeftSmaller ? smallerSlot : slot;
  rightSlot = !needsRight ? -1 : isLeftSmaller ? slot : smallerSlot;
}

@inline
function subtract<T>(together: bool, live: usize, count: i32, slot: i32): void {
  const step = together ? threads : 1;
  const slots = slotsOf<T>();
  for (let i = together ? thread : 0; i < count; i += step) {
    const attribute = attributeOf(live, i);
    if (!isCounted(attribute)) continue;
    subtractCounts(attribute, countsOf(slots, slot, attribute), countsOf(slots, slot + 1, attribute));
  }
}

/** Makes the local list of a counted attribute from the rows of a node, by counting. */
export function listLocal(attribute: i32, rows: usize, m: i32, list: usize): void {
  const codes = codesFor<Local>(attribute);
  const bytes = (<usize>codeCount(attribute) + 2) << 2;
  const starts = counters;
  memory.fill(starts, 0, bytes);
  for (let i: usize = 0; i < <usize>m; i++) {
    const p = starts + (<usize>load<u16>(codes + (<usize>load<u16>(rows + (i << 1)) << 1)) << 2);
    store<u32>(p, load<u32>(p, 4) + 1, 4);
  }
  for (let at = starts + 4; at < starts + bytes; at += 4) store<u32>(at, load<u32>(at) + load<u32>(at - 4));
  for (let i: usize = 0; i < <usize>m; i++) {
    const e = load<u16>(rows + (i << 1));
    const p = starts + (<usize>load<u16>(codes + (<usize>e << 1)) << 2);
    const place = load<u32>(p);
    store<u32>(p, place + 1);
    store<u16>(list + (<usize>place << 1), e);
  }
}
