import { log2, xlog2x } from "../base/log2.js";
import type { AttributeFacts, Tally } from "../engine/port.js";
import { branchOf } from "../model/test.js";
import { averagedAttributes } from "./averaged.js";
import type { BranchContext, Branching, Candidate } from "./branch/candidate.js";
import { spreadThresholds } from "./branch/spreadThresholds.js";
import { worth } from "./cost/attributeCosts.js";
import type { Examination } from "./examine/examination.js";
import type { GrowNode } from "./growNode.js";
import type { Plan } from "./plan.js";
import { tallyFacts } from "./tallyFacts.js";

/** The test chosen for a node. */
export interface Choice {
  readonly candidate: Candidate;
  /** Drop in impurity per unit of the node's judged weight, after any correction. */
  readonly gain: number;
  /** The gain to show in the model, if the other includes a term that breaks ties. */
  readonly shown?: number;
  /** What tests were compared by: the gain, or the gain ratio. */
  readonly score: number;
  /** The gain together with that of the tests tried out below it, if learning looks ahead. */
  readonly ahead?: number;
  /** The class weights of each branch's known rows, if the plan needs them. */
  readonly branchSums?: readonly Float64Array[];
  /** The next best tests, if the plan keeps them. */
  readonly competitors?: readonly Choice[];
}

/**
 * The best test over the attributes examined at a node, or none. Equal scores go to the attribute examined first, so
 * the search ends at a test that leaves no impurity: nothing after it could be better. Attributes with one value are
 * recorded, since they cannot be split on further down either.
 */
export function choose(
  node: GrowNode,
  tallies: Iterable<Tally>,
  plan: Plan,
  examination: Examination = plan.examine(node),
): Choice | undefined {
  const found: Choice[] = [];
  const context = contextAt(node, plan);
  const slack = plan.options.tolerance * node.impurity;
  // A test with a smaller gain can be skipped only if tests are compared by their plain gain.
  const byGain =
    !plan.scaled &&
    !plan.mdlCorrection &&
    !plan.options.levelCorrection &&
    !plan.options.ternary &&
    plan.attributeCosts === undefined &&
    plan.options.competitors === 0;
  let dead: Set<number> | undefined;
  let looked = 0;
  let varied = 0;
  for (const tally of tallies) {
    looked++;
    if (tally.codes.length < 2) {
      dead ??= new Set();
      dead.add(tally.attribute);
    } else {
      varied++;
      context.draws = examination.drawsOf(tally.attribute);
      const choice = choiceOn(tally, node, context, plan, slack);
      if (choice !== undefined) found.push(choice);
      if (choice !== undefined && byGain) {
        context.beat = Math.max(context.beat, choice.candidate.gain);
        if (plan.criterion.pair === undefined && choice.gain >= node.impurity - slack / 2) break;
      }
    }
    if (varied > 0 && examination.enough(varied, looked)) break;
  }
  // An attribute with one value here has one value in every descendant.
  if (dead !== undefined) node.live = node.live.filter((a) => !dead.has(a));
  const best = bestOf(found, slack, plan);
  const kept = plan.options.competitors;
  return best === undefined || kept === 0
    ? best
    : { ...best, competitors: rivalsOf(best, found, kept, slack) };
}

/** All tests worth trying out at a node: the best on each attribute, and other thresholds; most gain first. */
export function choicesAt(
  node: GrowNode,
  tallies: Iterable<Tally>,
  plan: Plan,
  thresholds: number,
): Choice[] {
  const found: Choice[] = [];
  const context = contextAt(node, plan);
  const slack = plan.options.tolerance * node.impurity;
  for (const tally of tallies) {
    if (tally.codes.length < 2) continue;
    context.facts = tallyFacts(plan.facts.attributes, tally);
    const best = choiceOn(tally, node, context, plan, slack);
    if (best !== undefined) found.push(best);
    if (context.facts.kind === "nominal" || thresholds === 0) continue;
    for (const candidate of spreadThresholds(tally, context, thresholds, plan.options.threshold))
      found.push(scored(candidate, tally, node, context, plan));
  }
  return found.sort((a, b) => b.score - a.score);
}

/**
 * The best test on the attribute of a tally by this branching, whatever it gains, or none. By default that is the learner's own
 * way to find one; tests that were chosen by hand have another.
 */
export function choiceBy(
  node: GrowNode,
  tally: Tally,
  plan: Plan,
  branching: Branching = plan.branching[tally.attribute],
): Choice | undefined {
  const context = contextAt(node, plan);
  context.facts = tallyFacts(plan.facts.attributes, tally);
  const candidate = branching(tally, context);
  return candidate && scored(candidate, tally, node, context, plan);
}

/** The best tests on other attributes that gain anything; on equal scores the lower attribute. */
function rivalsOf(best: Choice, found: readonly Choice[], most: number, slack: number): Choice[] {
  const others = found.filter((choice) => choice !== best && choice.score > slack);
  return others.sort((a, b) => b.score - a.score).slice(0, most);
}

function contextAt(node: GrowNode, plan: Plan): BranchContext {
  return {
    facts: plan.facts.attributes[0],
    scorer: plan.scorer,
    classes: classesAt(node, plan),
    minLeaf: plan.minLeaf,
    tolerance: plan.options.tolerance * node.impurity * node.judgedWeight,
    beat: Number.NEGATIVE_INFINITY,
    key: node.key,
    draws: 1,
  };
}

/** The first attribute whose score is within the tolerance of the greatest. */
function bestOf(found: readonly Choice[], slack: number, plan: Plan): Choice | undefined {
  const floor = plan.averageGain ? averageGain(found, plan) - 1e-3 : Number.NEGATIVE_INFINITY;
  const eligible = (choice: Choice) => choice.gain >= floor && !(plan.scaled && choice.score <= slack);
  let top = Number.NEGATIVE_INFINITY;
  for (const choice of found) if (eligible(choice) && choice.score > top) top = choice.score;
  return found.find((choice) => eligible(choice) && choice.score >= top - slack);
}

/**
 * If the rows whose value is known are pure, no test separates anything: the node's impurity comes from rows with
 * missing values, which would all go the same way.
 */
function knownArePure(tally: Tally, { summary }: GrowNode, { scorer, criterion }: Plan): boolean {
  if (criterion.statistic === "ranks")
    return scorer
      .curve(tally)
      .gain.subarray(0, tally.codes.length - 1)
      .every((gain) => gain === 0);
  const known = summary.sums.map((sum, k) => sum - tally.missing[k]);
  return criterion.impurity(known, 0, known.length) <= 1e-12 * scorer.nodeImpurity(summary);
}

/** The classes that occur at a node; [0] where there are none. */
function classesAt({ summary }: GrowNode, { statistic }: Plan): number[] {
  if (statistic !== "classes") return [0];
  const present: number[] = [];
  for (let k = 0; k < summary.sums.length; k++) if (summary.sums[k] > 0) present.push(k);
  return present;
}

/** The best test on one attribute, if it separates any rows. */
function choiceOn(
  tally: Tally,
  node: GrowNode,
  context: BranchContext,
  plan: Plan,
  slack: number,
): Choice | undefined {
  context.facts = tallyFacts(plan.facts.attributes, tally);
  const choice = bestOn(tally, node, context, plan);
  return choice !== undefined && choice.gain <= slack && knownArePure(tally, node, plan) ? undefined : choice;
}

function bestOn(tally: Tally, node: GrowNode, context: BranchContext, plan: Plan): Choice | undefined {
  const candidate = plan.branching[tally.attribute](tally, context);
  if (candidate === undefined) return undefined;
  const choice = scored(candidate, tally, node, context, plan);
  // A correction that exceeds the gain leaves no test (C4.5 release 8).
  const isCharged = chargeOf(candidate, tally, node, plan) > 0;
  return isCharged && choice.gain <= plan.options.tolerance * node.impurity ? undefined : choice;
}

/** A test with what it is compared by. */
function scored(
  candidate: Candidate,
  tally: Tally,
  node: GrowNode,
  context: BranchContext,
  plan: Plan,
): Choice {
  const { weight } = node.summary;
  const gain = candidate.gain / node.judgedWeight - chargeOf(candidate, tally, node, plan);
  const plain = plan.scaled ? ratio(gain, candidate, weight) : gain / thresholdsOf(candidate, plan);
  const cost = plan.attributeCosts?.[tally.attribute];
  const score =
    cost === undefined
      ? plain
      : worth(Math.max(0, plain), cost, plan.options.costForm, plan.options.costWeight);
  const wanted = plan.criterion.groups !== undefined || plan.options.significance !== undefined;
  const shown = shownGain(tally, candidate, context);
  return {
    candidate,
    gain,
    score,
    ...(shown !== undefined && { shown: shown / weight }),
    ...(wanted && { branchSums: branchSums(tally, candidate, context.facts) }),
  };
}

/** Tests with one and with two thresholds are compared by what they gain per threshold. */
function thresholdsOf({ test }: Candidate, { options }: Plan): number {
  return options.ternary && test.kind === "intervals" ? test.edges.length : 1;
}

/** What is subtracted from the gain per row for the number of tests that were tried to find it. */
export function chargeOf(
  { test, compared, weights }: Candidate,
  tally: Tally,
  node: GrowNode,
  plan: Plan,
): number {
  const { weight } = node.summary;
  const isPlaced = test.kind === "threshold" || (plan.options.ternary && test.kind === "intervals");
  if (plan.mdlCorrection && isPlaced) return log2(compared) / weight;
  if (!plan.options.levelCorrection || plan.facts.attributes[tally.attribute].kind !== "nominal") return 0;
  return levelCharge(tally.codes.length, weights, node.impurity) / weight;
}

/**
 * Levels that are independent of the target still reduce its impurity: m of them by a share of (m - 1) / (n - 1), on
 * average over all assignments of n rows to them, whether the impurity is Gini's or a variance (Dobra and Gehrke 2001).
 * Two levels have no advantage over a threshold, so only the share of the others is subtracted.
 */
function levelCharge(levels: number, weights: readonly number[], impurity: number): number {
  const known = weights.reduce((a, b) => a + b, 0);
  return levels <= 2 || known <= 1 ? 0 : (known * impurity * (levels - 2)) / (known - 1);
}

/** The gain of a branch for missing values is not corrected. */
function shownGain(
  tally: Tally,
  { test, weights, own }: Candidate,
  { facts, scorer }: BranchContext,
): number | undefined {
  if (scorer.shownGain === undefined || own) return undefined;
  const groups = Array.from(tally.codes, (code) => branchOf(test, facts.values?.[code] ?? code));
  return scorer.shownGain(tally, groups, weights.length);
}

/** Gain divided by the split's entropy (D eq. 7); rows whose value is missing count as an additional branch (C4.5). */
function ratio(gain: number, { weights }: Candidate, weight: number): number {
  const known = weights.reduce((a, b) => a + b, 0);
  const missing = Math.max(0, weight - known);
  const split = xlog2x(weight) - xlog2x(missing) - weights.reduce((sum, w) => sum + xlog2x(w), 0);
  return split > 1e-9 * weight ? gain / (split / weight) : 0;
}

/** The average gain over the attributes that count for it. */
function averageGain(found: readonly Choice[], { facts, totalWeight }: Plan): number {
  const counts = averagedAttributes(facts.attributes, totalWeight);
  const counted = found.filter(({ candidate }) => counts[candidate.test.attribute]);
  return counted.length === 0 ? 0 : counted.reduce((sum, choice) => sum + choice.gain, 0) / counted.length;
}

function branchSums(tally: Tally, { test, weights, own }: Candidate, facts: AttributeFacts): Float64Array[] {
  const width = tally.missing.length;
  const sums = weights.map(() => new Float64Array(width));
  tally.codes.forEach((code, c) => {
    const branch = branchOf(test, facts.values?.[code] ?? code);
    for (let k = 0; k < width; k++) sums[branch][k] += tally.cells[c * width + k];
  });
  if (own) sums[sums.length - 1].set(tally.missing);
  return sums;
}
