import { expect, it } from "vitest";
import { shortTable } from "../../test/kit/matrix.js";
import { drive } from "../engine/drive.js";
import { ask, type Conversation, type Summary, type Tally } from "../engine/port.js";
import type { Table } from "../table/table.js";
import { type Choice, choose } from "./choose.js";
import { fitJob } from "./fit.js";
import type { GrowNode } from "./growNode.js";
import { makePlan } from "./plan.js";
import type { TreeOptions } from "./treeOptions.js";

function* rootStatistics(attributes: number): Conversation<{ whole: Summary; tallies: Iterable<Tally> }> {
  const [whole] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [0] });
  const wanted = [{ node: 0, attributes: Array.from({ length: attributes }, (_, a) => a) }];
  const [tallies] = yield* ask({ ask: "tally", statistic: "classes", nodes: wanted });
  return { whole, tallies };
}

interface Chosen {
  readonly choice: Choice | undefined;
  readonly attribute: number | undefined;
  readonly node: GrowNode;
  /** The attributes whose tallies were looked at. */
  readonly taken: readonly number[];
}

function chooseAtRoot(of: Table | string, options: Record<string, unknown>, weight?: string): Chosen {
  const table = typeof of === "string" ? shortTable(of) : of;
  const request = { learner: "cart", target: "y", options, ...(weight !== undefined && { weight }) };
  const { grown, options: checked } = fitJob(table, request);
  const engine = grown.engine();
  const plan = makePlan(checked as TreeOptions, { task: grown.task, facts: engine.facts });
  const { whole, tallies } = drive(rootStatistics(grown.task.attributes.length), engine);
  const impurity = plan.scorer.nodeImpurity(whole) / whole.weight;
  const node: GrowNode = {
    ...{ id: 0, depth: 0, key: 0, summary: whole, judgedWeight: whole.weight, impurity, error: 0 },
    live: grown.task.attributes.map((_, a) => a),
  };
  const taken: number[] = [];
  function* watched() {
    for (const tally of tallies) {
      taken.push(tally.attribute);
      yield tally;
    }
  }
  const choice = choose(node, watched(), plan);
  return { choice, attribute: choice?.candidate.test.attribute, node, taken };
}

const ratioOptions = { criterion: "gainRatio", nominal: "perLevel" };
const H = (...shares: number[]) => shares.reduce((sum, p) => sum - (p > 0 ? p * Math.log2(p) : 0), 0);

it.each<[string, string, object, gain: number, score: number]>([
  // All impurity is gained, and the split has the same entropy.
  ["is divided by the entropy of the split (D eq. 7)", "x y; p a; p a; p a; q b", {}, H(3 / 4, 1 / 4), 1],
  [
    // 4 known rows gain 1 bit each, of 6; three branches have two rows.
    "counts missing cells as a branch of the split, and not in the gain (C4.5)",
    ...(["x y; p a; p a; q b; q b; ? a; ? b", {}, 4 / 6, 4 / 6 / Math.log2(3)] as const),
  ],
  // 1 - ¼ - ¼, all of it; ¼·2 + ¼·2 + ½·1 bits.
  ["is by any criterion", "x y; p a; q a; r b; r b", { criterion: "gini", scaled: true }, 0.5, 0.5 / 1.5],
])("the scaled gain %s: %s", (_, rows, more, gain, score) => {
  const { choice } = chooseAtRoot(rows, { ...ratioOptions, ...more });
  expect(choice).toMatchObject({ gain: expect.closeTo(gain, 12), score: expect.closeTo(score, 12) });
});

/**
 * Eight rows, four of each class. A has 4 levels of 2 rows, (2,0) (1,1) (1,1) (0,2): gain ½, split 2 bits, ratio ¼.
 * B parts one a from the rest: gain 1 - ⅞·H(3/7) = 0.138, split H(⅛) = 0.544, ratio 0.254: a little more.
 */
const pair = "A B y w; p x a 10; p y a 10; q y a 10; q y b 10; r y a 10; r y b 10; s y b 10; s y b 10";

it("averageGain is off: the better ratio wins", () => {
  const found = chooseAtRoot(pair, ratioOptions, "w");
  expect(found.attribute).toBe(1);
  expect(found.choice?.score).toBeCloseTo((1 - (7 / 8) * H(3 / 7, 4 / 7)) / H(1 / 8, 7 / 8), 12);
});

it("averageGain is on: B gains less than the average of ½ and 0.138, so A wins", () => {
  expect(chooseAtRoot(pair, { ...ratioOptions, averageGain: true }, "w").attribute).toBe(0);
});

it("averageGain leaves attributes with many levels out of the average: four levels are more than 0.3 of eight rows", () => {
  // Without the weights there are 8 rows: the average is B's own gain, and B may win. (w has one value: no test.)
  expect(chooseAtRoot(pair, { ...ratioOptions, averageGain: true }).attribute).toBe(1);
});

const options = { criterion: "entropy", mdlCorrection: true };

it("mdlCorrection charges log2 of the thresholds tried, over the rows", () => {
  const { choice } = chooseAtRoot("x y; 0 a; 1 a; 2 b; 3 b", options);
  expect(choice?.gain).toBeCloseTo(1 - Math.log2(3) / 4, 12);
});

it("mdlCorrection leaves no test when it eats the gain", () => {
  // The best of a b a b gains 1 - ¾·H(1/3) = 0.311; log2(3) / 4 = 0.396.
  const table = "x y; 0 a; 1 b; 2 a; 3 b";
  expect(chooseAtRoot(table, options).choice).toBeUndefined();
  const { choice } = chooseAtRoot(table, { criterion: "entropy" });
  expect(choice?.gain).toBeCloseTo(1 - 0.75 * H(1 / 3, 2 / 3), 12);
});

it("mdlCorrection does not charge tests on levels", () => {
  expect(chooseAtRoot("x y; p a; q b", { ...options, nominal: "perLevel" }).choice?.gain).toBe(1);
});

it("gives equal scores to the lowest attribute", () => {
  expect(chooseAtRoot("x1 x2 y; p p a; p p b; q q b; q q b", {}).attribute).toBe(0);
});

it("ends the search at a test that leaves no impurity", () => {
  const table = "x1 x2 x3 y; p p p a; q p p a; p q q b";
  expect(chooseAtRoot(table, {})).toMatchObject({ attribute: 1, taken: [0, 1] });
  // A ratio may still be bettered by a later attribute.
  expect(chooseAtRoot(table, ratioOptions).taken).toEqual([0, 1, 2]);
});

it("notes attributes with one value as dead", () => {
  expect(chooseAtRoot("x1 x2 x3:nominal=p|q y; p p ? a; p q ? b", ratioOptions).node.live).toEqual([1]);
});

it("finds nothing where nothing has two values", () => {
  expect(chooseAtRoot("x1 y; p a; p b", {}).choice).toBeUndefined();
});
