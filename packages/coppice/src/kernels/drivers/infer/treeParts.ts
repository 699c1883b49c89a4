import { type Columns, LEVELS } from "./columns.js";

/** Nodes of a part that has several trees: few enough for all threads to get some, and for their thresholds to fit a group. */
const PART_NODES = 32_768;
/** Ranks plus 1 and codes have 16 bits. */
export const MOST_THRESHOLDS = 65_535;

/** Some consecutive trees: what a thread lays out at a time. */
export interface TreePart {
  readonly firstTree: number;
  readonly endTree: number;
}

export function partsOf(starts: Int32Array): TreePart[] {
  const parts: TreePart[] = [];
  const count = starts.length - 1;
  for (let firstTree = 0; firstTree < count; ) {
    let endTree = firstTree + 1;
    while (endTree < count && starts[endTree + 1] - starts[firstTree] <= PART_NODES) endTree++;
    parts.push({ firstTree, endTree });
    firstTree = endTree;
  }
  return parts;
}

/** How many tests of each kind the parts have, as the kernel counts them: by part, attribute × 3 + kind; then words of sets. */
export class TestCounts {
  constructor(
    private readonly counts: Uint32Array,
    readonly parts: number,
    private readonly slots: number,
  ) {}

  /** By attribute × 3 + kind: whether there is such a test. */
  used(): Uint8Array {
    const used = new Uint8Array(this.slots);
    for (let part = 0; part < this.parts; part++) {
      const at = part * (this.slots + 1);
      for (let slot = 0; slot < this.slots; slot++) if (this.counts[at + slot] > 0) used[slot] = 1;
    }
    return used;
  }

  setWords(part: number): number {
    return this.counts[(part + 1) * (this.slots + 1) - 1];
  }

  /** By column, the number of thresholds of a part. */
  thresholds(part: number, { list, of }: Columns): Uint32Array {
    const sums = new Uint32Array(list.length);
    const at = part * (this.slots + 1);
    for (let slot = 0; slot < this.slots; slot++) {
      if (slot % 3 !== LEVELS && this.counts[at + slot] > 0) sums[of[slot]] += this.counts[at + slot];
    }
    return sums;
  }
}

/** Consecutive parts whose cells are ranked together. */
export interface TreeGroup {
  readonly firstPart: number;
  readonly endPart: number;
  /** By column. */
  readonly thresholds: Uint32Array;
}

/** As few groups as possible; undefined if 16 bits cannot rank the thresholds of a single tree. */
export function groupsOf(counts: TestCounts, columns: Columns): TreeGroup[] | undefined {
  const groups: TreeGroup[] = [];
  for (let firstPart = 0; firstPart < counts.parts; ) {
    const thresholds = counts.thresholds(firstPart, columns);
    if (!fits(thresholds)) return undefined;
    let endPart = firstPart + 1;
    for (; endPart < counts.parts; endPart++) {
      const more = counts.thresholds(endPart, columns);
      if (!more.every((count, c) => count + thresholds[c] <= MOST_THRESHOLDS)) break;
      for (let c = 0; c < more.length; c++) thresholds[c] += more[c];
    }
    groups.push({ firstPart, endPart, thresholds });
    firstPart = endPart;
  }
  return groups;
}

function fits(thresholds: Uint32Array): boolean {
  return thresholds.every((count) => count <= MOST_THRESHOLDS);
}
