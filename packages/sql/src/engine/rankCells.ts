/**
 * How the rank of a number among ascending edges is found by arithmetic: the range is cut into pieces, each piece into cells of equal
 * width, and a table has the number of edges before each cell. What is left are the few edges inside a cell.
 *
 * It is exact. The cell, floor((x - low) * scale), is computed by the same two operations of doubles here and in the database, and
 * rounding is monotone: a number above an edge is never in a cell before the edge's, and one in a later cell is above it.
 */
export interface RankCells {
  readonly pieces: readonly Piece[];
  /** By cell, the number of edges in cells before it. */
  readonly before: readonly number[];
  /** The most edges in one cell. */
  readonly most: number;
}

export interface Piece {
  /** The numbers of the piece are at most this; of the last piece, all others. */
  readonly high: number;
  readonly low: number;
  readonly scale: number;
  /** The number of its first cell. */
  readonly first: number;
}

export interface CellRules {
  /** The most edges in one cell: each costs a comparison. */
  readonly most: number;
  /** Cells of a piece, and of all: databases copy the table for every few thousand rows. */
  readonly cells: number;
  readonly pieces: number;
}

/** A piece that needs more cells per edge than this is cut further. */
const SPREAD = 8;

/** Cells for numbers from `least` to `greatest`; undefined if they would be too many, or the numbers are too far apart. */
export function rankCells(
  edges: Float64Array,
  [least, greatest]: readonly [number, number],
  rules: CellRules,
): RankCells | undefined {
  if (edges.length === 0 || !(least <= greatest)) return undefined;
  const pieces: Piece[] = [];
  const counts: number[] = [];
  const isCut = (from: number, to: number, low: number, high: number): boolean => {
    const piece = pieceOf(edges.subarray(from, to), low, high, rules);
    if (piece) {
      pieces.push({ high, low, scale: piece.scale, first: counts.length });
      counts.push(...piece.counts);
      return pieces.length <= rules.pieces && counts.length <= rules.cells;
    }
    if (to - from <= 1) return false;
    const middle = (from + to) >> 1;
    const edge = edges[middle - 1];
    return isCut(from, middle, low, edge) && isCut(middle, to, edge, high);
  };
  const [first, last] = [edges[0], edges[edges.length - 1]];
  if (!isCut(0, edges.length, Math.min(least, first), Math.max(greatest, last))) return undefined;
  const before: number[] = [];
  let sum = 0;
  for (const count of counts) {
    before.push(sum);
    sum += count;
  }
  return { pieces, before, most: counts.reduce((a, b) => Math.max(a, b), 0) };
}

/** The cells of a piece with the least number of them that will do, by the edges in each. */
function pieceOf(
  edges: Float64Array,
  low: number,
  high: number,
  { most, cells }: CellRules,
): { readonly scale: number; readonly counts: readonly number[] } | undefined {
  for (let wanted = 4; wanted <= Math.min(cells, SPREAD * edges.length + 4); wanted *= 2) {
    if (wanted * most < edges.length) continue;
    const scale = wanted / (high - low);
    const last = cellOf(high, low, scale);
    if (!(scale > 0 && Number.isFinite(scale) && last >= 0 && last <= wanted)) return undefined;
    const counts = new Array<number>(last + 1).fill(0);
    for (const edge of edges) counts[cellOf(edge, low, scale)]++;
    if (counts.every((count) => count <= most)) return { scale, counts };
  }
  return undefined;
}

export function cellOf(x: number, low: number, scale: number): number {
  return Math.floor((x - low) * scale);
}
