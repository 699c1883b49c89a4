import { BlockCounter, type CountKind, cellBytes } from "../../kernels/drivers/blockCounter.js";
import { kernelsUsable, withTeam } from "../../kernels/support.js";
import type { Team } from "../../kernels/team.js";
import { blockCodes, blocksOf, type CodedColumns, placeOf, rowsIn } from "./columns.js";
import { firstPlaces, gathered, type Portion } from "./counting.js";

/** Fewer entries in all are counted in TypeScript; at most so many bytes of cells are counted at once. Tests change both. */
export const countTuning = { least: 1 << 12, cells: 1 << 26 };

/** Entries whose cells are wanted for some attributes. */
export interface WantedCells {
  readonly portion: Portion;
  readonly attributes: readonly number[];
}

/** The cells of each portion by attribute, all of its codes and the missing ones, from one pass over the blocks, or few. */
export function countBlocks(
  columns: CodedColumns,
  wanted: readonly WantedCells[],
  team?: Team,
): Map<number, Float64Array>[] {
  const counted = wanted.map(() => new Map<number, Float64Array>());
  const entries = wanted.reduce((sum, { portion }) => sum + portion.rows.length, 0);
  const isByKernel = entries >= countTuning.least && kernelsUsable();
  for (const group of groupsOf(columns, wanted)) {
    const found = isByKernel
      ? withTeam(team, (used) => countByKernel(columns, group, used))
      : countHere(columns, group);
    group.forEach(({ index }, i) => {
      for (const [a, cells] of found[i]) counted[index].set(a, cells);
    });
  }
  return counted;
}

interface Piece extends WantedCells {
  readonly index: number;
}

/** Bytes for what is counted in one pass: cells, and two blocks of codes. */
function roomFor({ room }: CodedColumns): number {
  return Math.min(countTuning.cells, room / 2);
}

/** What is counted in one pass: as much as there is room for. */
function groupsOf(columns: CodedColumns, wanted: readonly WantedCells[]): Piece[][] {
  const groups: Piece[][] = [];
  let room = 0;
  const here = new Set<number>();
  const add = (index: number, portion: Portion, attributes: number[]) => {
    if (attributes.length > 0) groups[groups.length - 1].push({ index, portion, attributes });
  };
  for (const [index, { portion, attributes }] of wanted.entries()) {
    let own: number[] = [];
    for (const a of attributes) {
      const { codes, bytes } = columns.stored[a];
      const cells = cellBytes(codes + 1, portion.kind.width, "weights");
      const block = () => (here.has(a) ? 0 : 2 * bytes * Math.min(columns.block, columns.rows));
      if (groups.length === 0 || cells + block() > room) {
        if (groups.length > 0) add(index, portion, own);
        own = [];
        groups.push([]);
        here.clear();
        room = roomFor(columns);
      }
      own.push(a);
      room -= cells + block();
      here.add(a);
    }
    add(index, portion, own);
  }
  return groups;
}

/** The entries of each portion whose rows are in a block. */
class Cursors {
  private readonly at: Int32Array;

  constructor(
    private readonly columns: CodedColumns,
    private readonly pieces: readonly WantedCells[],
  ) {
    this.at = new Int32Array(pieces.length);
  }

  /** Blocks must come in their order. */
  *of(block: number): Generator<{ readonly piece: number; readonly from: number; readonly to: number }> {
    const end = block * this.columns.block + rowsIn(this.columns, block);
    for (const [piece, { portion }] of this.pieces.entries()) {
      const from = this.at[piece];
      const to = placeOf(portion.rows, end, from);
      this.at[piece] = to;
      yield { piece, from, to };
    }
  }
}

/** The most entries in a block: a row may be at several nodes. */
function mostEntries(columns: CodedColumns, pieces: readonly WantedCells[]): number {
  const cursors = new Cursors(columns, pieces);
  let most = 0;
  for (let block = 0; block < blocksOf(columns); block++) {
    let entries = 0;
    for (const { from, to } of cursors.of(block)) entries += to - from;
    most = Math.max(most, entries);
  }
  return most;
}

function countByKernel(
  columns: CodedColumns,
  pieces: readonly WantedCells[],
  team: Team,
): Map<number, Float64Array>[] {
  const attributes = [...new Set(pieces.flatMap((piece) => piece.attributes))].sort((a, b) => a - b);
  const { kind, hasMoments } = pieces[0].portion;
  const isPlain = pieces.every(({ portion }) => portion.load(0, 0).plain);
  const what: CountKind = hasMoments ? "moments" : isPlain ? "classes" : "weights";
  const counted = attributes.map((a) => {
    const { bytes, codes } = columns.stored[a];
    return { bytes, codes: codes + 1, wanted: pieces.map((piece) => piece.attributes.includes(a)) };
  });
  const size = { rows: Math.min(columns.block, columns.rows), entries: mostEntries(columns, pieces) };
  const counter = new BlockCounter(team, counted, pieces.length, what, kind.width, size);
  const cursors = new Cursors(columns, pieces);
  const starts = new Int32Array(pieces.length + 1);
  for (let block = 0; block < blocksOf(columns); block++) {
    const { room } = counter;
    for (const { piece, from, to } of cursors.of(block)) {
      fill(room, starts[piece], pieces[piece].portion, from, to, block * columns.block, what);
      starts[piece + 1] = starts[piece] + to - from;
    }
    if (starts[pieces.length] === 0) continue;
    attributes.forEach((a, i) => {
      const { bytes } = columns.stored[a];
      columns.readCodes(a, block, room.codes[i].subarray(0, rowsIn(columns, block) * bytes));
    });
    counter.count(starts);
  }
  counter.finish();
  return pieces.map(
    (piece, i) => new Map(piece.attributes.map((a) => [a, counter.cellsOf(attributes.indexOf(a), i)])),
  );
}

/** Puts what some entries add beside each other. */
function fill(
  room: BlockCounter["room"],
  at: number,
  portion: Portion,
  from: number,
  to: number,
  first: number,
  what: CountKind,
): void {
  const n = to - from;
  if (n === 0) return;
  const { rows } = portion;
  for (let i = 0; i < n; i++) room.rows[at + i] = rows[from + i] - first;
  const g = portion.load(from, to);
  if (what !== "moments") room.classes.set(g.code.subarray(0, n), at);
  if (what === "classes") return;
  if (g.plain) room.weights.fill(1, at, at + n);
  else room.weights.set(g.weight.subarray(0, n), at);
  if (what === "weights") return;
  room.first.set(g.u1.subarray(0, n), at);
  room.second.set(g.u2.subarray(0, n), at);
}

/** The same in TypeScript. */
export function countHere(
  columns: CodedColumns,
  pieces: readonly WantedCells[],
): Map<number, Float64Array>[] {
  const cells = pieces.map(
    ({ portion, attributes }) =>
      new Map(
        attributes.map((a) => [a, new Float64Array((columns.stored[a].codes + 1) * portion.kind.width)]),
      ),
  );
  const cursors = new Cursors(columns, pieces);
  for (let block = 0; block < blocksOf(columns); block++) {
    const read = new Map<number, ReturnType<typeof blockCodes>>();
    const first = block * columns.block;
    for (const { piece, from, to } of cursors.of(block)) {
      if (from === to) continue;
      const { portion } = pieces[piece];
      const rows = portion.rows.subarray(from, to).map((row) => row - first);
      const g = portion.load(from, to);
      for (const [a, own] of cells[piece]) {
        const codes = read.get(a) ?? blockCodes(columns, a, block);
        read.set(a, codes);
        portion.kind.count(own, gathered(codes, rows), firstPlaces(rows.length), g);
      }
    }
  }
  return cells;
}
