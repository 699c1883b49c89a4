import { CoppiceError } from "../../base/errors.js";
import type { Problem } from "../../engine/problem.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { splitPacked } from "../../model/splitPacked.js";
import type {
  EnsembleContext,
  EnsembleDataContext,
  EnsembleDataWork,
  EnsembleLearner,
  EnsembleSlice,
  EnsembleWork,
} from "../learner.js";
import { preparing } from "../missing/preparing.js";
import type { TreeOptions } from "../treeOptions.js";
import { atCosts } from "./atCosts.js";
import { growDataFromBins, growFromBins } from "./binnedForest.js";
import { ForestMonitor, monitoredRows } from "./forestMonitor.js";
import { type ForestOptions, forestOptions, treeOptionsOf } from "./forestOptions.js";
import { forestOverData, refuseRows, rowsReadBy } from "./forestOverData.js";
import { growMany, kernelExpected } from "./growMany.js";
import { ShadowForest } from "./importance/shadowForest.js";
import { inRows } from "./inRows.js";
import { leavesOut, membersOf, sampledProblem } from "./members.js";
import { TreesSoFar } from "./treesSoFar.js";

interface ForestPreset {
  readonly name: string;
  readonly summary: string;
  readonly bootstrap: boolean;
  /** How its trees differ from others. */
  readonly answers: Partial<TreeOptions>;
}

function forestLearner({ name, summary, bootstrap, answers }: ForestPreset) {
  return {
    kind: "ensemble",
    name,
    summary,
    tasks: ["classification", "regression"],
    options: forestOptions({ bootstrap }),
    // Which rows a tree sees depends on their places, and draws are by weight.
    guarantees: { monotone: false, rowOrder: false, weights: false },
    missing: preparing,
    continues: "trees",
    kernels: (shape) => [kernelExpected(answers, shape)],
    readsRows: (options) =>
      rowsReadBy(options as unknown as ForestOptions) !== undefined || !!preparing(options),
    learn: (options, context) => forestInMemory(options as unknown as ForestOptions, context, answers),
    learnData: (options, context) => forestFrom(options as unknown as ForestOptions, context, answers),
  } satisfies EnsembleLearner;
}

/** Breiman 2001. */
export const forest = forestLearner({
  name: "forest",
  summary:
    "random forest: averages trees grown from bootstrap samples with a random subset of attributes at each node; estimates its own error (out-of-bag)",
  bootstrap: true,
  answers: {},
});

/** Geurts, Ernst and Wehenkel 2006. */
export const extraTrees = forestLearner({
  name: "extraTrees",
  summary:
    "extremely randomised trees: like a forest, with random thresholds and random sets of levels, on all rows",
  bootstrap: false,
  answers: { numeric: "random", nominal: "random" },
});

/** Rows in this process are grown from by kernels. */
function* forestFrom(
  options: ForestOptions,
  context: EnsembleDataContext,
  answers: Partial<TreeOptions>,
): EnsembleDataWork {
  const { data, seed, team, resume } = context;
  checkForest(options, data.task);
  if (!data.local) refuseRows(options, data);
  const problem = data.local?.problem ?? data.whole?.();
  if (problem === undefined) {
    const grow = (rows: EnsembleDataContext) => forestOverData(options, rows, answers);
    return yield* options.coding === "bins" ? growDataFromBins(grow, context) : grow(context);
  }
  return yield* forestInMemory(
    options,
    { problem, seed, ...(team && { team }), ...(resume && { resume }) },
    answers,
  ) as EnsembleDataWork;
}

function forestInMemory(
  options: ForestOptions,
  context: EnsembleContext,
  answers: Partial<TreeOptions>,
): EnsembleWork {
  const grow = (rows: EnsembleContext) => growForest(options, rows, answers);
  return options.coding === "bins" ? growFromBins(grow, context) : grow(context);
}

function* growForest(
  options: ForestOptions,
  given: EnsembleContext,
  answers: Partial<TreeOptions>,
): EnsembleWork {
  checkForest(options, given.problem);
  const { context, costs } = atCosts(options, given);
  const { problem, seed, resume, continueFrom } = context;
  const treeOptions = inRows(treeOptionsOf(options, problem, answers), problem, options);
  const { members: before } = resume ?? continueFrom ?? {};
  const kept = before?.kind === "packed" ? before.trees : undefined;
  const trees = new TreesSoFar(kept, options.trees);
  const rows = monitoredRows(problem, options);
  const monitor = () => new ForestMonitor(rows, options, seed, costs?.loss);
  const watch = resume || !continueFrom ? monitor() : monitorOf(continueFrom, monitor);
  if (resume) {
    watch.restore(resume.arrays);
    for (const [member, pack] of splitPacked(kept).entries()) watch.see({ pack }, member, { known: true });
  }
  const shadows =
    options.importance === "corrected" ? new ShadowForest(options, context, treeOptions) : undefined;
  const all = shadows ? 2 * options.trees : options.trees;
  const slice = (done: number): EnsembleSlice => {
    const figure = watch.figure();
    const state = () => ({
      members: { kind: "packed", trees: trees.joined() } as const,
      arrays: { ...watch.state(), ...shadows?.state() },
    });
    return { done: done / all, members: trees.count, state, ...(figure && { figure }) };
  };
  const members = membersOf(problem, options, seed, trees.count, options.trees);
  const sums = context.wantsScores === true && options.combine === "mean" && trees.count === 0;
  const growing = { ...context, ...watch.wanted, sums };
  let scores: Float64Array | undefined;
  for (const grown of growMany(sampledProblem(problem, options), treeOptions, members, growing)) {
    watch.see(grown, trees.count);
    scores = grown.sums;
    trees.add(grown.pack);
    yield slice(trees.count);
  }
  if (shadows) for (const grown of shadows.grow()) yield slice(options.trees + grown);
  const report = { ...watch.report(), ...(shadows && { importance: shadows.importance() }) };
  return {
    combine: { kind: options.combine },
    members: { kind: "packed", trees: trees.joined() },
    ...(costs && { costs }),
    ...(scores && { scores }),
    ...(Object.keys(report).length > 0 && { report }),
  };
}

/**
 * What is known of the trees of a model. Their figures are made anew; if the error out of the bag is not the one that the
 * model has, it was learned from other rows: which of these rows it has seen is not known, and figures begin with new trees.
 */
function monitorOf({ members, report }: EnsembleModel, monitor: () => ForestMonitor): ForestMonitor {
  const watch = monitor();
  if (members.kind !== "packed") return watch;
  for (const [member, pack] of splitPacked(members.trees).entries()) watch.see({ pack }, member);
  const same = JSON.stringify(watch.report().curves) === JSON.stringify(report?.curves);
  return same ? watch : monitor();
}

function checkForest(
  { combine, importance, attributeCosts, ...sampling }: ForestOptions,
  { task }: Pick<Problem, "task">,
): void {
  const fail = (name: string, message: string) => {
    throw new CoppiceError("OPTION_CONFLICT", message, { name });
  };
  if (combine === "vote" && task === "regression") {
    fail("combine", "combine=vote needs classes, and the target is numeric");
  }
  if (importance === "corrected" && attributeCosts !== undefined) {
    fail("importance", "importance=corrected compares attributes with shuffled copies, which have no costs");
  }
  if (importance === "permutation" && !leavesOut(sampling)) {
    fail(
      "importance",
      "importance=permutation needs rows that a tree did not see: use bootstrap=true, or a sampleShare below 1",
    );
  }
}
