import { random } from "../../base/random.js";
import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { SoftKernel } from "../../kernels/drivers/soft/softKernel.js";
import { gatesOf, type SoftEvaluator, type SoftRows } from "../../kernels/drivers/soft/softRows.js";
import { kernelsUsable } from "../../kernels/support.js";
import { SoloTeam, type Team } from "../../kernels/team.js";
import type { Costs } from "../../model/costs.js";
import type { Hardening } from "../../model/tree.js";
import type { AppliesWhen } from "../applies.js";
import { type CostOptions, weighByPriors } from "../cost/problemCosts.js";
import type { Learned, RowTreeContext, RowTreeLearner, RowTreeWork } from "../learner.js";
import { stringsOption } from "../strings/stringOptions.js";
import { lossOption, priorsOption } from "../treeOptions.js";
import { type GrownSoft, softTreeOf, trained } from "./grownSoft.js";
import { growSoft, type SoftChoice } from "./growSoft.js";
import { type Held, holdOut } from "./holdOut.js";
import { gateCells, softGates } from "./softGates.js";
import { errorOn, type FinishedSoft, hardAnswers, placeSums, softNodes } from "./softNodes.js";
import { type SoftTarget, type SoftTerm, softRows, softTarget, softTerms } from "./softTerms.js";
import { SoftTwin } from "./twin.js";

const CLASSES: AppliesWhen = { task: "classification" };

const options = z.strictObject({
  maxDepth: z.int().min(1).max(20).default(5).describe("maximum depth of the tree"),
  maxLeaves: z.int().min(2).max(256).default(32).describe("maximum number of leaves"),
  decay: z
    .number()
    .min(0)
    .optional()
    .describe(
      "weight decay: a penalty on large coefficients, which makes gates steep (default: 1, 0.3, 0.1 or 0.03, chosen on the validation rows)",
    ),
  validation: z
    .number()
    .gt(0)
    .lt(1)
    .default(0.33)
    .describe(
      "share of the rows on which splits and the decay are checked; the finished tree is trained on all rows",
    ),
  steps: z
    .int()
    .min(1)
    .default(40)
    .describe("steps of training after each split; the finished tree is trained for three times as many"),
  priors: priorsOption
    .optional()
    .describe("prior probabilities of the classes (default: as in the data); they act as row weights")
    .meta({ appliesWhen: CLASSES }),
  loss: lossOption
    .optional()
    .describe(
      "cost of predicting one class when another is true; the class with the lowest expected loss under the averaged probabilities is predicted",
    )
    .meta({ appliesWhen: CLASSES }),
  prune: z.enum(["none"]).default("none").describe("pruning method: none; splits are kept by validation"),
  gates: z
    .enum(["soft", "hard"])
    .default("soft")
    .describe(
      "soft: every row goes down both branches; hard: the gates of the trained tree become thresholds, and its leaves predict what reaches them",
    ),
  strings: stringsOption,
});

interface SoftOptions extends CostOptions {
  readonly maxDepth: number;
  readonly maxLeaves: number;
  readonly decay?: number;
  readonly validation: number;
  readonly steps: number;
  readonly gates: "soft" | "hard";
}

/** Weight decays to try, the strongest first. */
const DECAYS = [1, 0.3, 0.1, 0.03];
const FINAL_STEPS = 3;
/** From so many cells on, the threads of the fit are used. */
const CELLS_FOR_TEAM = 1 << 18;

/** Soft decision trees (Irsoy, Yildiz, Alpaydin 2012; A 9.7). */
export const softTree = {
  kind: "tree",
  name: "softTree",
  summary:
    "soft tree: every row goes down all branches, with shares given by sigmoid gates on weighted sums of the attributes",
  tasks: ["classification", "regression"],
  options,
  guarantees: { monotone: false, rowOrder: false, weights: false },
  learnRows: (given, context) => learnSoft(given as unknown as SoftOptions, context),
} satisfies RowTreeLearner;

function* learnSoft(given: SoftOptions, { problem: whole, seed, team }: RowTreeContext): RowTreeWork {
  const { problem, costs } = weighByPriors(given, whole);
  const terms = softTerms(problem);
  const target = softTarget(problem);
  const rng = random(seed);
  const held = holdOut(problem, given.validation, rng);
  const evaluators = new Evaluators(problem, terms, target, team);
  const growth = {
    terms: terms.length,
    maxDepth: given.maxDepth,
    maxGates: terms.length === 0 || held.check.length === 0 ? 0 : given.maxLeaves - 1,
    decays: given.decay === undefined ? DECAYS : [given.decay],
    steps: given.steps,
  };
  try {
    const train = evaluators.of(held.train);
    const choice = yield* growSoft(train, evaluators.of(held.check), growth, rng);
    const finish = (tree: GrownSoft) => finished(tree, train.data.width, terms, target, problem);
    const { hardening } = hardened(finish(choice.tree), problem, target, held, costs);
    yield 0.9;
    const last = refit(evaluators.of(held.all), choice, given, growth.terms);
    const tree = learned(finish(last), problem, target, held.all, given.gates === "hard", costs);
    return { ...tree, ...(costs && { costs }), ...(hardening && { hardening }) };
  } finally {
    evaluators.release();
  }
}

function refit(
  all: SoftEvaluator,
  { tree, decay }: SoftChoice,
  { steps }: SoftOptions,
  terms: number,
): GrownSoft {
  return trained(all, tree, terms, decay, FINAL_STEPS * steps);
}

/** By kernel where the host has them. Tables that are large enough use the given threads; others have a memory of their own. */
class Evaluators {
  private readonly team: Team | undefined;
  private readonly mark: number;

  constructor(
    private readonly problem: Problem,
    private readonly terms: readonly SoftTerm[],
    private readonly target: SoftTarget,
    team: Team | undefined,
  ) {
    const isLarge = problem.rows * terms.length >= CELLS_FOR_TEAM;
    if (kernelsUsable()) this.team = isLarge && team ? team : new SoloTeam();
    this.mark = this.team?.heap.mark() ?? 0;
  }

  of(rows: Int32Array): SoftEvaluator {
    const data: SoftRows = softRows(this.problem, this.terms, this.target, rows);
    return this.team ? new SoftKernel(this.team, data) : new SoftTwin(data);
  }

  release(): void {
    this.team?.heap.release(this.mark);
  }
}

function finished(
  tree: GrownSoft,
  width: number,
  terms: readonly SoftTerm[],
  { classes }: SoftTarget,
  { attributes }: Problem,
): FinishedSoft {
  return {
    branches: tree.branches,
    gates: softGates(tree, width, terms, attributes.length),
    answers: softTreeOf(tree, width, classes).answers,
  };
}

/** What hard gates cost on the validation rows, before the tree is trained on them too. */
function hardened(
  tree: FinishedSoft,
  problem: Problem,
  target: SoftTarget,
  { train, check }: Held,
  costs: Costs | undefined,
): { hardening?: Hardening } {
  if (gatesOf(tree) === 0) return {};
  const cells = gateCells(tree.gates, problem);
  const sums = placeSums(tree, cells, problem, target, train, true);
  const asHard = { ...tree, answers: hardAnswers(tree, sums, target) };
  const soft = errorOn(tree, cells, problem, target, check, false, costs);
  const hard = errorOn(asHard, cells, problem, target, check, true, costs);
  return { hardening: { rows: check.length, soft, hard } };
}

function learned(
  tree: FinishedSoft,
  problem: Problem,
  target: SoftTarget,
  rows: Int32Array,
  areHard: boolean,
  costs: Costs | undefined,
): Learned {
  const cells = gateCells(tree.gates, problem);
  const sums = placeSums(tree, cells, problem, target, rows, areHard);
  return {
    nodes: softNodes(tree, sums, target, areHard, costs),
    measures: tree.gates.map(({ measure }) => measure),
  };
}
