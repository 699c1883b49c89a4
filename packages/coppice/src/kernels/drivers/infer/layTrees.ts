import type { PackedTrees } from "../../../model/packed.js";
import { inferKernel } from "../../generated/infer.js";
import type { Heap } from "../../heap.js";
import type { Team } from "../../team.js";
import { type Columns, columnsOf, LEVELS, needsBothDirections } from "./columns.js";
import { putNumbers, putWords } from "./plan.js";
import {
  groupsOf,
  MOST_THRESHOLDS,
  partsOf,
  TestCounts,
  type TreeGroup,
  type TreePart,
} from "./treeParts.js";

/** The formats of nodes: kernels/assembly/infer/node.ts. */
export type NodeFormat = "narrow" | "wide" | "cells";

/** Trees in a team's memory as the kernel traverses them. */
export interface LaidTrees {
  readonly format: NodeFormat;
  readonly testsLevels: boolean;
  readonly columns: Columns;
  /** By attribute, the number of levels. */
  readonly levels: Int32Array;
  /** By attribute × 3 + kind: whether there is such a test. */
  readonly used: Uint8Array;
  /** The gaps that it is laid out for. */
  readonly gaps: Uint8Array;
  readonly bothDirections: boolean;
  /** Where the roots are listed; then the sets, the groups of trees, and each group's records of columns. */
  readonly roots: number;
  readonly sets: number;
  readonly groups: number;
  readonly groupCount: number;
  readonly records: number;
}

export interface LayOptions {
  /** By attribute, whether numbers are missing in the rows to come (`gapsIn`); asked once it is known what is tested. */
  readonly gaps: (used: Uint8Array) => Uint8Array;
  /** Nodes compare cells, not codes, and columns of cells are so many rows apart. Absent: codes, if 16 bits are enough. */
  readonly cellRows?: number;
}

/** Words of a record: kernels/assembly/infer/column.ts. */
export const RECORD_WORDS = 16;
const LAY_WORDS = 23;
/** The offset of a code within its row has 16 bits; so has a leaf's row of answers in a narrow node. */
const MOST_COLUMNS = 32_767;
const MOST_NARROW_ANSWERS = 65_536;
/** Counters and keys of the sort: kernels/assembly/common/radix.ts. */
const SORT_BYTES = 6 * 8192 + 128;
const SORT_BYTES_EACH = 24;

/**
 * Lays out trees, on all threads of the team; what is laid out stays allocated. Undefined if 16 bits are not enough: nodes
 * must then compare cells.
 */
export function layTrees(
  team: Team,
  trees: PackedTrees,
  levels: Int32Array,
  options: LayOptions,
): LaidTrees | undefined {
  const { heap } = team;
  const parts = partsOf(trees.starts);
  const format = formatOf(trees, options);
  const room = reserve(heap, trees, format, levels.length, parts.length);
  const mark = heap.mark();
  const job = new LayJob(team, trees, levels, parts, room);
  const counts = job.count();
  const used = counts.used();
  const gaps = options.gaps(used);
  const bothDirections = needsBothDirections(used, gaps);
  const columns = columnsOf(used, bothDirections);
  const groups =
    format === "cells"
      ? [{ firstPart: 0, endPart: parts.length, thresholds: new Uint32Array(columns.list.length) }]
      : fits16Bits(columns, levels)
        ? groupsOf(counts, columns)
        : undefined;
  if (groups !== undefined) {
    job.place(counts, columns, groups, format, options.cellRows ?? 0);
    putGroups(heap, room.groups, groups, parts);
  }
  heap.release(mark);
  return (
    groups && {
      ...{ format, testsLevels: trees.sets.length > 0, columns, levels, used, gaps, bothDirections },
      ...{ roots: room.roots, sets: room.sets, groups: room.groups, groupCount: groups.length },
      records: room.records,
    }
  );
}

function formatOf({ sets, values, width }: PackedTrees, { cellRows }: LayOptions): NodeFormat {
  if (cellRows !== undefined) return "cells";
  return sets.length === 0 && values.length / width <= MOST_NARROW_ANSWERS ? "narrow" : "wide";
}

function fits16Bits({ list }: Columns, levels: Int32Array): boolean {
  return (
    list.length <= MOST_COLUMNS &&
    list.every(({ attribute, kind }) => kind !== LEVELS || levels[attribute] <= MOST_THRESHOLDS)
  );
}

/** Addresses of what stays allocated. */
interface Room {
  readonly nodes: number;
  readonly roots: number;
  readonly sets: number;
  readonly groups: number;
  readonly records: number;
  /** Tables of thresholds and guides to them. */
  readonly tables: number;
}

/** Upper bounds, since it is allocated before all that is released again: memory that is never written costs nothing. */
function reserve(
  heap: Heap,
  { attribute, starts, sets }: PackedTrees,
  format: NodeFormat,
  attributes: number,
  parts: number,
): Room {
  const bytes = format === "narrow" ? 8 : 16;
  const nodes = heap.alloc(bytes * attribute.length);
  const roots = putWords(
    heap,
    Uint32Array.from(starts, (start) => nodes + bytes * start),
  );
  const splits = (attribute.length - starts.length + 1) / 2;
  const setsAt = heap.alloc(sets.length === 0 ? 4 : 4 * (sets.length + splits));
  // Two consecutive groups have more thresholds of some column than one may have.
  const groups = Math.min(parts, 2 * Math.ceil(splits / MOST_THRESHOLDS) + 1);
  const records = format === "cells" ? 0 : groups * Math.min(3 * attributes, splits);
  return {
    nodes,
    roots,
    sets: setsAt,
    groups: heap.alloc(8 * groups),
    records: heap.alloc(4 * RECORD_WORDS * records),
    tables: heap.alloc(format === "cells" ? 0 : 32 * splits + 272 * Math.min(records, splits)),
  };
}

/** First tree and end of each group. */
function putGroups(heap: Heap, at: number, groups: readonly TreeGroup[], parts: readonly TreePart[]): void {
  const words = heap.u32(at, 2 * groups.length);
  groups.forEach(({ firstPart, endPart }, g) => {
    words.set([parts[firstPart].firstTree, parts[endPart - 1].endTree], 2 * g);
  });
}

/** The steps of laying out: kernels/assembly/infer/lay.ts. */
class LayJob {
  private readonly plan: number;
  private readonly counts: number;
  private readonly slots: number;

  constructor(
    private readonly team: Team,
    trees: PackedTrees,
    private readonly levels: Int32Array,
    private readonly parts: readonly TreePart[],
    private readonly room: Room,
  ) {
    const { heap } = team;
    const { attribute, flags, skip, starts, sets, threshold } = trees;
    this.slots = 3 * levels.length;
    this.counts = heap.alloc(4 * parts.length * (this.slots + 1));
    const bounds = Uint32Array.from(
      { length: parts.length + 1 },
      (_, part) => starts[parts[part]?.firstTree ?? starts.length - 1],
    );
    const flagsAt = heap.alloc(flags.length);
    heap.u8(flagsAt, flags.length).set(flags);
    const words = [
      ...[0, parts.length, putWords(heap, bounds), putWords(heap, attribute), putNumbers(heap, threshold)],
      ...[putWords(heap, skip), flagsAt, putWords(heap, sets), putWords(heap, levels), this.slots],
      this.counts,
    ];
    this.plan = heap.alloc(4 * LAY_WORDS);
    heap.u32(this.plan, LAY_WORDS).set(words);
  }

  private run(entry: string): void {
    this.team.heap.u32(this.plan, 1)[0] = 0;
    this.team.run(inferKernel, entry, this.plan);
  }

  count(): TestCounts {
    this.run("count");
    const length = this.parts.length * (this.slots + 1);
    return new TestCounts(this.team.heap.u32(this.counts, length).slice(), this.parts.length, this.slots);
  }

  place(
    counts: TestCounts,
    columns: Columns,
    groups: readonly TreeGroup[],
    format: NodeFormat,
    cellRows: number,
  ): void {
    const { heap, size } = this.team;
    const { room } = this;
    const isCells = format === "cells";
    const width = columns.list.length;
    const most = groups.reduce(
      (most, { thresholds }) => thresholds.reduce((a, b) => Math.max(a, b), most),
      0,
    );
    const scratchEach = 64 * Math.ceil(Math.max(4 * (width + 1), SORT_BYTES_EACH * most + SORT_BYTES) / 64);
    const total = isCells ? 0 : this.putRecords(columns, groups);
    const words = [
      ...[putWords(heap, columns.of), width, putWords(heap, cursorsOf(counts, columns, groups, isCells))],
      ...[heap.alloc(8 * total), heap.alloc(2 * total), room.nodes, room.sets],
      ...[heap.alloc(scratchEach * size), scratchEach, room.records, isCells ? 0 : groups.length * width],
      8 * cellRows,
    ];
    heap.u32(this.plan, LAY_WORDS).set(words, 11);
    if (isCells) {
      this.run("placeOnCells");
      return;
    }
    const isNarrow = format === "narrow";
    this.run(isNarrow ? "placeNarrow" : "placeWide");
    this.run("rank");
    this.run(isNarrow ? "limitNarrow" : "limitWide");
  }

  /** Returns the number of thresholds in all. */
  private putRecords(columns: Columns, groups: readonly TreeGroup[]): number {
    const { heap } = this.team;
    let table = this.room.tables;
    let listStart = 0;
    groups.forEach(({ thresholds }, g) => {
      columns.list.forEach(({ attribute, kind }, c) => {
        const count = thresholds[c];
        const guide = table + (count === 0 ? 0 : 8 * (3 * count + 1));
        const at = this.room.records + 4 * RECORD_WORDS * (g * thresholds.length + c);
        heap
          .u32(at, RECORD_WORDS)
          .set([0, 0, 0, 0, table, guide, count, listStart, kind, this.levels[attribute], 0, 0, 0, 0, 0, 0]);
        listStart += count;
        table = guide + (count === 0 ? 0 : 4 * bucketsFor(count));
      });
    });
    return listStart;
  }
}

/** At least as many as the kernel makes: kernels/assembly/infer/ranks.ts. */
function bucketsFor(thresholds: number): number {
  return Math.max(64, Math.min(65_536, 2 ** Math.ceil(Math.log2(thresholds))));
}

/** By part and column, where its thresholds begin in the lists, which are in the order of groups and columns; then its sets. */
function cursorsOf(
  counts: TestCounts,
  columns: Columns,
  groups: readonly TreeGroup[],
  isCells: boolean,
): Uint32Array {
  const width = columns.list.length;
  const cursors = new Uint32Array(counts.parts * (width + 1));
  let sets = 0;
  let groupStart = 0;
  for (const { firstPart, endPart, thresholds } of groups) {
    const next = new Uint32Array(width);
    for (let c = 1; c < width; c++) next[c] = next[c - 1] + thresholds[c - 1];
    for (let part = firstPart; part < endPart; part++) {
      const at = part * (width + 1);
      if (!isCells) {
        const own = counts.thresholds(part, columns);
        for (let c = 0; c < width; c++) {
          cursors[at + c] = groupStart + next[c];
          next[c] += own[c];
        }
      }
      cursors[at + width] = sets;
      sets += counts.setWords(part);
    }
    groupStart += thresholds.reduce((a, b) => a + b, 0);
  }
  return cursors;
}
