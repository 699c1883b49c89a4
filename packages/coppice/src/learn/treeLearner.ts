import { CoppiceError } from "../base/errors.js";
import type { ObjectField, Shape } from "../base/schema.js";
import { ask, type Conversation, type RatioTreeRules } from "../engine/port.js";
import type { Costs } from "../model/costs.js";
import type { GrownTree } from "../model/grownTree.js";
import { withColumns } from "../model/lazyNodes.js";
import type { Task, TreeModel } from "../model/tree.js";
import { binNumeric } from "./bins.js";
import { costsOf, resolveLoss, resolvePriors } from "./cost/resolve.js";
import { flatten, preorder } from "./flatten.js";
import { grow } from "./grow.js";
import type { ConversingLearner, Guarantees, LearnContext, Learned, Learner } from "./learner.js";
import { addSurrogates } from "./missing/addSurrogates.js";
import { grownColumns } from "./packGrown.js";
import { makePlan, type Plan } from "./plan.js";
import { numbered } from "./propose/measureColumns.js";
import type { MeasuredBy } from "./propose/measuredTree.js";
import type { Propose } from "./propose/proposal.js";
import { collapse } from "./prune/collapse.js";
import { ratioTreeNodes } from "./ratioTreeNodes.js";
import { keepWorstErrorBound } from "./stop/worstErrorBound.js";
import { proposeStrings } from "./strings/proposeStrings.js";
import {
  NO_CODING,
  NO_LOOK_AHEAD,
  type TreeOptions,
  type TreeShape,
  treeDefaults,
  treeOptions,
} from "./treeOptions.js";
import { truncate, ValidationErrors } from "./validate.js";

export interface TreePreset {
  readonly name: string;
  readonly summary: string;
  readonly tasks: readonly Task[];
  readonly guarantees?: Partial<Guarantees>;
  /** Answers that differ from the general defaults. */
  readonly answers: Partial<TreeOptions>;
  /** Whether it can be asked to learn from bins in the place of numbers. */
  readonly takesBins?: true;
  /** Options of its own, besides those of all trees. */
  readonly fields?: Shape;
  /** How it finds measures of several attributes to test, under these options. */
  readonly propose?: (options: Readonly<Record<string, unknown>>, context: LearnContext) => Propose;
  /** How whole subtrees of such tests are grown, where there is a faster way than node by node. */
  readonly measuredBy?: (options: Readonly<Record<string, unknown>>, context: LearnContext) => MeasuredBy;
}

/** A tree learner whose options are the answers to the six questions. */
export interface PresetLearner extends ConversingLearner {
  readonly options: ObjectField<TreeShape>;
  /** What its trees are grown by, if parts of them can be grown anew. */
  plan?(options: Readonly<Record<string, unknown>>, context: LearnContext): Conversation<Plan>;
}

export type PartLearner = PresetLearner & Required<Pick<PresetLearner, "plan">>;

/** Whether parts of its trees can be grown anew. */
export function isPartLearner(learner: Learner): learner is PartLearner {
  return (learner as Partial<PresetLearner>).plan !== undefined;
}

/** An algorithm is a preset, not a subclass: a name for a set of answers to the six questions. */
export function treeLearner(preset: TreePreset): PresetLearner {
  const { name, summary, tasks, answers, guarantees, takesBins, fields, propose, measuredBy } = preset;
  return {
    name,
    summary,
    tasks,
    options: treeOptions(answers, fields, { ...(propose && NO_LOOK_AHEAD), ...(!takesBins && NO_CODING) }),
    guarantees: { monotone: true, rowOrder: true, weights: true, ...guarantees },
    settle: (options) => keepWorstErrorBound(options as TreeOptions, answers.prune ?? treeDefaults.prune),
    combinations: (options) => (options as TreeOptions).combinations,
    components: (options) => (options as TreeOptions).components,
    validationShare: (options) => (options as TreeOptions).validation,
    missing: (options) => options as TreeOptions,
    ...(!propose && { strings: "nodes" as const }),
    pruning: (options) => ({ prune: (options as TreeOptions).prune, options: options as TreeOptions }),
    learn: (options, context) =>
      propose
        ? learnTree(
            { ...(options as TreeOptions), ...NO_LOOK_AHEAD },
            context,
            propose(options, context),
            measuredBy?.(options, context),
          )
        : learnTree(options as TreeOptions, context, proposeStrings(options as TreeOptions, context)),
    // Afterwards no engine has the measures.
    ...(!propose && { addSurrogates: surrogatesAdded, plan: partPlan }),
  };
}

/** How parts of a tree are grown, as the whole was. */
function* partPlan(options: Readonly<Record<string, unknown>>, context: LearnContext): Conversation<Plan> {
  const answers = options as TreeOptions;
  const plan = makePlan(answers, context, yield* learnCosts(answers, context));
  if (answers.numeric === "bins") yield* binNumeric(plan);
  return plan;
}

function* surrogatesAdded(
  { nodes, costs }: Pick<TreeModel, "nodes" | "costs">,
  options: Readonly<Record<string, unknown>>,
  context: LearnContext,
): Conversation<Learned> {
  return { nodes: yield* addSurrogates(nodes, makePlan(options as TreeOptions, context, costs)) };
}

export function* learnTree(
  options: TreeOptions,
  context: LearnContext,
  propose?: Propose,
  measuredBy?: MeasuredBy,
): Conversation<Learned> {
  if ((propose || options.lookAhead !== 0) && !context.facts.rows) {
    const what = propose ? "tests on several attributes or on strings need" : "lookAhead needs";
    throw new CoppiceError("ENGINE_ROWS", `${what} an engine that has the rows in this process`);
  }
  const plan = makePlan(options, context, yield* learnCosts(options, context), propose, measuredBy);
  if (options.validation !== undefined && options.maxLeaves !== undefined) {
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "validation stops growth by layers and maxLeaves by leaves: give one of them",
    );
  }
  const whole = plan.ratioTree && (yield* growWhole(plan.ratioTree, context));
  if (whole) return { nodes: ratioTreeNodes(whole, plan) };
  if (options.numeric === "bins") yield* binNumeric(plan);
  const monitor = options.validation === undefined ? undefined : new ValidationErrors(plan);
  if (monitor) yield* monitor.start();
  const root = yield* grow(plan, context, monitor?.afterDivision);
  if (monitor) truncate(preorder(root), monitor.bestDepth());
  if (options.collapse) collapse(root, plan);
  const { grown } = root;
  if (grown) return withColumns({}, grownColumns(grown, plan));
  const tree = numbered(flatten(root, plan), context.task.attributes.length, plan.measures);
  return { ...tree, ...(plan.costs && { costs: plan.costs }), ...leafErrorOf(plan) };
}

const ERRORS = { median: "absolute", midrange: "worst" } as const;

function leafErrorOf({ facts, leaf }: Plan): Pick<Learned, "leafError"> {
  return facts.target.kind === "values" && leaf !== "mean" ? { leafError: ERRORS[leaf] } : {};
}

/** The whole tree from an engine that can grow it. */
function* growWhole(
  rules: RatioTreeRules,
  { signal, onProgress }: LearnContext,
): Conversation<GrownTree | undefined> {
  if (signal?.aborted) throw new CoppiceError("ABORTED", "growing the tree was stopped");
  const tree = yield* ask({ ask: "ratioTree", rules });
  if (tree) onProgress?.(1);
  return tree;
}

/** Priors are relative to the classes' shares of the training weight, so those must be known first. */
function* learnCosts(options: TreeOptions, { task, facts }: LearnContext): Conversation<Costs | undefined> {
  const { target } = task;
  if (facts.target.kind !== "classes" || target.kind !== "classes") {
    if (options.priors === "data" && options.loss === undefined) return undefined;
    throw new CoppiceError(
      "OPTION_CONFLICT",
      "priors and loss need a nominal target, and the target is numeric",
    );
  }
  const priors = resolvePriors(options.priors, target.column.levels);
  const loss = resolveLoss(options.loss, target.column.levels);
  if (priors === undefined && loss === undefined) return undefined;
  const [root] = yield* ask({ ask: "summarise", statistic: "classes", nodes: [0] });
  return costsOf(priors, loss, root.sums);
}
