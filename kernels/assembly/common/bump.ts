// A thread's own memory: a bump allocator. A kernel computes in advance how much its calls will take by starting at 0.

let next: usize = 0;

export function startMemory(at: usize): void {
  next = at;
}

/** Bytes aligned to a cache line, not initialised. */
export function take(bytes: usize): usize {
  const at = (next + 63) & ~63;
  next = at + bytes;
  return at;
}
