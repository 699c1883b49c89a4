import type * as z from "../base/schema.js";
import type { AsyncDataHandle, DataHandle } from "../engine/data.js";
import type { Conversation, EngineFacts } from "../engine/port.js";
import type { Problem } from "../engine/problem.js";
import type { LearningTask } from "../engine/task.js";
import type { KernelBinary } from "../kernels/binary.js";
import type { ForestRules } from "../kernels/drivers/forest/rules.js";
import type { Team } from "../kernels/team.js";
import type { EnsembleModel, EnsembleState } from "../model/ensemble.js";
import type { RuleModel } from "../model/ruleSet.js";
import type { Task, TreeModel } from "../model/tree.js";
import type { ExpertRules } from "../rules/parse/parseExpertRules.js";
import type { ExpectedTable } from "../table/tableShape.js";
import type { Learned } from "./learned.js";
import type { MissingChoices } from "./missing/strategies.js";
import type { PruneChoice, PruneOptions } from "./prune/pruneOptions.js";
import type { SlicedWork } from "./slices.js";
import type { StreamLearning } from "./stream/streamLearner.js";

export type { AddedAttribute, Learned } from "./learned.js";

/** What a learner is given besides its options. */
export interface LearnContext {
  readonly task: LearningTask;
  /** The rows, if they are in this process: for what is found from cells, and not from sums. */
  readonly rows?: Problem;
  readonly facts: EngineFacts;
  readonly seed: number;
  readonly onProgress?: OnProgress;
  readonly signal?: AbortSignal;
  /** Threads for what a learner computes from rows; absent: the calling one. */
  readonly team?: Team;
  /** The rules of forests that the options amount to, if packed trees may stand in the place of leaves (`packedAt`). */
  readonly drawn?: ForestRules;
}

/** Called periodically with the share of the work that is done and, if known, how good the model is so far. */
export type OnProgress = (done: number, figure?: RunningFigure, step?: ProgressStep) => void;

/** A pass over the rows: the level of a tree, a tree of many, or a round of boosting. */
export interface ProgressStep {
  readonly name: "level" | "tree" | "round";
  /** From 1 on. */
  readonly number: number;
  /** Of a level: of which of several trees, from 1 on. */
  readonly tree?: number;
  /** Passes over the rows until now, if there were not `number` of them. */
  readonly passes?: number;
}

export interface RunningFigure {
  /** What it is: `oob error`. */
  readonly name: string;
  readonly value: number;
}

/** What a learner guarantees about its results; the contract suite tests this. */
export interface Guarantees {
  /** The same predictions after any increasing transform of a numeric attribute. */
  readonly monotone: boolean;
  /** The same model whatever the order of the rows. */
  readonly rowOrder: boolean;
  /** A row of weight 2 counts as two rows. */
  readonly weights: boolean;
}

/** What every learner publishes. */
export interface LearnerFacts {
  readonly name: string;
  readonly summary: string;
  readonly tasks: readonly Task[];
  readonly options: z.ObjectField;
  readonly guarantees: Guarantees;
  /** What the learner combines, if it cannot do with a single attribute: any two attributes, or numeric ones only. */
  readonly combines?: "attributes" | "numbers";
  /** It seeks tests of strings at each node, or takes none; absent: it is given the best measures of them as attributes. */
  readonly strings?: "nodes" | "none";
  /** How these options treat missing values, if the learner has options for that. */
  readonly missing?: (options: Readonly<Record<string, unknown>>) => MissingChoices | undefined;
  /** How it learns from rows that keep coming; absent: it needs all rows at once. */
  readonly stream?: StreamLearning;
}

/** A tree learner makes requests to an engine, wherever the rows are, or reads the rows itself. */
export type TreeLearner = ConversingLearner | RowTreeLearner;

interface TreeLearnerFacts extends LearnerFacts {
  /** The options resolved together: a default that conflicts with a given option is replaced. */
  readonly settle?: (options: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The learner of the ensemble that these options ask for, if they do. */
  readonly ensemble?: (options: Readonly<Record<string, unknown>>) => EnsembleLearner | undefined;
  /** Conditions that one test may join for these options; absent: 1. */
  readonly combinations?: (options: Readonly<Record<string, unknown>>) => number;
  /** Principal components to add as attributes for these options; absent: none. */
  readonly components?: (options: Readonly<Record<string, unknown>>) => number | "all";
  /** The share of rows to use for validation under these options, if any. */
  readonly validationShare?: (options: Readonly<Record<string, unknown>>) => number | undefined;
  /** How the grown tree is to be pruned under these options, if the learner prunes. */
  readonly pruning?: (
    options: Readonly<Record<string, unknown>>,
  ) => { readonly prune: PruneChoice; readonly options: PruneOptions } | undefined;
  /** Adds the surrogates that these options request to a grown tree, if the learner supports them. */
  addSurrogates?(
    model: TreeModel,
    options: Readonly<Record<string, unknown>>,
    context: LearnContext,
  ): Conversation<Learned>;
}

export interface ConversingLearner extends TreeLearnerFacts {
  readonly kind?: "tree";
  learn(options: Readonly<Record<string, unknown>>, context: LearnContext): Conversation<Learned>;
}

/** A tree learner that reads the rows themselves, in memory: sums over them do not tell it enough. */
export interface RowTreeLearner extends TreeLearnerFacts {
  readonly kind: "tree";
  learnRows(options: Readonly<Record<string, unknown>>, context: RowTreeContext): RowTreeWork;
}

export interface RowTreeContext {
  readonly problem: Problem;
  readonly seed: number;
  /** Threads to work on; absent: the calling one. */
  readonly team?: Team;
}

/** The work of such a learner; a slice is the share of the work that is done. */
export type RowTreeWork = SlicedWork<number, Learned>;

/** An ensemble learner reads the rows themselves, in memory. */
export interface EnsembleLearner extends LearnerFacts {
  readonly kind: "ensemble";
  /** The option that counts members, if more can be added to a model. */
  readonly continues?: string;
  /** The kernels that will probably learn from a table of this shape, to be made ready before it is read. */
  kernels?(shape: ExpectedTable): readonly KernelBinary[];
  learn(options: Readonly<Record<string, unknown>>, context: EnsembleContext): EnsembleWork;
  /** Whether what it asks are gradients (`boost` of a handle), from bins of its own: then a handle needs no exact ranks of values. */
  readonly boosts?: true;
  /** Whether it must read the rows themselves under these options, though it has `learnData`; absent: it need not. */
  readsRows?(options: Readonly<Record<string, unknown>>): boolean;
  /** Learns by asking rows, wherever they are; absent: it needs them in memory. */
  learnData?(options: Readonly<Record<string, unknown>>, context: EnsembleDataContext): EnsembleDataWork;
}

export interface EnsembleDataContext {
  readonly data: DataHandle | AsyncDataHandle;
  readonly seed: number;
  readonly team?: Team;
  /** The state of an interrupted run. */
  readonly resume?: EnsembleState;
}

/** Yielded by work that waits for an answer: whoever drives it resumes it with what the promise gives. */
export interface Waiting {
  readonly waits: Promise<unknown>;
}

export type EnsembleDataWork = Generator<EnsembleSlice | Waiting, EnsembleLearned, unknown>;

export interface EnsembleContext {
  readonly problem: Problem;
  readonly seed: number;
  /** Threads to work on; absent: the calling one. */
  readonly team?: Team;
  readonly signal?: AbortSignal;
  /** The state of an interrupted run: resuming gives the same model as an uninterrupted one. */
  readonly resume?: EnsembleState;
  /** A model to which members are added. Its attributes and classes are those of the problem. */
  readonly continueFrom?: EnsembleModel;
  /** Whether the caller will ask what the model predicts for the problem's rows. */
  readonly wantsScores?: boolean;
}

/** The work of an ensemble learner; its state may be saved between two slices. */
export type EnsembleWork = SlicedWork<EnsembleSlice, EnsembleLearned>;

export interface EnsembleSlice {
  /** Share of the work that is done. */
  readonly done: number;
  /** Members that are complete; a run may be resumed with them. */
  readonly members: number;
  /** Of boosting: rounds that are complete, each of which adds a member per output. */
  readonly rounds?: number;
  readonly figure?: RunningFigure;
  /** What a later run needs to resume from here. Valid until the next slice is requested. */
  state(): EnsembleState;
}

/** What an ensemble learner returns. */
export interface EnsembleLearned
  extends Pick<EnsembleModel, "combine" | "members" | "costs" | "neighbours" | "report"> {
  /**
   * By row of the problem and output the sum that the model predicts, before its link: bit for bit that of its members.
   * Only where it was wanted, and the learner has it at hand.
   */
  readonly scores?: Float64Array;
}

/** A rule learner reads the rows themselves, in memory. */
export interface RuleLearner extends LearnerFacts {
  readonly kind: "rules";
  /** It starts from given rules and learns none that contains a forbidden one; locked rules are kept for every learner. */
  readonly guided?: true;
  learn(options: Readonly<Record<string, unknown>>, context: RuleContext): RuleWork;
}

export interface RuleContext {
  /** The rows that locked rules leave. */
  readonly problem: Problem;
  readonly seed: number;
  /** The expert rules. */
  readonly expertRules?: ExpertRules;
}

/** The work of a rule learner; a slice is the share of the work that is done. */
export type RuleWork = SlicedWork<number, RulesLearned>;

/** What a rule learner returns. */
export type RulesLearned = Pick<RuleModel, "order" | "rules" | "otherwise" | "costs" | "leafError">;

export type Learner = TreeLearner | EnsembleLearner | RuleLearner;

/** What learns under these options: a learner of one tree may be asked for an ensemble. */
export function learnerUnder(learner: Learner, options: Readonly<Record<string, unknown>> = {}): Learner {
  return (isTreeLearner(learner) && learner.ensemble?.(options)) || learner;
}

export function isTreeLearner(learner: Learner): learner is TreeLearner {
  return learner.kind === undefined || learner.kind === "tree";
}

/** Whether a tree learner works with any engine. */
export function isConversing(learner: TreeLearner): learner is ConversingLearner {
  return !("learnRows" in learner);
}

export function isEnsembleLearner(learner: Learner): learner is EnsembleLearner {
  return learner.kind === "ensemble";
}
