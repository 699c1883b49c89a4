import { boostKernel } from "../../generated/boost.js";
import type { Team } from "../../team.js";

/** Each column sorted, NaN last: by the kernel's threads where there is a team. */
export function sortSamples(columns: Float64Array[], team: Team | undefined): Float64Array[] {
  if (team === undefined || columns.length === 0) return columns.map((cells) => cells.sort());
  const { heap } = team;
  const n = columns[0].length;
  const mark = heap.mark();
  const at = heap.alloc(8 * n * columns.length);
  const scratch = 64 * Math.ceil((12 * n + 128 + team.kernel(boostKernel).sortScratch(n)) / 64);
  const scratches = heap.alloc(scratch * team.size);
  columns.forEach((cells, c) => {
    heap.f64(at + 8 * n * c, n).set(cells);
  });
  team.run(boostKernel, "sortSamples", at, columns.length, n, scratches, scratch);
  columns.forEach((cells, c) => {
    cells.set(heap.f64(at + 8 * n * c, n));
  });
  heap.release(mark);
  return columns;
}
