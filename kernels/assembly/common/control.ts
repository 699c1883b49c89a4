// The first kilobyte of the memory: src/kernels/control.ts defines its layout.

/** Not 0 once a thread has failed or the work is cancelled. */
const STOP: usize = 128;

/** Leaves the kernel when the work is to stop. Cheap: call it at every node. */
@inline
export function leaveIfStopped(): void {
  if (atomic.load<i32>(STOP) != 0) unreachable();
}
