import type { LevelSets } from "./grownTree.js";
import { MISSING_LEFT, type PackedNodes, wordsFor } from "./packed.js";

/** Writes the words of a packed tree's tests on levels, in the order of the nodes. */
export class LevelWords {
  private sets = new Uint32Array(16);
  private named = new Uint32Array(16);
  private count = 0;

  /** The sides of a test whose attribute has so many levels; returns where its words begin. */
  add({ left, right }: LevelSets, levels: number, flags: number): number {
    const start = this.count;
    this.count += wordsFor(levels);
    if (this.count > this.sets.length) this.lengthen();
    const { sets, named } = this;
    if ((flags & MISSING_LEFT) !== 0) for (let c = 0; c < levels; c++) mark(sets, start, c);
    for (const code of left) {
      mark(sets, start, code);
      mark(named, start, code);
    }
    for (const code of right) {
      sets[start + (code >> 5)] &= ~(1 << (code & 31));
      mark(named, start, code);
    }
    return start;
  }

  words(): Pick<PackedNodes, "sets"> & { readonly named: Uint32Array } {
    return { sets: this.sets.slice(0, this.count), named: this.named.slice(0, this.count) };
  }

  private lengthen(): void {
    const length = 2 * this.count;
    const [sets, named] = [new Uint32Array(length), new Uint32Array(length)];
    sets.set(this.sets);
    named.set(this.named);
    this.sets = sets;
    this.named = named;
  }
}

function mark(words: Uint32Array, start: number, code: number): void {
  words[start + (code >> 5)] |= 1 << (code & 31);
}

/** The sides of the test whose words these are, in ascending order. */
export function levelSets(sets: Uint32Array, named: Uint32Array, start: number, end: number): LevelSets {
  const left: number[] = [];
  const right: number[] = [];
  for (let word = start; word < end; word++) {
    for (let rest = named[word]; rest !== 0; rest &= rest - 1) {
      const bit = 31 - Math.clz32(rest & -rest);
      const side = ((sets[word] >>> bit) & 1) === 1 ? left : right;
      side.push(32 * (word - start) + bit);
    }
  }
  return { left, right };
}

/** Whether every level of a test is named. */
export function namesAll(named: Uint32Array, start: number, levels: number): boolean {
  for (let c = 0; c < levels; c++) if (((named[start + (c >> 5)] >>> (c & 31)) & 1) === 0) return false;
  return true;
}
