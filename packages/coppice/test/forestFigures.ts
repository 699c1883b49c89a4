import { expect } from "vitest";
import type { Problem } from "../src/engine/problem.js";
import type { GrownMember } from "../src/kernels/drivers/forest/grown.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import { growEach } from "../src/learn/ensemble/growMany.js";
import { impurityDecrease } from "../src/learn/ensemble/importance/impurityDecrease.js";
import { OutOfBag } from "../src/learn/ensemble/outOfBag.js";
import { treeRows, unseen } from "../src/learn/ensemble/rowsOf.js";
import type { TreeOptions } from "../src/learn/treeOptions.js";
import { joinPacked } from "../src/model/joinPacked.js";
import { landingIn, type PackedTrees } from "../src/model/packed.js";
import { bind } from "../src/predict/bind.js";
import { columnSchema } from "../src/table/column.js";
import { makeTable } from "../src/table/table.js";
import { withoutKernels } from "./kit/withoutKernels.js";

/** The reference for the forest kernels: each member's tree by the general grower, without kernels. */
export function generalForest(problem: Problem, options: TreeOptions, members: readonly ForestMember[]) {
  return withoutKernels(() => Array.from(growEach(problem, options, members), ({ pack }) => pack));
}

/** All members at once: their trees are copied, because their memory is used again. */
export function keepAll(members: Iterable<GrownMember>): GrownMember[] {
  return Array.from(members, (grown) => ({ ...grown, pack: joinPacked([grown.pack]) }));
}

/** What kernels say of trees besides the trees must be what TypeScript makes of these. */
export function checkFigures(
  problem: Problem,
  members: readonly ForestMember[],
  grown: readonly GrownMember[],
): void {
  const bag = new OutOfBag(treeRows(problem), "mean");
  grown.forEach(({ pack, outOfBag, decrease }, member) => {
    expect(decrease).toEqual(impurityDecrease(pack, problem.attributes.length));
    const { counts } = members[member];
    expect(outOfBag === undefined).toBe(counts === undefined || !bag.isPlain);
    if (counts === undefined || outOfBag === undefined) return;
    bag.add(pack, unseen(counts));
    const { judged, wrong } = outOfBag;
    expect(judged > 0 ? wrong / judged : null).toBe(bag.errors.at(-1));
  });
}

/** The leaves of rows that kernels tell, and what all rows are told, must be what these trees say of the rows one by one. */
export function checkLandings(
  problem: Problem,
  members: readonly ForestMember[],
  packs: readonly PackedTrees[],
  grown: readonly GrownMember[],
): void {
  const sums = new Float64Array(problem.rows * packs[0].width);
  members.forEach(({ counts }, member) => {
    const leaves = leavesOf(packs[member], problem);
    addTo(sums, packs[member], leaves);
    expect(grown[member].sums).toEqual(member === members.length - 1 ? sums : undefined);
    const rows = counts && unseen(counts);
    expect(grown[member].unseen).toEqual(rows && { rows, leaves: rows.map((row) => leaves[row]) });
  });
}

function addTo(sums: Float64Array, { values, width }: PackedTrees, leaves: Int32Array): void {
  for (let at = 0; at < sums.length; at++)
    sums[at] += values[leaves[Math.floor(at / width)] * width + (at % width)];
}

function leavesOf(pack: PackedTrees, { attributes, rows }: Problem): Int32Array {
  const { cells } = bind(attributes.map(columnSchema), makeTable(attributes));
  const levels = attributes.map((column) => (column.type === "numeric" ? 0 : column.levels.length));
  return Int32Array.from({ length: rows }, (_, row) => landingIn(pack, 0, levels, (a) => cells[a][row]));
}
