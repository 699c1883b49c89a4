import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classesSaid, valuesSaid } from "../../test/kit/answers.js";
import { DEEP, deepTree } from "../../test/kit/deepTree.js";
import { itHolds } from "../../test/kit/forAll.js";
import {
  byLevel,
  leaf,
  schemas,
  shares,
  split,
  subset,
  threshold,
  to,
  treeOf,
} from "../../test/kit/handmade.js";
import { random } from "../base/random.js";
import type { TreeModel } from "../model/tree.js";
import { few, grades, levels, randomTable, table } from "../testing/index.js";
import { randomTree } from "../testing/randomTree.js";
import { bind } from "./bind.js";
import { compileTree, landing, SHARED } from "./compile.js";
import { walk } from "./walk.js";

const ATTRIBUTES = schemas`x, colour=blue|green|red, size:ordered=s|m|l|xl`;
const stump = (...given: Parameters<typeof split>) => treeOf(ATTRIBUTES, split(...given));

/** Rows such as `2,red,s`. */
const rows = (...cells: string[]) =>
  table`x:numeric,colour:nominal=blue|green|red,size:ordered=s|m|l|xl
    ${cells.join("\n")}`;
const said = (model: TreeModel, ...cells: string[]) => {
  const { labels, probabilities } = classesSaid(model, rows(...cells));
  return { labels: [...labels], probabilities: [...probabilities] };
};

describe("predict, by hand", () => {
  const above2 = threshold(0, 2);
  const leaves = [leaf(3, 1), leaf(1, 4)];

  it("gives the leaf's label and its class shares; the threshold itself goes left", () => {
    expect(said(stump(above2, leaves, to(1)), "2,blue,s", "2.5,blue,s")).toEqual({
      labels: [0, 1],
      probabilities: [0.75, 0.25, 0.2, 0.8], // 3/4, 1/4, 1/5, 4/5
    });
  });

  it("keeps a leaf's own label when it is not the most probable class (costs, ties)", () => {
    const model = stump(above2, [{ ...leaf(3, 1), label: 1 }, leaf(0, 1)], shares(1, 0));
    // Row 0 by a known cell, row 1 by a share of 1 that only one leaf takes.
    const probabilities = [0.75, 0.25, 0.75, 0.25];
    expect(said(model, "1,blue,s", "?,blue,s")).toEqual({ labels: [1, 1], probabilities });
  });

  it("divides a row with a missing value over the branches", () => {
    const { labels, probabilities } = said(stump(above2, leaves, shares(0.25, 0.75)), "?,blue,s");
    // no: 1/4·3/4 + 3/4·1/5 = 0.1875 + 0.15 = 0.3375
    expect(probabilities).toEqual([expect.closeTo(0.3375, 14), expect.closeTo(0.6625, 14)]);
    expect(labels).toEqual([1]);
  });

  it("gives a tie of shared leaves to the lowest class, despite rounding", () => {
    // no: 0.1·6/8 + 0.2·3/7 + 0.3·3/4 + 0.4·2/7 = 0.3 + 1.4/7 = 1/2; in doubles it comes out one bit below yes.
    const test = { kind: "intervals", attribute: 0, edges: [0, 1, 2] } as const;
    const model = stump(test, [leaf(6, 2), leaf(3, 4), leaf(3, 1), leaf(2, 5)], shares(0.1, 0.2, 0.3, 0.4));
    const { labels, probabilities } = said(model, "?,blue,s");
    expect(probabilities[0]).toBeLessThan(probabilities[1]);
    expect(labels).toEqual([0]);
  });

  it("sends an unseen level where missing values go", () => {
    const model = stump(subset(1, [0], [1]), [leaf(1, 0), leaf(0, 1)], to(1));
    expect(said(model, "0,blue,s", "0,green,s", "0,red,s", "0,?,s").labels).toEqual([0, 1, 1, 1]);
  });

  it("follows a branch for missing values only", () => {
    const model = stump(byLevel(1), [leaf(1, 0), leaf(1, 0), leaf(1, 0), leaf(0, 1)], to(3));
    expect(said(model, "0,red,s", "0,?,s").labels).toEqual([0, 1]);
  });

  it("averages values over shares", () => {
    const values = [8, 4].map((value) => ({ weight: 1, value, error: 0 }));
    const model = stump(above2, values, shares(0.25, 0.75));
    const found = valuesSaid(model, rows("0,blue,s", "3,blue,s", "?,blue,s"));
    expect([...found]).toEqual([8, 4, 5]); // 8/4 + 4·3/4
  });
});

/** What is drawn: `randomTable` names levels by their attribute. */
const DRAWN = schemas`x, c=c_0|c_1|c_2, o:ordered=o_0|o_1|o_2|o_3`;

function drawn(seed: number, rows: number) {
  const rng = random(seed);
  const tree = randomTree(rng, { attributes: DRAWN, missing: ["branch", "share", "surrogates", "own"] });
  const each = { kind: "eachValue", attribute: 1, cells: [0, 1, 2], shares: [0.5, 0.25, 0.25] } as const;
  const attributes = { x: few(19, undefined, 0.5), c: levels(3), o: grades(4) };
  const of = randomTable({ rows, seed, attributes, classes: 2, gaps: 0.2 });
  const model: TreeModel = rng.below(2) === 0 ? tree : { ...tree, derived: [each] };
  return { model, of, cells: bind(DRAWN, of).cells };
}

itHolds("the compiled tree lands every row where the plain walk lands it", 300, [fc.nat()], (seed) => {
  const { model, cells } = drawn(seed, 40);
  // Half of the trees have no branch tables.
  const tree = seed % 2 === 0 ? compileTree(model) : compileTree(model, 6);
  for (let row = 0; row < 40; row++) {
    const leaves: number[] = [];
    let total = 0;
    walk(model, cells, row, (at, share) => {
      leaves.push(at);
      total += share;
    });
    expect(total).toBeCloseTo(1, 12);
    expect(leaves).toEqual([...leaves].sort((a, b) => a - b));
    const landed = landing(tree, cells, row);
    if (landed !== SHARED) expect(leaves).toEqual([landed]);
    if (leaves.length > 1) expect(landed).toBe(SHARED);
  }
});

itHolds(
  "the compiled tree gives probabilities that sum to 1, and the walk's own answers",
  100,
  [fc.nat()],
  (seed) => {
    const { model, of, cells } = drawn(seed, 30);
    const { probabilities } = classesSaid(model, of);
    for (let row = 0; row < 30; row++) {
      let yes = 0;
      walk(model, cells, row, (at, share) => {
        const { counts } = model.nodes[at] as { counts: readonly number[] };
        yes += (share * counts[1]) / (counts[0] + counts[1]);
      });
      const [p, q] = probabilities.subarray(2 * row, 2 * row + 2);
      expect(q).toBeCloseTo(yes, 12);
      expect(p + q).toBeCloseTo(1, 12);
    }
  },
);

it("the compiled tree reaches the leaf of a long chain", () => {
  const chain = deepTree();
  const nodes = chain.nodes.map((node) => (node.test ? { ...node, missing: shares(0, 1) } : node));
  const { labels } = classesSaid({ ...chain, nodes }, table`x\n${DEEP}\n?\n7`);
  expect([...labels]).toEqual([1, 1, 0]);
});
