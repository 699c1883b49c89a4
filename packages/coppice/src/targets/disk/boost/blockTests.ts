import type { BinDivision } from "../../../engine/boost/port.js";
import { binGoesLeft } from "../../../kernels/drivers/boost/boostedTree.js";
import type { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import type { Heap } from "../../../kernels/heap.js";

/** Divisions in terms of slots: the left branch keeps the slot of the node. */
export interface SlotDivision {
  readonly slot: number;
  readonly right: number;
  readonly division: BinDivision;
}

/** The slots that rows are in while a tree is grown: numbers of nodes may be many, slots are as many as nodes with rows. */
export class Slots {
  private of = new Map<number, number>([[0, 0]]);
  count = 1;

  slot(node: number): number {
    return this.of.get(node)!;
  }

  divide(divisions: readonly BinDivision[]): SlotDivision[] {
    return divisions.map((division) => {
      const slot = this.slot(division.node);
      const right = this.count++;
      this.of.delete(division.node);
      this.of.set(division.left, slot).set(division.right, right);
      return { slot, right, division };
    });
  }

  /** The nodes that rows are in, with their slots. */
  entries(): IterableIterator<[node: number, slot: number]> {
    return this.of.entries();
  }
}

/** Bytes of a slot's test in kernels/assembly/boostBlocks/divide.ts. */
const TEST = 16;
/** The codes of a byte: slots without a test look at any, and stay. */
const CODES = 256;

/** Writes a table of tests, one for each of so many slots, to newly allocated memory. */
export function writeTests(
  heap: Heap,
  { attributes, places }: BlockLayout,
  divisions: readonly SlotDivision[],
  slots: number,
): number {
  const at = heap.alloc(TEST * slots);
  const sideBytes = divisions.map(({ division }) => attributes[division.attribute].missing + 1);
  const stay = heap.alloc(CODES + sideBytes.reduce((sum, bytes) => sum + bytes, 0));
  heap.u8(stay, CODES).fill(1);
  const words = heap.u32(at, (TEST / 4) * slots);
  for (let slot = 0; slot < slots; slot++) words.set([stay, 0, 1, slot], (TEST / 4) * slot);
  let next = stay + CODES;
  divisions.forEach(({ slot, right, division }, i) => {
    const { attribute, bin, flags, sides } = division;
    const { missing } = attributes[attribute];
    const { inRow, bytes } = places[attribute];
    const table = heap.u8(next, sideBytes[i]);
    for (let code = 0; code <= missing; code++)
      table[code] = binGoesLeft(bin, flags, sides, code, missing) ? 1 : 0;
    words.set([next, inRow, bytes, right], (TEST / 4) * slot);
    next += sideBytes[i];
  });
  return at;
}
