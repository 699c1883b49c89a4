import { SoloTeam, type Team } from "./team.js";

/** A module with one function that has one SIMD instruction: if it does not validate, kernels cannot run. */
const SIMD_PROBE = Uint8Array.of(
  ...[
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
    11,
  ],
);

let usable: boolean | undefined;
let off = false;
let solo: SoloTeam | undefined;
/** A heap that grew past this is not kept for the next fit. */
const KEPT_BYTES = 256 * 2 ** 20;

/** Whether kernels may run: the host supports WebAssembly with SIMD, and they are not switched off. */
export function kernelsUsable(): boolean {
  usable ??= probe();
  return usable && !off;
}

function probe(): boolean {
  const found = typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);
  // Only in a page: Node's console.debug writes to standard output, which is for results.
  if (!found && typeof navigator === "object" && typeof process === "undefined") {
    console.debug("coppice: WebAssembly SIMD is not available; everything runs in JavaScript");
  }
  return found;
}

/** Switches the kernels off, or on again: everything then runs in TypeScript, with the same results. */
export function useKernels(use: boolean): void {
  off = !use;
}

function soloTeam(): SoloTeam {
  solo ??= new SoloTeam();
  return solo;
}

/** Runs `work` with the given team, or with the calling thread alone; its allocations are released afterwards. */
export function withTeam<T>(team: Team | undefined, work: (team: Team) => T): T {
  const used = team ?? soloTeam();
  const mark = used.heap.mark();
  try {
    return work(used);
  } finally {
    used.heap.release(mark);
    if (used === solo && used.heap.bytes > KEPT_BYTES) solo = undefined;
  }
}
