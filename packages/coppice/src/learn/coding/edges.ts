import { hash } from "../../base/chance.js";
import type { Problem } from "../../engine/problem.js";
import type { Column, NumericColumn } from "../../table/column.js";
import { BINS } from "./codingOption.js";
import { gapsOf, SAMPLE, thresholdsIn } from "./quantileEdges.js";

/** For each attribute the thresholds between its bins, ascending; undefined where it is no number. */
export type Edges = readonly (Float64Array | undefined)[];

/** How `coding=bins` makes bins, on every engine. */
export const BIN_RULES = { bins: BINS, sample: SAMPLE };

/** Edges that are quantiles of the columns, or of a sample that does not depend on the order of rows. */
export function edgesOf({ attributes, rows }: Problem): Edges {
  return edgesOfBlocks({ attributes, rows }, () => [{ attributes, rows }]);
}

type Block = Pick<Problem, "attributes" | "rows">;

/** The same of rows that come block by block, more than once. */
export function edgesOfBlocks(
  { attributes, rows }: { readonly attributes: readonly Pick<Column, "type">[]; readonly rows: number },
  blocks: () => Iterable<Block>,
): Edges {
  const taken = rows > SAMPLE ? sampledRows(blocks(), rows) : undefined;
  const samples = attributes.map(({ type }) =>
    type === "numeric" ? new Float64Array(taken?.length ?? rows) : undefined,
  );
  let [first, from] = [0, 0];
  for (const block of blocks()) {
    let to = taken ? from : first + block.rows;
    if (taken) while (to < taken.length && taken[to] < first + block.rows) to++;
    for (const [a, sample] of samples.entries()) {
      if (sample === undefined) continue;
      const { values } = block.attributes[a] as NumericColumn;
      if (taken) for (let i = from; i < to; i++) sample[i] = values[taken[i] - first];
      else sample.set(values, first);
    }
    first += block.rows;
    from = to;
  }
  return samples.map((sample) => sample && binEdges(sample, BINS));
}

/** Edges between bins of these numbers, which are sorted for it; NaN where missing. */
export function binEdges(sample: Float64Array, bins: number): Float64Array {
  return thresholdsIn(gapsOf(sample.sort(), bins));
}

/** The rows with the lowest hashes of their numbers, ascending; rows that are equal are in it together. */
function sampledRows(blocks: Iterable<Block>, rows: number): Int32Array {
  const hashes = new Uint32Array(rows);
  let first = 0;
  for (const { attributes, rows: count } of blocks) {
    const own = hashes.subarray(first, first + count);
    const numeric = attributes.filter((column) => column.type === "numeric");
    numeric.forEach(({ values }, c) => {
      addHashes(own, values, c);
    });
    first += count;
  }
  const last = hashes.slice().sort()[SAMPLE - 1];
  let n = 0;
  const found = new Int32Array(rows);
  for (let row = 0; row < rows; row++) if (hashes[row] <= last) found[n++] = row;
  return found.slice(0, n);
}

function addHashes(hashes: Uint32Array, values: Float64Array, column: number): void {
  const cell = new Float64Array(1);
  const words = new Uint32Array(cell.buffer);
  const key = hash(0, column);
  for (let row = 0; row < hashes.length; row++) {
    // Rows are equal whatever the sign of a zero.
    cell[0] = values[row] + 0;
    hashes[row] += hash(hash(key, words[0]), words[1]);
  }
}
