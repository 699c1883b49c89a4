import type { Column } from "./column.js";
import { elsewhere } from "./elsewhere.js";

/** Cells that are fetched together. */
const PIECE = 1 << 16;

/**
 * The cells of a column in their order: all at once if they are here, otherwise piece by piece, so that they need not fit memory. A
 * piece is valid until the next.
 */
export function* cellPieces(column: Column): Generator<Float64Array | Int32Array, void> {
  const away = elsewhere(column);
  if (away === undefined) {
    yield column.type === "numeric" ? column.values : column.codes;
    return;
  }
  const room = new (column.type === "numeric" ? Float64Array : Int32Array)(Math.min(PIECE, away.length));
  for (let from = 0; from < away.length; from += PIECE) {
    const to = Math.min(away.length, from + PIECE);
    yield away.range(from, to, room.subarray(0, to - from));
  }
}
