import { CoppiceError, mustBe, show } from "../../base/errors.js";
import { columnOf, type Table } from "../table.js";

/**
 * By row, the key that a column gives it: an integer that no other row has. `rows`: those to be learned from, in their order;
 * absent: all.
 */
export function keyColumn(table: Table, name: string, rows?: ArrayLike<number>): Float64Array {
  const column = columnOf(table, name);
  const what = `the row key ${JSON.stringify(name)}`;
  if (column.type !== "numeric") throw mustBe("COLUMN_TYPE", what, "a numeric column", column.type);
  const keys = new Float64Array(rows?.length ?? table.rows);
  const seen = new Set<number>();
  for (let i = 0; i < keys.length; i++) {
    const row = rows ? rows[i] : i;
    keys[i] = column.values[row];
    if (!Number.isSafeInteger(keys[i])) throw notAKey(what, name, row, keys[i]);
    seen.add(keys[i]);
  }
  if (seen.size < keys.length) throw repeatedKey(what, name, keys);
  return keys;
}

/** Both are excluded: doubles do not tell them from their neighbours. */
const RULE = "a whole number between -2^53 and 2^53";

function notAKey(what: string, name: string, row: number, key: number): CoppiceError {
  const got = Number.isNaN(key) ? "a missing value" : show(key);
  return new CoppiceError(
    "KEY_COLUMN_INVALID",
    `${what} must be ${RULE} in every row; got ${got} in row ${row + 1}`,
    { name, rule: RULE, value: Number.isNaN(key) ? null : key },
  );
}

function repeatedKey(what: string, name: string, keys: Float64Array): CoppiceError {
  const sorted = keys.slice().sort();
  const twice = sorted.find((key, i) => i > 0 && key === sorted[i - 1])!;
  return new CoppiceError(
    "KEY_COLUMN_INVALID",
    `${what} must be different in every row; ${twice} is in several`,
    { name, rule: "different in every row", value: twice },
  );
}

/** Places in ascending order of their keys; undefined if they are in that order already. */
export function orderOfKeys(keys: Float64Array): Int32Array | undefined {
  let isSorted = true;
  for (let i = 1; i < keys.length && isSorted; i++) isSorted = keys[i - 1] < keys[i];
  if (isSorted) return undefined;
  return Int32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
}
