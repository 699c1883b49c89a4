import { expect } from "vitest";
import type { Problem } from "../src/engine/problem.js";
import type { GrownMember } from "../src/kernels/drivers/forest/grown.js";
import type { ForestMember } from "../src/kernels/drivers/forest/rules.js";
import { impurityDecrease } from "../src/learn/ensemble/importance/impurityDecrease.js";
import { OutOfBag } from "../src/learn/ensemble/outOfBag.js";
import { treeRows, unseen } from "../src/learn/ensemble/rowsOf.js";

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
