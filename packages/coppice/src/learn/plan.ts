import { CoppiceError } from "../base/errors.js";
import type {
  AttributeFacts,
  EngineFacts,
  MergeRules,
  RatioTreeRules,
  Statistic,
  SubtreeRules,
  Summary,
  TargetFacts,
} from "../engine/port.js";
import type { ForestRules } from "../kernels/drivers/forest/rules.js";
import type { Costs } from "../model/costs.js";
import type { Measure } from "../model/measure.js";
import { attributesRead } from "../model/measureAttributes.js";
import type { Branching } from "./branch/candidate.js";
import { forMissing } from "./branch/forMissing.js";
import { givenThreshold } from "./branch/givenThreshold.js";
import { oneHot } from "./branch/oneHot.js";
import { perLevel } from "./branch/perLevel.js";
import { randomSubset } from "./branch/randomSubset.js";
import { randomThreshold } from "./branch/randomThreshold.js";
import { shortThresholds } from "./branch/shortThresholds.js";
import { subset } from "./branch/subset.js";
import { ternary } from "./branch/ternary.js";
import { type ThresholdOptions, threshold } from "./branch/threshold.js";
import { alteredWeight, splitFactors, withFactors } from "./cost/alteredPriors.js";
import { resolveAttributeCosts } from "./cost/attributeCosts.js";
import { inLossUnits } from "./cost/lossUnit.js";
import type { Criterion } from "./criterion/criterion.js";
import { criterionFor } from "./criterion/criterionFor.js";
import type { Scorer } from "./criterion/scorer.js";
import { scorerFor } from "./criterion/scorerFor.js";
import type { Examine } from "./examine/examination.js";
import { examineBy } from "./examine/examineBy.js";
import { mergeRules } from "./fast/mergeRules.js";
import { ratioTreeRules } from "./fast/ratioTreeRules.js";
import { subtreeRules } from "./fast/subtreeRules.js";
import type { LearnContext } from "./learner.js";
import type { SurrogateOptions } from "./missing/surrogates.js";
import type { GrowMeasured, MeasuredBy } from "./propose/measuredTree.js";
import type { Propose } from "./propose/proposal.js";
import { rowsOf } from "./rowLimit.js";
import { stringAttributes } from "./strings/stringAttributes.js";
import type { TreeOptions } from "./treeOptions.js";

/** The options resolved for the data: what growth uses. */
export interface Plan {
  readonly options: TreeOptions;
  readonly criterion: Criterion;
  readonly statistic: Statistic;
  readonly scorer: Scorer;
  readonly scaled: boolean;
  readonly averageGain: boolean;
  /** Only a gain in bits can be reduced by a number of bits. */
  readonly mdlCorrection: boolean;
  /** Weights, shares resolved. */
  readonly minSplit: number;
  readonly minLeaf: number;
  /** Priors and losses, where there are any. */
  readonly costs?: Costs;
  /** What each attribute costs to measure, where that matters. */
  readonly attributeCosts?: number[];
  /** What a leaf of a numeric target predicts. */
  readonly leaf: "mean" | "median" | "midrange";
  /** Present where nodes get surrogates. */
  readonly surrogates?: SurrogateOptions;
  readonly facts: EngineFacts;
  readonly totalWeight: number;
  /** Impurity per row in the user's units. Inside, a numeric target's impurities are in units of its grid. */
  readonly inUserUnits: (impurity: number) => number;
  /**
   * What impurities and gains at a node are divided by: its weight as the criterion sees it, which altered priors
   * change class by class (Breiman et al. 1984, 4.4).
   */
  readonly judgedWeight: (summary: Summary) => number;
  /** For engines that grow whole subtrees; absent if the plan needs more than they support. */
  readonly subtree?: SubtreeRules;
  /** The same with tests that are drawn. */
  readonly drawn?: ForestRules;
  /** For engines that merge the codes of tallies; absent if the plan reads more from them than thresholds. */
  readonly merging?: MergeRules;
  /** The same as `subtree` for engines that grow whole trees by the gain ratio. */
  readonly ratioTree?: RatioTreeRules;
  /** Finds measures of several attributes to test at a node; absent: single attributes are tested. */
  readonly propose?: Propose;
  /** Grows whole subtrees of such nodes, if it can. */
  readonly growMeasured?: GrowMeasured;
  /** Whether there are strings, of which every node may find new measures, whatever attributes vary. */
  readonly seeksStrings: boolean;
  /** The measures that nodes may test, numbered after the attributes; growth adds to them. */
  readonly measures: Measure[];
  /** Which attributes are examined at a node. */
  readonly examine: Examine;
  /** The tests to look for on attribute a; numeric bins are added once their edges are known. */
  readonly branching: Branching[];
}

export function makePlan(
  options: TreeOptions,
  { task, rows, facts, drawn }: Pick<LearnContext, "task" | "rows" | "facts" | "drawn">,
  costs?: Costs,
  propose?: Propose,
  measuredBy?: MeasuredBy,
): Plan {
  const { criterion, judgedWeight } = withCosts(criterionFor(options.criterion, task.task), facts, costs);
  const names = task.attributes.map((column) => column.name);
  const attributeCosts = resolveAttributeCosts(options.attributeCosts, names, task.target.column.name);
  conflicts(options, criterion);
  const minLeaf = rowsOf(options.minLeaf, task.totalWeight);
  const scaled = options.scaled || criterion.scaled === true;
  const plan = {
    options,
    criterion,
    statistic: criterion.statistic,
    scorer: scorerFor(criterion, facts.target),
    scaled,
    averageGain: options.averageGain && scaled,
    mdlCorrection: options.mdlCorrection && criterion.inBits === true,
    minSplit: Math.max(rowsOf(options.minSplit, task.totalWeight), 2 * minLeaf),
    minLeaf,
    leaf: options.leaf === "auto" ? (criterion.leaf ?? "mean") : options.leaf,
    // Growth adds the facts of measures.
    facts: propose ? { ...facts, attributes: [...facts.attributes] } : facts,
    measures: [],
    seeksStrings: stringAttributes(task).length > 0,
    ...(propose && { propose }),
    totalWeight: task.totalWeight,
    inUserUnits: unitsOf(criterion, facts),
    judgedWeight,
    ...(costs && { costs }),
    ...(attributeCosts && { attributeCosts }),
    ...surrogatePlan(options),
    examine: examineBy(options, facts.attributes.length),
    branching: facts.attributes.map(({ kind }) =>
      forMissing(options.missing, branchingFor(kind, options, criterion, facts)),
    ),
  };
  if (propose) {
    const growMeasured = rows && measuredBy?.(plan, rows);
    return { ...plan, ...(growMeasured && { growMeasured }) };
  }
  const subtree = subtreeRules(options, plan, task.task);
  const merging = options.lookAhead === 0 ? mergeRules(options, plan, task.task) : undefined;
  const ratioTree = facts.ratioTrees ? ratioTreeRules(options, plan, task.task) : undefined;
  return {
    ...plan,
    ...(subtree && { subtree }),
    ...(merging && { merging }),
    ...(drawn && facts.drawnRows && { drawn }),
    ...(ratioTree && { ratioTree }),
  };
}

/** Gives a measure the next number after the attributes and the measures so far. */
export function addMeasure(
  plan: Plan,
  measure: Measure,
  facts: AttributeFacts,
  at: number | undefined,
): void {
  const { options, criterion, branching, measures } = plan;
  measures.push(measure);
  // To know it, all of its attributes must be measured.
  const costs = plan.attributeCosts;
  costs?.push(attributesRead(measure).reduce((sum, attribute) => sum + costs[attribute], 0));
  (plan.facts.attributes as AttributeFacts[]).push(facts);
  branching.push(forMissing(options.missing, shortThresholds(branchingOf())));

  function branchingOf(): Branching {
    if (at !== undefined) return givenThreshold(at);
    // A discriminant per class is a branch per class.
    return measure.kind === "largest" ? perLevel : branchingFor(facts.kind, options, criterion, plan.facts);
  }
}

/** The same for measures that are cut already: no test on them is looked for. */
export function addCutMeasures(plan: Plan, measures: readonly Measure[]): void {
  for (const measure of measures) {
    plan.measures.push(measure);
    (plan.facts.attributes as AttributeFacts[]).push(CUT);
    plan.branching.push(noTest);
  }
}

const CUT: AttributeFacts = { kind: "numeric", codes: 0 };
const noTest: Branching = () => undefined;

function surrogatePlan(options: TreeOptions): Pick<Plan, "surrogates"> {
  const {
    missing,
    missingAtPrediction,
    surrogates: most,
    association,
    directions,
    threshold: placement,
  } = options;
  if (missing !== "surrogate" && missingAtPrediction !== "surrogate") return {};
  return { surrogates: { most, association, directions, placement } };
}

/** Squared errors of targets near the limits of doubles overflow: they are replaced by the largest double. */
function unitsOf({ degree = 2 }: Criterion, { target }: EngineFacts): (impurity: number) => number {
  if (target.kind === "classes") return (x) => x;
  const finite = (x: number) => Math.min(x, Number.MAX_VALUE);
  const { denominator } = target;
  return degree === 2 ? (x) => finite(x / denominator / denominator) : (x) => finite(x / denominator);
}

/** Tests are chosen by altered priors; criteria that know the losses themselves see the real ones. */
function withCosts(
  criterion: Criterion,
  { target }: EngineFacts,
  costs: Costs | undefined,
): Pick<Plan, "criterion" | "judgedWeight"> {
  const plain = { criterion, judgedWeight: ({ weight }: Summary) => weight };
  if (costs === undefined || target.kind !== "classes") return plain;
  const knowing = criterion.withLoss?.(inLossUnits(costs.loss));
  const factors = splitFactors(costs, target.classes, knowing !== undefined);
  if (factors === undefined) return { ...plain, criterion: knowing ?? criterion };
  return {
    criterion: withFactors(knowing ?? criterion, factors),
    judgedWeight: ({ sums }) => alteredWeight(sums, factors),
  };
}

function conflicts(options: TreeOptions, criterion: Criterion): void {
  const fail = (name: string, message: string) => {
    throw new CoppiceError("OPTION_CONFLICT", message, { name });
  };
  if (criterion.pair && options.nominal === "perLevel") {
    fail(
      "criterion",
      `criterion ${criterion.name} judges two-way tests only; use it with nominal=subset or nominal=oneHot`,
    );
  }
  if (criterion.statistic === "ranks" && options.missing === "fraction") {
    fail(
      "missing",
      `missing=fraction counts parts of rows, and criterion ${criterion.name} needs whole ones; use share`,
    );
  }
  if (criterion.pair && options.missing === "level") {
    fail(
      "criterion",
      `criterion ${criterion.name} judges two-way tests only, and missing=level adds a branch`,
    );
  }
  if (options.ternary && (criterion.pair || criterion.statistic === "ranks" || !criterion.concave)) {
    fail(
      "ternary",
      `ternary needs a criterion that compares the sums of three branches, such as gini, entropy or squaredError; got ${criterion.name}`,
    );
  }
  if (options.lookAhead !== 0 && options.attributesPerNode !== "all") {
    fail(
      "lookAhead",
      "lookAhead tries out every attribute, and attributesPerNode draws some: give one of them",
    );
  }
  if (options.missing === "level" && options.missingAtPrediction !== "asTrained") {
    fail(
      "missingAtPrediction",
      "missing=level makes a missing cell a value like any other, so prediction must take it for one: leave missingAtPrediction=asTrained",
    );
  }
  if (options.randomTests !== undefined && options.numeric === "bins") {
    fail("randomTests", "randomTests draws thresholds, and numeric=bins has fixed edges: give one of them");
  }
  if (criterion.pair && options.numeric === "bins") {
    fail("criterion", `criterion ${criterion.name} judges two-way tests only; use it with numeric=threshold`);
  }
}

/** Where thresholds may be placed. */
export function thresholdOptions(options: TreeOptions, target: TargetFacts): ThresholdOptions {
  return {
    placement: options.threshold,
    candidates: options.candidates,
    minGap: options.minGap,
    adaptiveMinLeaf: options.adaptiveMinLeaf,
    classes: target.kind === "classes" ? target.classes : 1,
  };
}

function branchingFor(
  kind: "numeric" | "ordered" | "nominal",
  options: TreeOptions,
  criterion: Criterion,
  { target }: EngineFacts,
): Branching {
  const drawn = options.randomTests !== undefined;
  if (kind !== "nominal") {
    if (drawn || options.numeric === "random") return randomThreshold;
    const binary = threshold(thresholdOptions(options, target));
    return options.ternary && options.numeric === "threshold" ? ternary(binary, options.threshold) : binary;
  }
  if (drawn || options.nominal === "random") return randomSubset;
  if (options.nominal === "perLevel") return perLevel;
  if (options.nominal === "oneHot") return oneHot;
  return subset({ concave: criterion.concave, maxExhaustive: options.maxExhaustive });
}
