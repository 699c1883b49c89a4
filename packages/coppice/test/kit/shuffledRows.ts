import { random, shuffle } from "../../src/base/random.js";
import { selectRows, type Table } from "../../src/table/table.js";

/** The rows in another order. */
export function shuffledRows(table: Table, seed: number): Table {
  const rows = Int32Array.from({ length: table.rows }, (_, row) => row);
  return selectRows(table, shuffle(rows, random(seed)));
}
