import { expect, it } from "vitest";
import { inferKernel } from "../../generated/infer.js";
import { SoloTeam } from "../../team.js";

it("a gap is seen wherever it is, in blocks of an even and of an odd number of rows", () => {
  const team = new SoloTeam();
  const hasGap = team.kernel(inferKernel).hasGap as (at: number, count: number) => number;
  for (let count = 1; count <= 9; count++) {
    const at = team.heap.alloc(8 * count);
    const cells = team.heap.f64(at, count).fill(1.5);
    expect([count, hasGap(at, count)]).toEqual([count, 0]);
    for (let row = 0; row < count; row++) {
      cells.fill(1.5)[row] = Number.NaN;
      expect([count, row, hasGap(at, count)]).toEqual([count, row, 1]);
    }
  }
});
