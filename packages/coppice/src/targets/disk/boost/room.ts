import type { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import { budgetTuning, tooLittle } from "../budget.js";
import type { Residents } from "./frames.js";

/** Bytes of the cells of a block while they are coded. */
const CELL_BYTES = 2 ** 24;
const MOST_ROWS = 65_536;
/** The share of what kernels can have that is planned with. */
const KERNEL_SHARE = 7 / 8;

/** The rows of a block: a power of two, so that their cells have room while they are coded, and several blocks in memory. */
export function rowsOfBlock(attributes: number, tableRows: number, memory: number): number {
  const most = Math.min(CELL_BYTES, memory / 32);
  let rows = MOST_ROWS;
  while (rows > 256 && (8 * rows * attributes > most || rows >= 2 * tableRows)) rows /= 2;
  return rows;
}

export interface Room {
  readonly stay: Residents;
  /** Blocks that are read and worked on together, where not all stay. */
  readonly together: number;
  /** The most tallies of a pass. */
  readonly tallies: number;
}

/** How many blocks stay in so much memory, of which `besides` is taken: first the state of rows, which every pass changes, then their codes. */
export function roomFor(
  layout: BlockLayout,
  blocks: number,
  threads: number,
  {
    memory,
    besides = 0,
    stay,
  }: { readonly memory: number; readonly besides?: number; readonly stay?: Residents },
): Room {
  const { codeBytes, stateBytes, tallyBytes } = layout;
  const most = Math.min(memory - besides, KERNEL_SHARE * budgetTuning.kernels);
  // What a pass writes besides: each thread's tally and entries, and the sums of all.
  const perTally = tallyBytes * (threads + 4);
  const cells = 8 * layout.rows * layout.attributes.length;
  const tallies = Math.max(1, Math.min(4096, Math.floor(most / 8 / perTally)));
  const work = Math.max(tallies * perTally, cells) + threads * 10 * layout.rows;
  const together = 2 * threads;
  if (stay) return { stay, together, tallies };
  const whole = blocks * (codeBytes + stateBytes);
  if (whole + work <= most) return { stay: { whole: blocks, states: blocks }, together, tallies };
  const sets = 2 * together * (codeBytes + stateBytes);
  const left = most - work - sets;
  if (left < 0)
    throw tooLittle(memory, besides + work + sets, "to boost from disk with blocks of these rows");
  const states = Math.min(blocks, Math.floor(left / stateBytes));
  const codes = states < blocks ? 0 : Math.floor((left - states * stateBytes) / codeBytes);
  return { stay: { whole: Math.min(codes, blocks - 1), states }, together, tallies };
}
