import { beforeAll, expect, it } from "vitest";
import {
  boosted,
  fineProblem,
  type Kind,
  mixedProblem,
  type RawOptions,
  small,
} from "../../../../test/boosted.js";
import { isDeep } from "../../../../test/kit/length.js";
import { testTeam } from "../../../../test/testTeam.js";
import type { Problem } from "../../../engine/problem.js";
import { BlockLayout } from "../../../kernels/drivers/boostBlocks/layout.js";
import type { Team } from "../../../kernels/team.js";
import { boostRows } from "../../../learn/ensemble/boost/boost.js";
import { boostOptions } from "../../../learn/ensemble/boost/options.js";
import type { EnsembleLearned } from "../../../learn/learner.js";
import { columnSchema } from "../../../table/column.js";
import { type BlockOptions, BlockRows } from "./blockRows.js";
import { roomFor } from "./room.js";

async function fromBlocks(
  problem: Problem,
  given: RawOptions,
  options: BlockOptions,
): Promise<EnsembleLearned> {
  const task = { ...problem, attributes: problem.attributes.map(columnSchema) };
  const rows = new BlockRows(problem, options);
  const { team } = options;
  try {
    const work = boostRows(boostOptions.parse(given), { task, rows, seed: 1, ...(team && { team }) });
    let step = work.next();
    while (!step.done) step = work.next("waits" in step.value ? await step.value.waits : undefined);
    return step.value;
  } finally {
    rows.close();
  }
}

const HELD = { validation: 0.3, patience: 2, rounds: 6 };
const ways: [string, Kind, RawOptions, boolean?][] = [
  ["logistic", "two", {}],
  ["softmax", "many", {}],
  ["weighted softmax, drawn rows", "five", { rowShare: 0.6 }, true],
  ["squared", "number", {}],
  ["weighted squares, held-back rows", "number", HELD, true],
  ["weighted quantile", "number", { loss: "quantile", quantile: 0.3 }, true],
  ["huber", "number", { loss: "huber", huberDelta: 0.7 }],
  ["poisson", "count", { loss: "poisson" }],
  ["depth by depth", "two", { growth: "depth", maxDepth: 3 }],
  ["drawn attributes", "two", { attributeShare: 0.6, nodeAttributeShare: 0.5 }],
  ["drawn attributes, by depth", "two", { nodeAttributeShare: 0.5, growth: "depth" }],
  ["held-back rows, many classes, drawn rows", "five", { ...HELD, rowShare: 0.7 }],
  ["one direction", "number", { monotone: { smooth: 1, holed: -1, grades: -1 } }],
  ["many leaves", "two", { maxLeaves: 200, minLeaf: 1 }],
];

let team: Team;
beforeAll(async () => {
  team = await testTeam(2);
});

it.each(ways)(
  "boosting from blocks of coded rows gives the model of rows in memory: %s",
  async (_, kind, given, weighted) => {
    // More than ten blocks.
    const problem = mixedProblem(5, isDeep ? 1500 : 700, kind, weighted);
    const options = { ...small, ...given };
    const wanted = boosted(problem, options);
    const memory = 2 ** 22;
    const blocks = { memory, blockRows: 64 };
    expect(await fromBlocks(problem, options, blocks)).toEqual(wanted);
    // Of these blocks some, or all, are in the scratch file; the state of rows with them, or not.
    for (const stay of [
      { whole: 5, states: 30 },
      { whole: 0, states: 3 },
    ])
      expect(await fromBlocks(problem, options, { ...blocks, stay, team })).toEqual(wanted);
  },
);

it("boosting from blocks of coded rows gives the same with bins of a byte each", async () => {
  const problem = fineProblem(3, 1500, 9, 2);
  const wanted = boosted(problem, small);
  expect(await fromBlocks(problem, small, { memory: 2 ** 28, team })).toEqual(wanted);
});

const room = (memory: number, blocks = 1000) => {
  const edges = new Float64Array(255);
  const bins = { kind: "numeric", bins: 256, missing: 255, edges, wide: false } as const;
  const loss = { name: "logistic", parameter: 0, outputs: 1, link: "logistic" } as const;
  const has = { classes: 2, weights: false, keys: false, leaves: 64 };
  const layout = new BlockLayout(1000, new Array(10).fill(bins), loss, has);
  return roomFor(layout, blocks, 2, { memory }).stay;
};

it("boosting from blocks of coded rows keeps in memory what has room, the state of rows first", () => {
  // 10 bytes of codes and 15 of state a row: 25 MB in all; tallies take an eighth, four blocks come and two sets of them go.
  expect(room(40e6)).toEqual({ whole: 1000, states: 1000 });
  expect(room(24e6).states).toBe(1000);
  expect(room(24e6).whole).toBeLessThan(1000);
  expect(room(10e6).whole).toBe(0);
  expect(room(10e6).states).toBeLessThan(1000);
  expect(() => room(1e5)).toThrow("--memory must be at least 1mb to boost from disk");
});
