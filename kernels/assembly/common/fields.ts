// The fields of a block that TypeScript has written: doubles, one after the other.

let next: usize = 0;

/** The next field that is read is the first of this block. */
export function readFrom(block: usize): void {
  next = block;
}

@inline
export function real(): f64 {
  const x = load<f64>(next);
  next += 8;
  return x;
}

@inline
export function whole(): i32 {
  return <i32>real();
}

@inline
export function address(): usize {
  return <usize>(<u32>real());
}
