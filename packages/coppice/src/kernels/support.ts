import { SoloTeam, type Team } from "./team.js";

/** A module with one function that holds one SIMD instruction: where it does not validate, kernels cannot run. */
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

/** Whether kernels may run here: the host knows WebAssembly with SIMD, and nobody switched them off. */
export function kernelsUsable(): boolean {
  usable ??= probe();
  return usable && !off;
}

function probe(): boolean {
  const found = typeof WebAssembly === "object" && WebAssembly.validate(SIMD_PROBE);
  // Only in a page: the debug messages of Node's console go to standard output, which belongs to answers.
  if (!found && typeof navigator === "object" && typeof process === "undefined") {
    console.debug("coppice: no WebAssembly with SIMD here, so all work is done in JavaScript");
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

/** Works with a team in a memory of its own for the while: the given one, or the calling thread alone. */
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
