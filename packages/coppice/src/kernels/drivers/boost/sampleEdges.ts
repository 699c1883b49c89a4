import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";

/** Words of a column's result: how many edges it has, then their places in the sorted sample. */
const WORDS = 256;

/** The values below and above an edge between two bins. */
export type Gap = readonly [low: number, high: number];

/** Where samples of as many values, one per column, are divided into at most `bins` bins. */
export function sampleEdges(columns: readonly Float64Array[], bins: number, team: Team): Gap[][] {
  if (columns.length === 0) return [];
  const { heap } = team;
  const kernel = team.kernel(boostKernel);
  const n = columns[0].length;
  const mark = heap.mark();
  const at = heap.alloc(8 * n * columns.length);
  const edges = heap.alloc(kernel.edgeRoom(columns.length));
  const scratch = 64 * Math.ceil((12 * n + 128 + kernel.sortScratch(n)) / 64);
  const scratches = heap.alloc(scratch * team.size);
  columns.forEach((cells, c) => {
    heap.f64(at + 8 * n * c, n).set(cells);
  });
  team.run(boostKernel, "sampleEdges", at, columns.length, n, bins, edges, scratches, scratch);
  const gaps = columns.map((_, c) => {
    const sorted = heap.f64(at + 8 * n * c, n);
    const places = heap.u32(edges + 4 * WORDS * c, WORDS);
    return Array.from(places.subarray(1, places[0] + 1), (end): Gap => [sorted[end - 1], sorted[end]]);
  });
  heap.release(mark);
  return gaps;
}
