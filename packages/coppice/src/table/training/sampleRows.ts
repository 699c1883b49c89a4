import { random } from "../../base/random.js";

/** At most `most` rows, one at random from each stretch of the table, ascending: independent of periodic patterns. */
export function sampleRows(rows: number, most: number): Int32Array {
  if (rows <= most) return Int32Array.from({ length: rows }, (_, row) => row);
  const rng = random(1);
  return Int32Array.from({ length: most }, (_, i) => {
    const start = Math.floor((i * rows) / most);
    return start + rng.below(Math.floor(((i + 1) * rows) / most) - start);
  });
}

/** The same within each class, with the same number of rows per class if possible, so that rare classes are represented. */
export function sampleClasses(codes: Int32Array, classes: number, most: number): Int32Array {
  if (codes.length <= most) return sampleRows(codes.length, most);
  const counts = new Int32Array(classes);
  for (const code of codes) counts[code]++;
  const each = Math.max(1, Math.floor(most / counts.filter((count) => count > 0).length));
  // For each class, the indexes among its rows that are taken.
  const wanted = Array.from(counts, (count) => sampleRows(count, each));
  const seen = new Int32Array(classes);
  const taken = new Int32Array(classes);
  const sample: number[] = [];
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row];
    if (wanted[code][taken[code]] !== seen[code]++) continue;
    taken[code]++;
    sample.push(row);
  }
  return Int32Array.from(sample);
}
