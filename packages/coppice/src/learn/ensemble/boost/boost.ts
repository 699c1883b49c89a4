import { mustBe } from "../../../base/errors.js";
import { log2 } from "../../../base/log2.js";
import { type Problem, problemRows } from "../../../engine/problem.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import type { Booster } from "../../../kernels/drivers/boost/booster.js";
import { Borrowed } from "../../../kernels/drivers/boost/borrow.js";
import { gridFor } from "../../../kernels/drivers/boost/grid.js";
import { KernelBooster } from "../../../kernels/drivers/boost/kernelBooster.js";
import { type BoostPlan, roundRules, type TreeDraws } from "../../../kernels/drivers/boost/plan.js";
import { kernelsUsable } from "../../../kernels/support.js";
import type { Team } from "../../../kernels/team.js";
import type { Members } from "../../../model/ensemble.js";
import { joinPacked } from "../../../model/joinPacked.js";
import type { PackedTrees } from "../../../model/packed.js";
import { splitPacked } from "../../../model/splitPacked.js";
import type { EnsembleContext, EnsembleLearned, EnsembleSlice, EnsembleWork } from "../../learner.js";
import { addPacked } from "./addPacked.js";
import { baseScores } from "./base.js";
import { binAttributes } from "./bins.js";
import { draw, hash, keyFor } from "./chance.js";
import { heldLoss } from "./heldLoss.js";
import { kernelKnows } from "./kernelKnows.js";
import { boundsOf, isCounted, usualLambda } from "./loss.js";
import type { BoostOptions } from "./options.js";
import { packTrees, unpack } from "./pack.js";
import { refitLeaves } from "./refit.js";
import { directionsOf, resolveLoss } from "./resolve.js";
import { TwinBooster } from "./twin.js";

export interface BoostContext extends EnsembleContext {
  /** Rows from which on kernels are used, where they can be: all tables. */
  readonly kernelRows?: number;
  /** Cells from which on threads share the work. */
  readonly threadCells?: number;
}

/** With fewer cells in the trees of a round threads would wait for each other longer than they work. */
const THREAD_CELLS = 2 ** 17;

/** At most: two classes need one tree. */
function treesPerRound({ target }: Problem): number {
  return target.kind === "classes" && target.column.levels.length > 2 ? target.column.levels.length : 1;
}

/** Gradient boosting (Friedman 2001): a slice is a round. */
export function* boost(options: BoostOptions, context: BoostContext): EnsembleWork {
  const { rows, attributes } = context.problem;
  const able = kernelsUsable() && kernelKnows(options) && fits(options, context);
  if (!able || rows < (context.kernelRows ?? 0)) {
    return yield* new Boosting(options, context, undefined).run();
  }
  const cells = rows * attributes.length * treesPerRound(context.problem);
  const alone = cells < (context.threadCells ?? THREAD_CELLS);
  const borrowed = new Borrowed(context.team, alone);
  try {
    const boosting = new Boosting(options, context, borrowed.team);
    borrowed.settle();
    return yield* boosting.run();
  } finally {
    borrowed.giveBack();
  }
}

/** Whether the tallies of all leaves, and the rows, have room in the memory of kernels, which ends at 4 GiB. */
function fits({ maxLeaves }: BoostOptions, { problem, team }: BoostContext): boolean {
  const { rows, attributes, target } = problem;
  const outputs = target.kind === "classes" ? target.column.levels.length : 1;
  const levels = attributes.reduce((sum, a) => sum + (a.type === "numeric" ? 0 : a.levels.length), 0);
  const slot = 2048 * attributes.length + 8 * levels;
  const row = 56 + 6 * attributes.length + 12 * outputs;
  // Besides the leaves' tallies there are those that threads make ahead, and those that they merge.
  const slots = Math.min(maxLeaves, rows) + 8 + (team?.size ?? 1);
  return slot * slots + row * rows < 3.5 * 2 ** 30;
}

class Boosting {
  private readonly plan: BoostPlan;
  /** Targets, scores and trees are in this unit until they leave. */
  private readonly unit: number;
  private readonly base: number[];
  private readonly booster: Booster;
  private readonly trees: BoostedTree[] = [];
  /** The trees of a model that is continued; they come before the others. */
  private readonly kept: PackedTrees | undefined;
  private readonly held: number[] = [];
  /** The rows' places in the problem, where some are held back. */
  private readonly order: Int32Array | undefined;
  /** What the tests on each attribute gained. */
  private readonly gains: Float64Array;

  constructor(
    private readonly options: BoostOptions,
    private readonly context: BoostContext,
    team: Team | undefined,
  ) {
    const { problem } = context;
    const { attributes } = problem;
    this.gains = new Float64Array(attributes.length);
    const { members } = context.continueFrom ?? {};
    this.kept = members?.kind === "packed" ? members.trees : undefined;
    const { order, trainRows } = holdBack(problem.rows, options.validation, context.seed);
    this.order = order;
    this.unit = unitOf(problem, options);
    const loss = resolveLoss(problem, options, this.unit);
    const trained = order ? problemRows(problem, Array.from(order.subarray(0, trainRows))) : problem;
    const { combine } = context.continueFrom ?? {};
    const base = combine?.kind === "sum" ? combine.base : baseScores(trained, loss);
    this.base = base.map((score) => score / this.unit);
    const directions = directionsOf(attributes, options.monotone, loss);
    const count = (share: number, n: number) => Math.max(1, Math.round(share * n));
    const treeAttributes = count(options.attributeShare, attributes.length);
    const nodeShare = options.nodeAttributeShare;
    this.plan = {
      ...options,
      loss,
      attributes: binAttributes(attributes, order, trainRows, options.bins, team),
      directions,
      constrained: directions.some((direction) => direction !== 0),
      rows: problem.rows,
      trainRows,
      targets: targetsOf(problem, order, this.unit),
      ...(problem.weights && { weights: inOrder(problem.weights, order) }),
      seed: context.seed,
      maxLeaves: Math.min(options.maxLeaves, Math.max(2, trainRows)),
      maxDepth: options.maxDepth ?? 65_536,
      lambda: options.lambda ?? usualLambda(loss),
      levelSmoothing: options.levelSmoothing ?? Math.min(20, trainRows / 1000),
      levelLambda: options.levelLambda ?? Math.min(20, trainRows / 1000),
      levelRows: options.levelRows ?? Math.min(100, trainRows / 200),
      byDepth: options.growth === "depth",
      treeAttributes,
      nodeAttributes: nodeShare < 1 ? count(nodeShare, treeAttributes) : 0,
    };
    this.booster = team
      ? new KernelBooster(team, this.plan, attributes, order)
      : new TwinBooster(this.plan, attributes, order);
  }

  *run(): EnsembleWork {
    // With one class there is nothing to tell apart.
    const rounds = this.plan.loss.link === "softmax" && this.base.length === 1 ? 0 : this.options.rounds;
    this.booster.setScores(this.base);
    let round = this.replay();
    while (round < rounds && !this.isStale(round)) {
      this.round(round++);
      this.watch();
      yield this.slice(round);
    }
    return this.learned(this.held.length === 0 ? round : this.bestRound());
  }

  private slice(round: number): EnsembleSlice {
    const value = this.held.at(-1);
    return {
      done: round / this.options.rounds,
      members: this.keptTrees + this.trees.length,
      state: () => ({ members: this.members(round), arrays: { gains: this.gains.slice() } }),
      ...(value !== undefined && { figure: { name: "validation loss", value } }),
    };
  }

  /** Adds the scores of the model that is continued; how many rounds it has. */
  private continued(trees: PackedTrees): number {
    const { outputs } = this.plan.loss;
    const { problem, continueFrom } = this.context;
    const sums = continueFrom?.report?.importance?.sums;
    if (sums) this.gains.set(sums);
    const rounds = this.keptTrees / outputs;
    for (let tree = 0; tree < this.keptTrees; tree++) {
      addPacked(trees, tree, problem, this.order, this.unit, this.booster.scores(tree % outputs));
      if (tree % outputs === outputs - 1) this.watch();
    }
    return rounds;
  }

  private get keptTrees(): number {
    return this.kept === undefined ? 0 : this.kept.starts.length - 1;
  }

  /** Adds the trees of the run that is resumed; how many rounds it has. */
  private replay(): number {
    const { resume } = this.context;
    if (this.kept && resume === undefined) return this.continued(this.kept);
    if (resume === undefined || resume.members.kind !== "packed") return 0;
    if (resume.arrays.gains) this.gains.set(resume.arrays.gains);
    const { trees } = resume.members;
    const { outputs } = this.plan.loss;
    const rounds = (trees.starts.length - 1) / outputs;
    for (let tree = 0; tree < rounds * outputs; tree++) {
      const grown = unpack(trees, tree, this.unit, this.plan.attributes, this.context.problem.attributes);
      this.booster.follow(tree % outputs, grown);
      this.trees.push(grown);
      if (tree % outputs === outputs - 1) this.watch();
    }
    return rounds;
  }

  private round(round: number): void {
    const { booster, plan } = this;
    const { seed, loss } = plan;
    const keys = [keyFor("rows", seed, round), keyFor("rounding", seed, round)] as const;
    booster.startRound(roundRules(plan, this.grid(), ...keys));
    const draws = Array.from({ length: loss.outputs }, (_, output) => {
      const key = keyFor("tree", seed, round, output);
      const attributes = draw(plan.attributes.length, plan.treeAttributes, key);
      return { attributes, nodeKey: keyFor("node", seed, round, output) };
    });
    const grown = loss.refit === undefined ? booster.growRound(draws) : [this.refitted(draws[0])];
    for (const tree of grown) {
      this.checkFinite(tree);
      this.trees.push(tree);
      for (let i = 0; i < tree.nodes; i++)
        if (tree.attribute[i] >= 0) this.gains[tree.attribute[i]] += tree.gain[i];
    }
  }

  /** Steps that are too long drive the scores ever further away, until they leave the range of numbers. */
  private checkFinite({ nodes, attribute, value }: BoostedTree): void {
    for (let i = 0; i < nodes; i++) {
      if (attribute[i] >= 0 || Number.isFinite(value[i] * this.unit)) continue;
      const rule = "small enough for the scores to stay in the range of numbers";
      throw mustBe("OPTION_RANGE", "learningRate", rule, this.options.learningRate);
    }
  }

  /** The tree of a loss whose leaves get their values from the rows in them. */
  private refitted(draws: TreeDraws): BoostedTree {
    const tree = this.booster.grow(0, draws);
    refitLeaves(this.booster, tree, this.plan);
    this.booster.add(0, tree);
    return tree;
  }

  private grid() {
    const { loss, weights, trainRows } = this.plan;
    const counted = isCounted(loss) && weights === undefined;
    const known = boundsOf(loss);
    const { gradient, hessian } = known ?? this.booster.largest();
    // The largest of all rows already has their weights in it.
    const most = known && weights ? weights.reduce((a, b) => Math.max(a, b), 0) : 1;
    return gridFor(trainRows, { gradient: gradient * most, hessian: hessian * most, counted });
  }

  private watch(): void {
    if (this.options.validation !== undefined) this.held.push(heldLoss(this.booster, this.plan));
  }

  /** The round, counted from 1, after which the validation rows fared best. */
  private bestRound(): number {
    let best = 0;
    for (let i = 1; i < this.held.length; i++) if (this.held[i] < this.held[best]) best = i;
    return best + 1;
  }

  private isStale(round: number): boolean {
    return this.held.length > 0 && round - this.bestRound() >= this.options.patience;
  }

  private members(rounds: number): Members {
    const wanted = rounds * this.plan.loss.outputs;
    const trees = this.trees.slice(0, Math.max(0, wanted - this.keptTrees));
    const added = packTrees(trees, this.unit, this.plan.attributes, this.context.problem.attributes);
    if (this.kept === undefined) return { kind: "packed", trees: added };
    const kept = wanted < this.keptTrees ? joinPacked(splitPacked(this.kept).slice(0, wanted)) : this.kept;
    return { kind: "packed", trees: trees.length > 0 ? joinPacked([kept, added]) : kept };
  }

  private learned(rounds: number): EnsembleLearned {
    const { outputs, link } = this.plan.loss;
    const gained = this.gains.reduce((sum, gain) => sum + gain, 0);
    const shares = Array.from(this.gains, (gain) => (gained > 0 ? gain / gained : 0));
    const curve = { on: "validation", measure: "loss", values: this.held } as const;
    return {
      combine: { kind: "sum", base: this.base.map((score) => score * this.unit), outputs, link },
      members: this.members(rounds),
      report: {
        ...(this.knowsGains && {
          importance: { kind: "gain", values: shares, sums: Array.from(this.gains) },
        }),
        ...(this.held.length > 0 && { curves: [curve] }),
      },
      ...(this.context.wantsScores &&
        this.keptTrees + this.trees.length === rounds * outputs && { scores: this.scores() }),
    };
  }

  /** Models of earlier versions do not tell what their tests gained. */
  private get knowsGains(): boolean {
    return this.kept === undefined || this.context.continueFrom?.report?.importance?.sums !== undefined;
  }

  /** The scores of the rows in the problem's order. */
  private scores(): Float64Array {
    const { rows, loss } = this.plan;
    const scores = new Float64Array(rows * loss.outputs);
    for (let output = 0; output < loss.outputs; output++) {
      const found = this.booster.scores(output);
      if (loss.outputs === 1 && this.order === undefined && this.unit === 1) return found.slice();
      for (let i = 0; i < found.length; i++)
        scores[(this.order ? this.order[i] : i) * loss.outputs + output] = found[i] * this.unit;
    }
    return scores;
  }
}

/** The rows to learn from first, then those held back, each in their order; undefined when none are. */
function holdBack(
  rows: number,
  share: number | undefined,
  seed: number,
): { order?: Int32Array; trainRows: number } {
  if (share === undefined || rows < 2) return { trainRows: rows };
  const key = keyFor("held", seed);
  const stay: number[] = [];
  const back: number[] = [];
  for (let row = 0; row < rows; row++) (hash(key, row) < share * 4294967296 ? back : stay).push(row);
  if (stay.length === 0) stay.push(back.pop()!);
  if (back.length === 0) back.push(stay.pop()!);
  return { order: Int32Array.from([...stay, ...back]), trainRows: stay.length };
}

/** Targets near the end of the number range are made ordinary, so that no difference or product of them leaves it. */
function unitOf({ target }: Problem, { loss }: BoostOptions): number {
  if (target.kind === "classes" || loss === "poisson") return 1;
  const largest = target.column.values.reduce((most, y) => Math.max(most, Math.abs(y)), 0);
  return largest > 2 ** 400 || (largest > 0 && largest < 2 ** -400) ? 2 ** Math.floor(log2(largest)) : 1;
}

function inOrder(values: ArrayLike<number>, order: Int32Array | undefined): Float64Array {
  return order ? Float64Array.from(order, (row) => values[row]) : Float64Array.from(values);
}

/** The column's own cells where they can stay as they are: a copy would be the second. */
function targetsOf({ target }: Problem, order: Int32Array | undefined, unit: number): BoostPlan["targets"] {
  const cells = target.kind === "classes" ? target.column.codes : target.column.values;
  if (order === undefined && unit === 1) return cells;
  const values = inOrder(cells, order);
  if (unit !== 1) for (let i = 0; i < values.length; i++) values[i] /= unit;
  return values;
}
