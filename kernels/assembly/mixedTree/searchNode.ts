import { finds, localCodes, localSlots, localStride, wideSlots } from "./arena";
import { countsOf } from "./counts";
import { scanCuts } from "./cuts";
import { codesOf, isCounted, isNominal, sharedFinds, thread, threads } from "./job";
import { codeIn, knownIn, Local, sumKnown, Wide } from "./lists";
import { sumsOf } from "./node";
import { closeCut, noFind, noteDead, useFinds } from "./finds";
import { openAttribute, openNode, openWhole } from "./search";
import { searchCounts } from "./searchCounts";
import { searchLevels } from "./searchLevels";

/** The codes of an attribute, by entry of a list. */
@inline
export function codesFor<T>(attribute: i32): usize {
  return sizeof<T>() == 2 ? localCodes + ((<usize>attribute * localStride()) << 1) : codesOf(attribute);
}

/** The counts of pending nodes. */
@inline
export function slotsOf<T>(): usize {
  return sizeof<T>() == 2 ? localSlots : wideSlots;
}

@inline
export function attributeOf(live: usize, i: i32): i32 {
  return <i32>load<u16>(live + (<usize>i << 1));
}

/** Searches `count` attributes of a node; if together, this thread's part of them. Counts are in `slot`, if it is not -1. */
@inline
export function searchNode<T>(
  together: bool,
  lists: usize,
  stride: usize,
  m: i32,
  node: i32,
  live: usize,
  count: i32,
  slot: i32,
): void {
  const step = together ? threads : 1;
  openNode(sumsOf(node));
  useFinds(together ? sharedFinds : finds);
  for (let i = together ? thread : 0; i < count; i += step) {
    const attribute = attributeOf(live, i);
    const list = lists + <usize>attribute * stride;
    const isLast =
      slot >= 0 && isCounted(attribute)
        ? searchCounts(attribute, countsOf(slotsOf<T>(), slot, attribute))
        : sizeof<T>() == 2
          ? searchLocal(attribute, list, m)
          : searchWide(attribute, list, m);
    if (!isLast) continue;
    for (i += step; i < count; i += step) noFind(attributeOf(live, i));
  }
}

/** Sums up the known rows of an attribute and opens it; returns their number. */
@inline
export function openKnown<T>(attribute: i32, list: usize, m: i32, codes: usize): i32 {
  const rows = knownIn<T>(attribute, list, m, codes);
  if (rows == m) openWhole();
  else {
    sumKnown<T>(list, rows, m);
    openAttribute();
  }
  return rows;
}

/** Finds the best test on an attribute; returns whether no attribute after it could be better. */
@inline
function searchAttribute<T>(attribute: i32, list: usize, m: i32): bool {
  const codes = codesFor<T>(attribute);
  const rows = knownIn<T>(attribute, list, m, codes);
  if (rows < 2 || codeIn<T>(list, 0, codes) == codeIn<T>(list, rows - 1, codes)) {
    noteDead(attribute);
    return false;
  }
  openKnown<T>(attribute, list, m, codes);
  if (isNominal(attribute)) return searchLevels<T>(attribute, list, rows, codes);
  scanCuts<T>(list, rows, codes);
  return closeCut(attribute);
}

export function searchWide(attribute: i32, list: usize, m: i32): bool {
  return searchAttribute<Wide>(attribute, list, m);
}

export function searchLocal(attribute: i32, list: usize, m: i32): bool {
  return searchAttribute<Local>(attribute, list, m);
}
