// A thread's own memory, a bump allocator. `size` computes in advance how much of it the same calls will take.

let next: usize = 0;

export function startArena(at: usize): void {
  next = at;
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
