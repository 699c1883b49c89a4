import { memberSeed } from "../../base/nodeRandom.js";
import * as z from "../../base/schema.js";
import { gridWeights } from "../../engine/grid.js";
import { memoryData } from "../../engine/memory/data.js";
import { type Problem, problemRows, rowsWithGaps } from "../../engine/problem.js";
import type { Team } from "../../kernels/team.js";
import type { Costs } from "../../model/costs.js";
import type { Combination, LearningCurve } from "../../model/ensemble.js";
import type { TreeModel } from "../../model/tree.js";
import { leastRisk } from "../../predict/combine.js";
import { landedAnswers } from "../../predict/landedAnswers.js";
import type { ClassPrediction } from "../../predict/prediction.js";
import { predictTree } from "../../predict/predictTree.js";
import { hasAnswers, nodeClasses } from "../../predict/treeAnswers.js";
import { makeTable } from "../../table/table.js";
import type { EnsembleContext, EnsembleLearner, EnsembleWork } from "../learner.js";
import type { OnLanded } from "../prune/kernelMovableTree.js";
import { c5Reweighting, type Reweighting, samme } from "./boostWeights.js";
import { type MemberChoice, memberCosts, memberFields, memberLearner } from "./memberLearner.js";

const options = z.strictObject({
  trees: z
    .int()
    .min(1)
    .max(100_000)
    .default(50)
    .describe("maximum number of trees; boosting may stop earlier"),
  ...memberFields("c45"),
  variant: z
    .enum(["samme", "c5"])
    .default("samme")
    .describe(
      "how rows are reweighted and trees are combined: SAMME (AdaBoost for any number of classes) with weighted votes, or the milder steps of C5.0 with mean confidences",
    ),
});

interface AdaBoostOptions extends MemberChoice {
  readonly trees: number;
  readonly variant: "samme" | "c5";
}

/** Freund and Schapire 1997; Zhu, Zou, Rosset and Hastie 2009 (SAMME); Quinlan's C5.0. */
export const adaBoost = {
  kind: "ensemble",
  strings: "nodes",
  name: "adaBoost",
  summary: "AdaBoost: each tree gives more weight to the rows that the previous ones misclassified",
  tasks: ["classification"],
  options,
  guarantees: { monotone: false, rowOrder: false, weights: false },
  learn: (given, context) => boost(given as unknown as AdaBoostOptions, context),
} satisfies EnsembleLearner;

function* boost({ trees, variant, ...choice }: AdaBoostOptions, context: EnsembleContext): EnsembleWork {
  const { problem, seed, team, resume } = context;
  const learn = memberLearner(choice, problem);
  const costs = memberCosts(choice, problem);
  const reweigh = variant === "samme" ? samme : c5Reweighting;
  const booster = new Booster(problem, reweigh, costs?.loss, team);
  const kept = resume?.members.kind === "models" ? resume.members.models : [];
  for (let member = 0; member < trees && !booster.done; member++) {
    const isKept = member < kept.length;
    const grow = () =>
      learn(memoryData(booster.weighted(), team), memberSeed(seed, member), team, booster.onLanded);
    booster.add(isKept ? kept[member] : grow());
    if (isKept) continue;
    const state = () => ({ members: { kind: "models", models: [...booster.seen] } as const, arrays: {} });
    const value = booster.errors.at(-1)!;
    const figure = { name: "training error", value };
    yield { done: (member + 1) / trees, members: member + 1, state, figure };
  }
  const scores = context.wantsScores ? { scores: booster.sums } : {};
  return { ...booster.learned(variant), ...(costs && { costs }), ...scores };
}

/** What a model says of the rows. */
type Answer = Pick<ClassPrediction, "labels" | "probabilities">;

class Booster {
  done = false;
  readonly errors: number[] = [];
  /** Every model that was learned, and those that count. */
  readonly seen: TreeModel[] = [];
  private readonly models: TreeModel[] = [];
  private readonly votes: number[] = [];
  /** What the last model says of the rows, if that is known from pruning it. */
  private landed: { readonly nodes: TreeModel["nodes"]; readonly answer: Answer } | undefined;
  /** The rows with a missing value, once asked for. */
  private gaps: Int32Array | undefined;
  private weights: Float64Array;
  /** What the models that count say of the rows, added up: by row and class. */
  readonly sums: Float64Array;
  private readonly table;
  private readonly truth: Int32Array;
  private readonly classes: number;
  /** Classes that occur: guessing among others is no help. */
  private readonly present: number;

  constructor(
    private readonly problem: Problem,
    private readonly reweigh: Reweighting,
    private readonly loss: Costs["loss"],
    private readonly team: Team | undefined,
  ) {
    if (problem.target.kind !== "classes") throw new Error("boosting needs classes");
    const { codes, levels } = problem.target.column;
    this.truth = codes;
    this.classes = levels.length;
    this.present = new Set(codes).size;
    this.weights = toRows(problem.weights ?? new Float64Array(problem.rows).fill(1));
    this.sums = new Float64Array(problem.rows * this.classes);
    this.table = makeTable([...problem.attributes]);
  }

  /** The rows with the weights of this round; a row whose weight vanished is gone. */
  weighted(): Problem {
    const { weights, quantum: weightQuantum, total: totalWeight } = gridWeights(this.weights);
    const whole = { ...this.problem, weights, weightQuantum, totalWeight };
    const rows = positiveRows(weights);
    return rows.length === weights.length ? whole : problemRows(whole, rows);
  }

  /**
   * Where all rows come to in the model that is being learned, if it is known. A row with a gap may be in one leaf only because
   * its other shares were too small for the weight grid, so it is walked.
   */
  readonly onLanded: OnLanded = (model, leaves, walk) => {
    const { nodes, derived, costs } = model;
    if (leaves.length !== this.table.rows || derived || hasAnswers(model)) return;
    this.gaps ??= rowsWithGaps(this.problem);
    const tree = nodeClasses(model, this.classes);
    const rows = { leaves, gaps: this.gaps, walked: walk(this.gaps, tree.probabilities) };
    this.landed = { nodes, answer: landedAnswers(tree, rows, costs?.loss) };
  };

  private answerOf(model: TreeModel): Answer {
    const { table, team, landed } = this;
    this.landed = undefined;
    return landed?.nodes === model.nodes
      ? landed.answer
      : (predictTree(model, table, team) as ClassPrediction);
  }

  add(model: TreeModel): void {
    this.seen.push(model);
    const answer = this.answerOf(model);
    const wrong = differences(answer.labels, this.truth);
    const step = this.reweigh(this.weights, wrong, this.present);
    this.done = step.isLast;
    // The first model is better than none.
    if (step.isUseless && this.models.length > 0) return;
    this.models.push(model);
    this.votes.push(step.isUseless ? 1 : step.vote);
    this.weights = toRows(step.weights);
    this.hear(answer, this.votes.at(-1)!);
  }

  learned(variant: AdaBoostOptions["variant"]) {
    const { models, votes } = this;
    const combine: Combination = variant === "samme" ? { kind: "vote", weights: votes } : { kind: "mean" };
    const values = this.errors.slice(0, models.length);
    const curves: LearningCurve[] = [{ on: "train", measure: "error", values }];
    return { combine, members: { kind: "models", models }, report: { curves } } as const;
  }

  private hear({ labels, probabilities }: Answer, vote: number): void {
    const { sums, classes, reweigh } = this;
    let wrong = 0;
    const loss = reweigh === samme ? undefined : this.loss;
    const { truth } = this;
    const { weights } = this.problem;
    for (let row = 0; row < labels.length; row++) {
      const at = row * classes;
      if (reweigh === samme) sums[at + labels[row]] += vote;
      else for (let k = 0; k < classes; k++) sums[at + k] += probabilities[at + k];
      if (leastRisk(sums, row, classes, loss) !== truth[row])
        wrong += weights === undefined ? 1 : weights[row];
    }
    this.errors.push(wrong / this.problem.totalWeight);
  }
}

/** Weights that sum to the number of rows, so that minLeaf and its like keep their meaning. */
function toRows(weights: Float64Array): Float64Array {
  let total = 0;
  for (let row = 0; row < weights.length; row++) total += weights[row];
  const scaled = new Float64Array(weights.length);
  for (let row = 0; row < scaled.length; row++) scaled[row] = (weights[row] / total) * weights.length;
  return scaled;
}

function positiveRows(weights: Float64Array): Int32Array {
  const rows = new Int32Array(weights.length);
  let n = 0;
  for (let row = 0; row < weights.length; row++) if (weights[row] > 0) rows[n++] = row;
  return rows.subarray(0, n);
}

/** 1 where two codes differ. */
function differences(labels: Int32Array, truth: Int32Array): Int32Array {
  const wrong = new Int32Array(labels.length);
  for (let row = 0; row < wrong.length; row++) wrong[row] = labels[row] === truth[row] ? 0 : 1;
  return wrong;
}
