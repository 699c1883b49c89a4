import fc from "fast-check";
import { expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { type Random, random } from "../../base/random.js";
import { SoloTeam } from "../../kernels/team.js";
import type { Test } from "../../model/test.js";
import type { MissingRule, TreeModel } from "../../model/tree.js";
import type { ColumnSchema } from "../../table/schema.js";
import { names } from "../../testing/columns.js";
import { randomCells, randomTree } from "../../testing/randomTree.js";
import { walk } from "../walk.js";
import { preparedLandings, treeLandings } from "./treeLandings.js";

const ATTRIBUTES: readonly ColumnSchema[] = [
  { name: "number", type: "numeric" },
  { name: "few", type: "nominal", levels: names("level ", 3) },
  { name: "many", type: "nominal", levels: names("level ", 320) },
  { name: "rank", type: "ordered", levels: names("level ", 5) },
];
const ROWS = 2500;

/** With `whole`, tests cover every level, and missing values may be shared; at some they have a branch of their own. */
const landed = (rng: Random, whole: boolean) =>
  randomTree(rng, {
    attributes: ATTRIBUTES,
    depth: 7,
    whole,
    missing: ["branch", "branch", "branch", "branch", "own", "own", ...(whole ? (["share"] as const) : [])],
  });

it("the kernel lands every row where the plain walk lands it, and leaves rows with several leaves to it", () => {
  fc.assert(
    fc.property(fc.nat(), fc.boolean(), fc.boolean(), (seed, gaps, whole) => {
      const rng = random(seed);
      const model = landed(rng, whole);
      const cells = randomCells(rng, ATTRIBUTES, ROWS, gaps ? 1 / 12 : 0);
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
  const model = landed(random(1), true);
  const cells = randomCells(random(2), ATTRIBUTES, ROWS, 0);
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
