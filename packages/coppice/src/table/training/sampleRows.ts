import { random } from "../../base/random.js";
import type { Column } from "../column.js";

/** At most `most` rows, one by chance of each stretch of the table, ascending: no rhythm of the table is hit or missed. */
export function sampleRows(rows: number, most: number): Int32Array {
  if (rows <= most) return Int32Array.from({ length: rows }, (_, row) => row);
  const chance = random(1);
  return Int32Array.from({ length: most }, (_, i) => Math.floor(((i + chance.uniform()) * rows) / most));
}

/** The same within each class, with as many rows of each as there are: rare classes are there in numbers. */
export function sampleClasses(column: Column, rows: number, most: number): Int32Array {
  if (column.type === "numeric" || rows <= most) return sampleRows(rows, most);
  const { codes, levels } = column;
  const counts = new Int32Array(levels.length);
  for (let row = 0; row < rows; row++) counts[codes[row]]++;
  const each = Math.max(1, Math.floor(most / counts.filter((count) => count > 0).length));
  // Of each class, the places among its rows that are taken.
  const wanted = Array.from(counts, (count) => sampleRows(count, each));
  const seen = new Int32Array(levels.length);
  const taken = new Int32Array(levels.length);
  const sample: number[] = [];
  for (let row = 0; row < rows; row++) {
    const code = codes[row];
    if (wanted[code][taken[code]] !== seen[code]++) continue;
    taken[code]++;
    sample.push(row);
  }
  return Int32Array.from(sample);
}
