import { mustBe } from "../../../base/errors.js";
import type { LearningTask } from "../../../engine/task.js";
import type { BoostedTree } from "../../../kernels/drivers/boost/boostedTree.js";
import { type Grid, gridFor } from "../../../kernels/drivers/boost/grid.js";
import { type BoostPlan, roundRules } from "../../../kernels/drivers/boost/plan.js";
import type { Members } from "../../../model/ensemble.js";
import { joinPacked } from "../../../model/joinPacked.js";
import type { PackedTrees } from "../../../model/packed.js";
import { splitPacked } from "../../../model/splitPacked.js";
import type { EnsembleContext, EnsembleDataWork, EnsembleLearned, EnsembleSlice } from "../../learner.js";
import { draw, keyFor } from "./chance.js";
import { heldLoss } from "./heldLoss.js";
import { boundsOf, isCounted } from "./loss.js";
import type { BoostOptions } from "./options.js";
import { packTrees, unpack } from "./pack.js";
import type { Planned } from "./planned.js";
import type { Asking, Rounds } from "./rounds.js";

export interface BoostingContext extends Pick<EnsembleContext, "resume" | "continueFrom" | "wantsScores"> {
  readonly task: LearningTask;
}

/** Adds a tree of the model that is continued to the scores of an output. */
type AddKept = (tree: number, output: number) => void;

/** The rounds of a fit, whoever grows their trees. */
export class Boosting {
  private readonly plan: BoostPlan;
  private readonly unit: number;
  private readonly base: readonly number[];
  private readonly mostWeight: number | undefined;
  private readonly trees: BoostedTree[] = [];
  /** The trees of a model that is continued; they come before the others. */
  readonly kept: PackedTrees | undefined;
  private readonly held: number[] = [];
  /** What the tests on each attribute gained. */
  private readonly gains: Float64Array;

  constructor(
    private readonly options: BoostOptions,
    private readonly context: BoostingContext,
    { plan, unit, base, mostWeight }: Planned,
    private readonly rounds: Rounds,
    /** The rows' places in the problem, where some are held back. */
    private readonly order: Int32Array | undefined,
  ) {
    [this.plan, this.unit, this.base, this.mostWeight] = [plan, unit, base, mostWeight];
    this.gains = new Float64Array(plan.attributes.length);
    const { members } = context.continueFrom ?? {};
    this.kept = members?.kind === "packed" ? members.trees : undefined;
  }

  *run(addKept?: AddKept): EnsembleDataWork {
    // With one class there is nothing to tell apart.
    const rounds = this.plan.loss.link === "softmax" && this.base.length === 1 ? 0 : this.options.rounds;
    let round = yield* this.replay(addKept);
    while (round < rounds && !this.isStale(round)) {
      yield* this.round(round++);
      yield* this.watch();
      yield this.slice(round);
    }
    const best = this.held.length === 0 ? round : this.bestRound();
    if (best < round && this.rounds.retrace)
      yield* this.rounds.retrace(this.base, this.trees.slice(0, best * this.plan.loss.outputs));
    return this.learned(best);
  }

  private slice(round: number): EnsembleSlice {
    const value = this.held.at(-1);
    return {
      done: round / this.options.rounds,
      members: this.keptTrees + this.trees.length,
      rounds: round,
      state: () => ({ members: this.members(round), arrays: { gains: this.gains.slice() } }),
      ...(value !== undefined && { figure: { name: "validation loss", value } }),
    };
  }

  /** Adds the scores of the model that is continued; how many rounds it has. */
  private *continued(addKept: AddKept): Asking<number> {
    const { outputs } = this.plan.loss;
    const sums = this.context.continueFrom?.report?.importance?.sums;
    if (sums) this.gains.set(sums);
    for (let tree = 0; tree < this.keptTrees; tree++) {
      addKept(tree, tree % outputs);
      if (tree % outputs === outputs - 1) yield* this.watch();
    }
    return this.keptTrees / outputs;
  }

  private get keptTrees(): number {
    return this.kept === undefined ? 0 : this.kept.starts.length - 1;
  }

  /** Adds the trees of the run that is resumed; how many rounds it has. */
  private *replay(addKept: AddKept | undefined): Asking<number> {
    const { resume, task } = this.context;
    if (this.kept && resume === undefined && addKept) return yield* this.continued(addKept);
    if (resume === undefined || resume.members.kind !== "packed") return 0;
    if (resume.arrays.gains) this.gains.set(resume.arrays.gains);
    const { trees } = resume.members;
    const { outputs } = this.plan.loss;
    const rounds = (trees.starts.length - 1) / outputs;
    for (let tree = 0; tree < rounds * outputs; tree++) {
      const grown = unpack(trees, tree, this.unit, this.plan.attributes, task.attributes);
      yield* this.rounds.follow(tree % outputs, grown);
      this.trees.push(grown);
      if (tree % outputs === outputs - 1) yield* this.watch();
    }
    return rounds;
  }

  private *round(round: number): Asking<void> {
    const { plan } = this;
    const { seed, loss } = plan;
    const keys = [keyFor("rows", seed, round), keyFor("rounding", seed, round)] as const;
    const rules = roundRules(plan, yield* this.grid(), ...keys);
    const draws = Array.from({ length: loss.outputs }, (_, output) => {
      const key = keyFor("tree", seed, round, output);
      const attributes = draw(plan.attributes.length, plan.treeAttributes, key);
      return { attributes, nodeKey: keyFor("node", seed, round, output) };
    });
    for (const tree of yield* this.rounds.grow(rules, draws)) {
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

  private *grid(): Asking<Grid> {
    const { loss, trainRows } = this.plan;
    const counted = isCounted(loss) && this.mostWeight === undefined;
    const known = boundsOf(loss);
    const { gradient, hessian } = known ?? (yield* this.rounds.largest());
    // The largest of all rows already has their weights in it.
    const most = known ? (this.mostWeight ?? 1) : 1;
    return gridFor(trainRows, { gradient: gradient * most, hessian: hessian * most, counted });
  }

  private *watch(): Asking<void> {
    if (this.options.validation === undefined) return;
    this.held.push(heldLoss(yield* this.rounds.held(), this.plan.loss));
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
    const added = packTrees(trees, this.unit, this.plan.attributes, this.context.task.attributes);
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
        this.rounds.scores &&
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
      const found = this.rounds.scores!(output);
      if (loss.outputs === 1 && this.order === undefined && this.unit === 1) return found.slice();
      for (let i = 0; i < found.length; i++)
        scores[(this.order ? this.order[i] : i) * loss.outputs + output] = found[i] * this.unit;
    }
    return scores;
  }
}
