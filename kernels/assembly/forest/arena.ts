// A thread's own memory, handed out upwards. `size` says beforehand how much of it the same calls will take.

let next: usize = 0;

export function startArena(at: usize): void {
  next = at;
}

export function take(bytes: usize): usize {
  const at = (next + 63) & ~63;
  next = at + bytes;
  return at;
}

/** Where the next piece will begin: what is taken after it can be given back by `startArena`. */
export function arenaTop(): usize {
  return next;
}
