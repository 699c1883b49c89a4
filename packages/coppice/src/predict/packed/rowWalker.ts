import { columnKindsIn, columnsOf, LEVELS } from "../../kernels/drivers/infer/columns.js";
import { rankLimits } from "../../kernels/drivers/infer/ranks.js";
import { rowLayout } from "../../kernels/drivers/infer/rowLayout.js";
import { layPlan } from "../../kernels/drivers/infer/run.js";
import type { Sums } from "../../kernels/drivers/infer/sums.js";
import { inferKernel } from "../../kernels/generated/infer.js";
import { kernelsUsable } from "../../kernels/support.js";
import { SoloTeam } from "../../kernels/team.js";
import type { PackedTrees } from "../../model/packed.js";
import { type RowSums, walkerInTypeScript } from "./twin.js";

/** Trees in a separate memory, where the kernel follows a row down eight of them at a time. */
export function rowWalker(trees: PackedTrees, levels: Int32Array, sums: Sums): RowSums {
  return (kernelsUsable() && walkerByKernel(trees, levels, sums)) || walkerInTypeScript(trees, levels, sums);
}

/** undefined if the kernel cannot represent the trees, or the host has no memory for it. */
function walkerByKernel(trees: PackedTrees, levels: Int32Array, sums: Sums): RowSums | undefined {
  if (trees.starts.length < 2) return undefined;
  const limits = rankLimits(trees, levels.length, undefined);
  const columns = columnsOf(columnKindsIn(trees, levels.length), true);
  const layout = rowLayout(trees, levels, limits, columns);
  const team = layout && ownTeam();
  if (layout === undefined || team === undefined) return undefined;
  const plan = layPlan(team, { layout, levels, values: trees.values, width: trees.width, sums }, 1);
  const kernel = team.kernel(inferKernel);
  const walkRow = layout.testsLevels ? kernel.walkRowAny : kernel.walkRowNumbers;
  const out = team.heap.f64(plan.sums, sums.base.length);
  const places = columns.list.map(({ kind }, c) =>
    kind === LEVELS ? team.heap.i32(plan.cells[c], 1) : team.heap.f64(plan.cells[c], 1),
  );
  return (cells) => {
    for (let c = 0; c < places.length; c++) {
      const { kind, attribute } = columns.list[c];
      const cell = cells[attribute];
      places[c][0] = kind === LEVELS && !(cell >= 0) ? -1 : cell;
    }
    out.set(sums.base);
    walkRow(0, 1, plan.at);
    return out;
  };
}

function ownTeam(): SoloTeam | undefined {
  try {
    return new SoloTeam();
  } catch {
    return undefined;
  }
}
