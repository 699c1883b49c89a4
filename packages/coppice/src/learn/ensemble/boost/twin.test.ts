import fc from "fast-check";
import { expect, it } from "vitest";
import {
  boosted,
  broadProblem,
  fineProblem,
  type Kind,
  mixedProblem,
  type RawOptions,
  scoresOf,
  small,
  twin,
} from "../../../../test/boosted.js";
import { forAll, isDeep, teamsOfThreads } from "../../../../test/kit/index.js";
import type { Problem } from "../../../engine/problem.js";
import type { EnsembleState } from "../../../model/ensemble.js";
import type { EnsembleSlice, EnsembleWork } from "../../learner.js";
import { boost } from "./boost.js";
import { boostOptions } from "./options.js";

const ways: [string, Kind, RawOptions, boolean?][] = [
  ["logistic", "two", {}],
  ["softmax", "many", {}],
  ["softmax of two", "two", { loss: "softmax" }],
  ["softmax of five", "five", {}],
  ["weighted softmax", "five", {}, true],
  ["squared", "number", {}],
  ["absolute", "number", { loss: "absolute" }],
  ["huber", "number", { loss: "huber", huberDelta: 0.7 }],
  ["quantile", "number", { loss: "quantile", quantile: 0.8 }],
  ["poisson", "count", { loss: "poisson" }],
  ["weights", "two", {}, true],
  ["weighted quantile", "number", { loss: "quantile", quantile: 0.3 }, true],
  ["weighted poisson", "count", { loss: "poisson" }, true],
  ["depth by depth", "two", { growth: "depth", maxDepth: 3 }],
  ["drawn rows", "many", { rowShare: 0.6 }],
  ["drawn attributes", "two", { attributeShare: 0.6, nodeAttributeShare: 0.5 }],
  ["drawn attributes, many classes", "five", { attributeShare: 0.4, rowShare: 0.7 }],
  ["drawn attributes at nodes, many classes", "many", { nodeAttributeShare: 0.5 }],
  ["held-back rows, many classes", "five", { validation: 0.3, patience: 2, rounds: 6 }],
  ["held-back rows", "two", { validation: 0.3, patience: 2, rounds: 12 }],
  ["one direction", "number", { monotone: { smooth: 1, holed: -1, grades: -1 } }],
  ["one direction, two classes", "two", { monotone: { holed: 1 } }],
  ["stern levels", "many", { levelSmoothing: 5, levelRows: 20, maxLevels: 3, lambda: 2, minGain: 0.01 }],
  ["few bins", "number", { bins: 7 }],
];

const teams = teamsOfThreads();

it.each(ways)("grow the same trees: %s", (_, kind, given, weighted) => {
  forAll(8, [fc.integer(), fc.integer({ min: 30, max: 600 })], (seed, rows) => {
    const problem = mixedProblem(seed, rows, kind, weighted);
    expect(boosted(problem, { ...small, ...given })).toEqual(twin(problem, { ...small, ...given }));
  });
});

it.each(ways)("grow the same trees on any number of threads: %s", (_, kind, given, weighted) => {
  const problem = mixedProblem(7, 9000, kind, weighted);
  const alone = boosted(problem, { ...small, ...given });
  for (const team of teams.slice(1))
    expect(boosted(problem, { ...small, ...given }, { team })).toEqual(alone);
});

it.each<[string, Kind, RawOptions]>([
  ["two classes", "two", {}],
  ["drawn attributes", "two", { nodeAttributeShare: 0.5 }],
  ["depth by depth", "number", { growth: "depth" }],
  ["a limit on depth", "two", { maxDepth: 4 }],
  ["one direction", "number", { monotone: { smooth: 1, holed: -1 } }],
  ["medians", "number", { loss: "absolute" }],
  ["more leaves than there are", "many", { maxLeaves: 400 }],
])("grow the same trees from leaves that are large, then small: %s", (name, kind, given) => {
  // Of eight attributes, leaves of more than 32,768 rows are large; facts are found in pieces of 65,536 rows.
  const rows = name === "two classes" ? 70_000 : 40_000;
  const problem = mixedProblem(13, isDeep ? 90_000 : rows, kind);
  const options = { rounds: 3, maxLeaves: 31, ...given };
  const alone = boosted(problem, options);
  for (const team of teams.slice(1)) expect(boosted(problem, options, { team })).toEqual(alone);
});

/** The kernel grows the trees of its twin, on any number of threads. */
function expectTwins(problem: Problem, given: RawOptions) {
  const options = { ...small, ...given };
  const wanted = twin(problem, options);
  for (const team of teams) expect(boosted(problem, options, { team })).toEqual(wanted);
}

it.each<[string, Kind, RawOptions, boolean?]>([
  ["two classes", "two", {}],
  ["many classes", "many", {}],
  ["weights", "number", {}, true],
  ["drawn rows", "two", { rowShare: 0.7 }],
  // Levels that no training row has, and missing values where training rows have none, are in validation rows only.
  ["held-back rows", "two", { validation: 0.3, patience: 2 }],
])("grow the same trees if attributes are tallied together: %s", (_, kind, given, weighted) => {
  expectTwins(mixedProblem(17, 4000, kind, weighted), given);
});

it.each([{}, { attributeShare: 0.6 }])("grow the same trees of attributes beyond one tally: %j", (given) => {
  expectTwins(broadProblem(5, 700, 150), given);
});

it.each(ways)("goes on from a model as if it had never stopped: %s", (_, kind, given, weighted) => {
  const problem = mixedProblem(3, 400, kind, weighted);
  for (const kernelRows of [0, 1e9]) {
    const stop = kernelRows === 0 ? 2 : 1;
    let resume: EnsembleState | undefined;
    const onRound = (slice: EnsembleSlice, round: number) => {
      if (round === stop) resume = slice.state();
    };
    const whole = boosted(problem, { ...small, ...given }, { kernelRows, onRound });
    expect(boosted(problem, { ...small, ...given }, { kernelRows, resume: resume! })).toEqual(whole);
  }
});

it.each<[string, number, number, RawOptions]>([
  ["two classes", 2, 9, {}],
  ["many classes", 4, 9, {}],
  ["drawn attributes", 2, 10, { attributeShare: 0.6 }],
  ["drawn attributes at nodes", 2, 10, { nodeAttributeShare: 0.5 }],
  ["drawn rows", 2, 7, { rowShare: 0.7 }],
  ["held-back rows", 2, 7, { validation: 0.3, patience: 2 }],
  ["more attributes than are tallied together", 2, 70, {}],
])("grow the same trees if bins are bytes: %s", (_, classes, attributes, given) => {
  forAll(4, [fc.integer(), fc.integer({ min: 400, max: 1500 })], (seed, rows) => {
    expectTwins(fineProblem(seed, rows, attributes, classes), given);
  });
});

it.each(ways)("hand over the scores of the rows, if wanted: %s", (_, kind, given, weighted) => {
  const problem = mixedProblem(11, 300, kind, weighted);
  for (const kernelRows of [0, 1e9]) {
    const options = { ...small, ...given };
    const { scores, ...model } = boosted(problem, options, { kernelRows, wantsScores: true });
    expect(model).toEqual(boosted(problem, options));
    if (scores === undefined) {
      // Early stopping has taken back some rounds.
      expect(given).toHaveProperty("validation");
      continue;
    }
    const wanted = Array.from({ length: problem.rows }, (_, row) => [...scoresOf(model, problem, row)]);
    expect([...scores]).toEqual(wanted.flat());
  }
});

it("keeps runs apart that take turns in one memory", () => {
  const [a, b] = [mixedProblem(1, 300, "two"), mixedProblem(2, 500, "number")];
  const more = { ...small, rounds: 7 };
  const wanted = [boosted(a, small), boosted(b, more)];
  const team = teams[1];
  const start = team.heap.mark();
  const first = boost(boostOptions.parse(small), { problem: a, seed: 1, team });
  first.next();
  const second = boost(boostOptions.parse(more), { problem: b, seed: 1, team });
  second.next();
  const rest = (run: EnsembleWork) => {
    let step = run.next();
    while (!step.done) step = run.next();
    return step.value;
  };
  expect([rest(first), rest(second)]).toEqual(wanted);
  team.heap.release(start);
});
