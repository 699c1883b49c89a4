import { edgesBelow } from "../../base/edgesBelow.js";
import { blocksKernel } from "../generated/blocks.js";
import { kernelsUsable, withTeam } from "../support.js";
import type { Team } from "../team.js";

/** Words that describe a column: see kernels/assembly/blocks/code.ts. */
const COLUMN = 6;
const EXACT = 5;

/** Fewer numbers are coded in TypeScript. */
export const codeTuning = { least: 1 << 12 };

export interface NumbersToCode {
  readonly numbers: Float32Array | Float64Array;
  /** Ascending, at most 255; none of the numbers is above the last. */
  readonly edges: Float64Array;
  /** One byte per number: how many edges are below it; a missing one has as many as there are. */
  readonly codes: Uint8Array;
}

/** Codes columns of the same length; says of each whether all its numbers are edges. */
export function codeNumbers(columns: readonly NumbersToCode[], team?: Team): boolean[] {
  const n = columns[0]?.codes.length ?? 0;
  if (n * columns.length < codeTuning.least || !kernelsUsable()) return columns.map(codedHere);
  return withTeam(team, (used) => {
    const { heap } = used;
    const queue = heap.alloc(64);
    const table = heap.alloc(4 * COLUMN * columns.length);
    const places = columns.map(({ numbers, edges }) => ({
      numbers: heap.alloc(numbers.byteLength),
      edges: heap.alloc(8 * edges.length),
      codes: heap.alloc(n),
    }));
    heap.i32(queue, 1)[0] = 0;
    columns.forEach(({ numbers, edges }, c) => {
      const at = places[c];
      if (numbers instanceof Float32Array) heap.f32(at.numbers, n).set(numbers);
      else heap.f64(at.numbers, n).set(numbers);
      heap.f64(at.edges, edges.length).set(edges);
      const words = [at.numbers, numbers.BYTES_PER_ELEMENT, at.edges, edges.length, at.codes, 0];
      heap.u32(table, COLUMN * columns.length).set(words, COLUMN * c);
    });
    used.run(blocksKernel, "codeNumbers", queue, table, columns.length, n);
    return columns.map(({ codes }, c) => {
      codes.set(heap.u8(places[c].codes, n));
      return heap.u32(table, COLUMN * columns.length)[COLUMN * c + EXACT] === 1;
    });
  });
}

/** The same in TypeScript. */
export function codedHere({ numbers, edges, codes }: NumbersToCode): boolean {
  let isExact = true;
  for (let i = 0; i < codes.length; i++) {
    const code = Number.isNaN(numbers[i]) ? edges.length : edgesBelow(edges, numbers[i]);
    codes[i] = code;
    if (code < edges.length && edges[code] !== numbers[i]) isExact = false;
  }
  return isExact;
}
