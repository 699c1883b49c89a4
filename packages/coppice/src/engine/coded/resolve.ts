import type { Team } from "../../kernels/team.js";
import { eachPart } from "./blockParts.js";
import type { CodedColumns } from "./columns.js";
import type { Portion } from "./counting.js";
import { EntrySums, entryBytes, type Resolved } from "./entrySums.js";
import type { FineBins } from "./fineBins.js";

/** The bins of an attribute whose numbers are wanted for a portion. */
export interface WantedBins {
  readonly portion: Portion;
  readonly attribute: number;
  /** By bin; the last is that of missing values, which never are. */
  readonly alive: Uint8Array;
  /** If bins are finer than the codes. */
  readonly fine?: FineBins;
  /** By bin that is alive, about how many entries it has. */
  readonly entries: Float64Array;
  /** Takes the numbers of some of these bins, the next ones each time, and returns those that are needed. */
  take(found: Resolved): Resolved;
}

/** Some of the bins of one that is wanted, neighbours among those that are alive. */
interface Piece {
  readonly of: number;
  readonly wanted: WantedBins;
  readonly alive: Uint8Array;
  entries: number;
}

/**
 * The numbers of bins. The blocks are read once for as many bins as fit here together: what is not needed of them is gone before the
 * next are read.
 */
export function resolveBins(columns: CodedColumns, wanted: readonly WantedBins[], team?: Team): Resolved[] {
  const found: Resolved[][] = wanted.map(() => []);
  for (const group of groupsOf(piecesOf(wanted, columns.room), columns.room)) {
    columns.settle?.();
    const sums = collect(columns, group, team);
    for (const [i, { of, wanted: own }] of group.entries()) found[of].push(own.take(sums[i].end()));
  }
  return found.map(joined);
}

/** Bytes for entries that are collected: the rest of the room is for what is counted, and for what was found. */
function roomFor(room: number): number {
  return (3 * room) / 4;
}

/** Each of as many entries as fit, a bin at least. */
function piecesOf(wanted: readonly WantedBins[], room: number): Piece[] {
  return wanted.flatMap((own, of) => {
    const pieces: Piece[] = [];
    const most = roomFor(room) / entryBytes(own.portion);
    for (const [bin, entries] of own.entries.entries()) {
      if (own.alive[bin] === 0) continue;
      let last = pieces.at(-1);
      if (last === undefined || last.entries + entries > most) {
        last = { of, wanted: own, alive: new Uint8Array(own.alive.length), entries: 0 };
        pieces.push(last);
      }
      last.alive[bin] = 1;
      last.entries += entries;
    }
    return pieces;
  });
}

function groupsOf(pieces: readonly Piece[], room: number): Piece[][] {
  const groups: Piece[][] = [];
  let left = 0;
  for (const piece of pieces) {
    const bytes = piece.entries * entryBytes(piece.wanted.portion);
    if (groups.length === 0 || bytes > left) {
      groups.push([]);
      left = roomFor(room);
    }
    groups[groups.length - 1].push(piece);
    left -= bytes;
  }
  return groups;
}

/** One after the other, since each is of greater numbers. */
function joined(parts: readonly Resolved[]): Resolved {
  if (parts.length === 1) return parts[0];
  const join = (arrays: readonly Float64Array[]) => {
    const all = new Float64Array(arrays.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const array of arrays) {
      all.set(array, at);
      at += array.length;
    }
    return all;
  };
  return { values: join(parts.map(({ values }) => values)), cells: join(parts.map(({ cells }) => cells)) };
}

/** One pass over the blocks of the attributes. */
function collect(columns: CodedColumns, group: readonly Piece[], team: Team | undefined): EntrySums[] {
  const found = group.map(({ wanted, entries }) => new EntrySums(wanted.portion, entries, team));
  const looked = group.map(({ wanted }) => wanted);
  eachPart(columns, looked, (i, { from, to, first, codes, numbers }) => {
    const { wanted, alive } = group[i];
    const bins = wanted.fine?.of(wanted.portion.rows, from, to, first, codes, numbers);
    found[i].add(from, to, first, bins ?? codes, numbers, alive, bins !== undefined);
  });
  return found;
}
