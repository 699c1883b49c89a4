import type { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import type { Team } from "../../../kernels/team.js";
import type { ScratchFile } from "../scratchFile.js";

/** A block of rows and where it is. */
export interface Block {
  readonly rows: number;
  /** The place of its first row among all, training rows first. */
  readonly first: number;
  readonly isTraining: boolean;
}

/** Training rows first: a block has rows of one kind. */
export function blocksOf(rows: number, trainRows: number, size: number): Block[] {
  const blocks: Block[] = [];
  for (const [from, end, isTraining] of [
    [0, trainRows, true],
    [trainRows, rows, false],
  ] as const)
    for (let first = from; first < end; first += size)
      blocks.push({ first, rows: Math.min(size, end - first), isTraining });
  return blocks;
}

/** A block in the kernels' memory, for as long as it is worked on. */
export interface Frame extends Block {
  readonly codes: number;
  readonly state: number;
}

/** How many blocks stay in memory: of some codes and state, of others the state alone. */
export interface Residents {
  readonly whole: number;
  readonly states: number;
}

/** What is done with some frames. */
export type OnFrames = (frames: readonly Frame[]) => void;

/** Bytes of the state of a block, from one on to before another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Which part of the state of rows is looked at, and which is changed: no more is read and written. */
export interface Touched {
  readonly reads: Span;
  readonly writes?: Span;
}

/**
 * The blocks of a table. Those that have room stay in the kernels' memory; the others are read from a scratch file, some at a
 * time, while those before are worked on.
 */
export class Frames {
  private readonly codesAt: number;
  private readonly statesAt: number;
  /** Two sets of room for blocks that come and go. */
  private readonly roomAt: number;

  constructor(
    private readonly team: Team,
    private readonly layout: BlockLayout,
    readonly blocks: readonly Block[],
    private readonly stay: Residents,
    private readonly together: number,
    private readonly file: ScratchFile | undefined,
  ) {
    const { heap } = team;
    this.statesAt = heap.alloc(layout.stateBytes * stay.states);
    this.codesAt = heap.alloc(layout.codeBytes * stay.whole);
    this.roomAt = stay.whole < blocks.length ? heap.alloc(2 * this.setBytes) : 0;
  }

  private get setBytes(): number {
    return this.together * (this.layout.codeBytes + this.layout.stateBytes);
  }

  /** Where block b is, or has room in a set. */
  private frame(b: number, set: number, place: number): Frame {
    const { codeBytes, stateBytes } = this.layout;
    const room = this.roomAt + set * this.setBytes;
    return {
      ...this.blocks[b],
      codes: b < this.stay.whole ? this.codesAt + b * codeBytes : room + place * codeBytes,
      state:
        b < this.stay.states
          ? this.statesAt + b * stateBytes
          : room + this.together * codeBytes + place * stateBytes,
    };
  }

  /** Makes all blocks, one after the other. */
  fill(make: (frame: Frame) => void): void {
    for (let b = 0; b < this.blocks.length; b++) {
      const frame = this.frame(b, 0, 0);
      make(frame);
      const { heap } = this.team;
      if (b >= this.stay.whole) this.file!.append(heap.u8(frame.codes, this.layout.codeBytes));
      if (b >= this.stay.states) this.file!.append(heap.u8(frame.state, this.layout.stateBytes));
    }
  }

  /** Where the file has a block: after those before it, each with as much as does not stay in memory. */
  private position(b: number): number {
    const { codeBytes, stateBytes } = this.layout;
    return codeBytes * (b - this.stay.whole) + stateBytes * Math.max(0, b - this.stay.states);
  }

  /** Works on all blocks, in their order; at once if all of them are in memory. */
  each(touched: Touched, work: OnFrames): void | Promise<void> {
    const { whole } = this.stay;
    if (whole > 0) work(this.blocks.slice(0, whole).map((_, b) => this.frame(b, 0, 0)));
    if (whole < this.blocks.length) return this.stream(touched, work);
  }

  private async stream({ reads, writes }: Touched, work: OnFrames): Promise<void> {
    const { whole } = this.stay;
    const groups = Math.ceil((this.blocks.length - whole) / this.together);
    const group = (i: number) => {
      const from = whole + i * this.together;
      const count = Math.min(this.together, this.blocks.length - from);
      return Array.from({ length: count }, (_, place) => this.frame(from + place, i % 2, place));
    };
    const writing: (Promise<void> | undefined)[] = [];
    let reading: Promise<void> | undefined = this.read(0, group(0), reads);
    try {
      for (let i = 0; i < groups; i++) {
        await reading;
        await writing[(i + 1) % 2];
        reading = i + 1 < groups ? this.read(i + 1, group(i + 1), reads) : undefined;
        work(group(i));
        writing[i % 2] = writes && this.write(i, group(i), writes);
      }
    } finally {
      // Nothing may write into the room any more when it is given back.
      await Promise.allSettled([reading, ...writing]);
    }
    await Promise.all(writing);
  }

  private async read(i: number, frames: readonly Frame[], { from, to }: Span): Promise<void> {
    const { heap } = this.team;
    const first = this.stay.whole + i * this.together;
    await Promise.all(
      frames.flatMap(({ codes, state }, place) => {
        const b = first + place;
        const at = this.position(b);
        const codesRead = this.file!.readLater(heap.u8(codes, this.layout.codeBytes), at);
        if (b < this.stay.states) return [codesRead];
        const bytes = heap.u8(state + from, to - from);
        return [codesRead, this.file!.readLater(bytes, at + this.layout.codeBytes + from)];
      }),
    );
  }

  private async write(i: number, frames: readonly Frame[], { from, to }: Span): Promise<void> {
    const { heap } = this.team;
    const first = this.stay.whole + i * this.together;
    await Promise.all(
      frames.map(({ state }, place) => {
        const b = first + place;
        if (b < this.stay.states) return undefined;
        const bytes = heap.u8(state + from, to - from);
        return this.file!.writeLater(bytes, this.position(b) + this.layout.codeBytes + from);
      }),
    );
  }
}
