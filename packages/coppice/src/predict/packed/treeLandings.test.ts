import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { leaf, schemas, shares, split, subset, to, treeOf } from "../../../test/kit/handmade.js";
import { type Random, random } from "../../base/random.js";
import { SoloTeam } from "../../kernels/team.js";
import type { ColumnSchema } from "../../table/schema.js";
import { names } from "../../testing/columns.js";
import { randomCells, randomTree } from "../../testing/randomTree.js";
import { walk } from "../walk.js";
import { preparedLandings, treeLandings } from "./treeLandings.js";

const ATTRIBUTES: readonly ColumnSchema[] = [
  ...schemas`number, few=a|b|c`,
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

itHolds("rows land as they are walked", 20, [fc.nat(), fc.boolean(), fc.boolean()], (seed, gaps, whole) => {
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
});

it("declines gates, and levels that a test may share", () => {
  const cells = randomCells(random(2), ATTRIBUTES, ROWS, 0);
  const of = (...given: Parameters<typeof split>) =>
    treeLandings(treeOf(ATTRIBUTES, split(...given)))(cells, ROWS);
  const leaves = [leaf(1, 1), leaf(1, 1)];
  expect(of({ kind: "gate", attribute: 0, threshold: 0, slope: 1 }, leaves)).toBeUndefined();
  expect(of(subset(1, [0], [1]), leaves, shares(0.5, 0.5))).toBeUndefined();
  expect(of(subset(1, [0], [1]), leaves, to(1))).toBeDefined();
});
