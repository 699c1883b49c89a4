// A thread's own memory, a bump allocator. `size` computes in advance how much of it the same calls will take.

let next: usize = 0;
/** The end of the largest of the uses that memory has had. */
let end: usize = 0;

export function startArena(at: usize): void {
  next = at;
  end = at;
}

export function take(bytes: usize): usize {
  const at = (next + 63) & ~63;
  next = at + bytes;
  return at;
}

/** Where the next allocation will begin: `startArena` can release what is allocated after it. */
export function arenaTop(): usize {
  return next;
}

/** The memory from `at` on has another use, too, at another time: it is taken again. */
export function takeAgain(at: usize): void {
  end = max(end, next);
  next = at;
}

/** Continues after all uses of the memory. */
export function takeAfter(): void {
  next = max(end, next);
}
