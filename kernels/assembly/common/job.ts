// The block of doubles with which the host describes the job: numbers, and addresses.

@inline
export function field(job: usize, index: usize): f64 {
  return load<f64>(job + (index << 3));
}

@inline
export function pointer(job: usize, index: usize): usize {
  return <usize>field(job, index);
}
