import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { type Random, random } from "../../base/random.js";
import { SoloTeam } from "../../kernels/team.js";
import type { Test } from "../../model/test.js";
import type { MissingRule, TreeModel, TreeNode } from "../../model/tree.js";
import type { ColumnSchema } from "../../table/schema.js";
import type { Cells } from "../bind.js";
import { walk } from "../walk.js";
import { preparedLandings, treeLandings } from "./treeLandings.js";

const levels = (count: number) => Array.from({ length: count }, (_, code) => `level ${code}`);
const ATTRIBUTES: readonly ColumnSchema[] = [
  { name: "number", type: "numeric" },
  { name: "few", type: "nominal", levels: levels(3) },
  { name: "many", type: "nominal", levels: levels(320) },
  { name: "rank", type: "ordered", levels: levels(5) },
];
const ROWS = 2500;

function randomTest(rng: Random, whole: boolean): Test {
  const attribute = rng.below(4);
  if (attribute === 0) {
    const edge = rng.below(9) - 4;
    return rng.below(2) === 0
      ? { kind: "threshold", attribute, threshold: edge }
      : { kind: "intervals", attribute, edges: [edge, edge + 1, edge + 2.5].slice(0, 1 + rng.below(3)) };
  }
  // A branch per level; of an attribute with many they would be too many for a test.
  if (attribute === 1 && rng.below(2) === 0) return { kind: "levels", attribute };
  if (attribute === 3 && rng.below(2) === 0) return { kind: "threshold", attribute, threshold: rng.below(4) };
  const sides = levels(ATTRIBUTES[attribute].levels!.length).map(() => rng.below(whole ? 2 : 3));
  const at = (side: number) => sides.flatMap((s, code) => (s === side ? [code] : []));
  return { kind: "subset", attribute, left: at(0), right: at(1) };
}

function branchCount(test: Test): number {
  if (test.kind === "intervals") return test.edges.length + 1;
  return test.kind === "levels" ? ATTRIBUTES[test.attribute].levels!.length : 2;
}

/** With `whole`, tests cover every level, and missing values may be shared; at some they have a branch of their own. */
function randomTree(rng: Random, whole: boolean): TreeModel {
  const nodes: TreeNode[] = [];
  const grow = (depth: number): void => {
    const index = nodes.length;
    const facts = { weight: 2, counts: [1, 1], label: 0 };
    nodes.push(facts);
    if (depth === 0 || rng.below(8) === 0) return;
    const test = randomTest(rng, whole);
    const ownBranch = rng.below(3) === 0;
    const branches = Array.from({ length: branchCount(test) + Number(ownBranch) }, () => {
      const branch = nodes.length;
      grow(depth - 1);
      return branch;
    });
    const missing: MissingRule =
      whole && !ownBranch && rng.below(9) === 0
        ? { kind: "share", shares: branches.map(() => 1 / branches.length) }
        : { kind: "branch", to: ownBranch ? branches.length - 1 : rng.below(branches.length) };
    nodes[index] = { ...facts, test, branches, missing, gain: 0 };
  };
  grow(7);
  return {
    ...{ format: "coppice-tree", version: 2, learner: "cart", options: {}, task: "classification" },
    target: { name: "y", type: "nominal", levels: ["no", "yes"] },
    attributes: ATTRIBUTES,
    nodes,
  } as unknown as TreeModel;
}

function randomCells(rng: Random, gaps: boolean): Cells[] {
  const isMissing = () => gaps && rng.below(12) === 0;
  return ATTRIBUTES.map(({ type, levels = [] }) => {
    if (type === "numeric")
      return Float64Array.from({ length: ROWS }, () => (isMissing() ? Number.NaN : rng.below(19) / 2 - 4.5));
    const codes = Array.from({ length: ROWS }, () => (isMissing() ? -1 : rng.below(levels.length)));
    return type === "nominal"
      ? Int32Array.from(codes)
      : Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : code));
  });
}

it("the kernel lands every row where the plain walk lands it, and leaves rows with several leaves to it", () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), fc.boolean(), (seed, gaps, whole) => {
      const rng = random(seed);
      const model = randomTree(rng, whole);
      const cells = randomCells(rng, gaps);
      const found = treeLandings(model)(cells, ROWS)!;
      expect(preparedLandings(model, new SoloTeam())(cells, ROWS)).toEqual(found);
      let unknown = 0;
      for (let row = 0; row < ROWS; row++) {
        const leaves: number[] = [];
        walk(model, cells, row, (leaf) => leaves.push(leaf));
        if (found[row] < 0) unknown++;
        else expect([found[row]]).toEqual(leaves);
      }
      if (!gaps || !whole) expect(unknown).toBe(0);
    }),
    draws(40),
  );
});

it("declines gates, and levels that a test may share", () => {
  const leaf = { weight: 2, counts: [1, 1], label: 0 };
  const model = randomTree(random(1), true);
  const cells = randomCells(random(2), false);
  const split = (test: Test, branches: number[], missing: MissingRule) =>
    ({
      ...model,
      nodes: [{ ...leaf, test, branches, missing, gain: 0 }, ...branches.map(() => leaf)],
    }) as TreeModel;
  const gate = split({ kind: "gate", attribute: 0 } as unknown as Test, [1, 2], { kind: "branch", to: 0 });
  expect(treeLandings(gate)(cells, ROWS)).toBeUndefined();
  const partly: Test = { kind: "subset", attribute: 1, left: [0], right: [1] };
  const shared = split(partly, [1, 2], { kind: "share", shares: [0.5, 0.5] });
  expect(treeLandings(shared)(cells, ROWS)).toBeUndefined();
  expect(treeLandings(split(partly, [1, 2], { kind: "branch", to: 1 }))(cells, ROWS)).toBeDefined();
});
