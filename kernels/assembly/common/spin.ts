// Waiting without sleeping. Sleeping and being woken takes a hundred microseconds or more, several times what threads
// usually wait for each other; but if another program has the core of the awaited thread, spinning only delays it. So
// the bound falls when spinning was in vain, and rises again when it was not.

/** About two hundred microseconds. */
const MOST: i32 = 200000;
const LEAST: i32 = 4000;

let bound: i32 = MOST;

/** Whether the word changes from `value` soon. */
export function changesSoon(word: usize, value: i32): bool {
  for (let i = 0; i < bound; i++) {
    if (atomic.load<i32>(word) == value) continue;
    // A word that has changed already says nothing of the thread that changed it.
    if (i > 0) bound = min(bound << 1, MOST);
    return true;
  }
  bound = max(bound >> 2, LEAST);
  return false;
}
