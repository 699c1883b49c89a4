import { CoppiceError } from "../base/errors.js";
import { branchKey, rootKey } from "../base/nodeRandom.js";
import {
  type Answer,
  ask,
  type Conversation,
  type DivideRequest,
  type Division,
  type SubtreeRules,
  type Summary,
  type Tally,
  type TallyRequest,
} from "../engine/port.js";
import type { Problem } from "../engine/problem.js";
import type { ForestRules } from "../kernels/drivers/forest/rules.js";
import type { GrownTree } from "../model/grownTree.js";
import type { Competitor } from "../model/tree.js";
import { attachGrown, attachMeasured, summaryAt } from "./attachGrown.js";
import { bestLeaves } from "./bestLeaves.js";
import { type Choice, choicesAt, choose } from "./choose.js";
import { bestFirst, depthFirst, type Frontier, levelWise } from "./frontier.js";
import type { GrowNode } from "./growNode.js";
import { type NodeError, nodeError } from "./label/nodeError.js";
import type { LearnContext } from "./learner.js";
import { Trials } from "./lookAhead/trials.js";
import { findSurrogates, type PlannedNode } from "./missing/findSurrogates.js";
import { splitRules } from "./missing/splitRules.js";
import { addMeasure, type Plan } from "./plan.js";
import type { GrowMeasured } from "./propose/measuredTree.js";
import type { Propose } from "./propose/proposal.js";
import { stopAtNode } from "./stop/atNode.js";
import { stopAtSplit } from "./stop/atSplit.js";
import { examinedBy, requestGroups } from "./tallyRequests.js";

/** Called after each batch of divisions with the nodes just divided. */
export type AfterDivision = (divided: readonly GrowNode[]) => Conversation<void>;

/**
 * Grows a tree from the root: find the best test of each open node, divide, repeat. The six questions are answered
 * by the plan; the rows stay with the engine.
 */
export function* grow(
  plan: Plan,
  context: LearnContext,
  afterDivision?: AfterDivision,
): Conversation<GrowNode> {
  const growth = new Growth(plan, context);
  const root = yield* growth.root();
  yield* growth.growFrom([root], { ...(afterDivision && { afterDivision }) });
  return root;
}

/** Planned and not yet divided; subtrees that an engine grew are complete. */
function isOpen(node: GrowNode): boolean {
  return node.planned !== undefined && node.branches === undefined;
}

function frontierFor(plan: Plan): Frontier {
  const { order, maxLeaves, validation } = plan.options;
  if (maxLeaves !== undefined && order === "auto") return bestFirst();
  // Errors on validation rows are computed per layer, so growth must proceed layer by layer.
  if (validation !== undefined || order === "level") return levelWise();
  if (order === "best") return bestFirst();
  if (order === "depth") return depthFirst();
  return plan.facts.prefers === "level" ? levelWise() : depthFirst();
}

/** What impurities and gains at a node are divided by. */
function judgedWeightOf(plan: Plan, summary: Summary): number {
  return Math.max(plan.judgedWeight(summary), Number.MIN_VALUE);
}

export class Growth {
  /** Weight of the rows that are in leaves. */
  settled = 0;
  private next = 0;
  private readonly error: NodeError;
  private readonly trials: Trials | undefined;

  constructor(
    private readonly plan: Plan,
    private readonly context: Pick<LearnContext, "rows" | "seed" | "signal" | "onProgress">,
    /** Whether a whole tree that the engine grew stays columns; otherwise it is made into nodes. */
    private readonly keepsColumns = true,
  ) {
    this.error = nodeError(plan);
    const { lookAhead: levels, lookAheadTests: tests, lookAheadBudget: budget } = plan.options;
    if (levels !== 0)
      this.trials = new Trials({ levels, tests, budget }, plan, { ...context, rows: this.problem }, grow);
  }

  /** For what looks at cells: only asked for where the engine has the rows in this process. */
  private get problem(): Problem {
    const { rows } = this.context;
    if (rows === undefined) throw new Error("the engine has rows that the fit was not told of");
    return rows;
  }

  /** The node of all rows. */
  *root(): Conversation<GrowNode> {
    const { statistic, facts } = this.plan;
    const [whole] = yield* ask({ ask: "summarise", statistic, nodes: [0] });
    const live = facts.attributes.map((_, a) => a);
    const root = this.node(whole, 0, rootKey(this.context.seed), live);
    yield* this.learnRanks([root]);
    return root;
  }

  /** Grows these nodes to the end. `leaves` is the number of leaves of the tree before. */
  *growFrom(
    nodes: readonly GrowNode[],
    { leaves = nodes.length, afterDivision }: { leaves?: number; afterDivision?: AfterDivision } = {},
  ): Conversation<void> {
    const { plan } = this;
    const { signal, onProgress } = this.context;
    const frontier = frontierFor(plan);
    for (const node of yield* this.examine(nodes)) frontier.push(node);
    const { maxLeaves } = plan.options;
    let count = leaves;
    while (frontier.size > 0) {
      if (signal?.aborted) throw new CoppiceError("ABORTED", "growing the tree was stopped");
      const batch = frontier.take().filter((node) => {
        const more = count + node.planned!.outcomes - 1;
        if (maxLeaves !== undefined && more > maxLeaves) return false;
        count = more;
        return true;
      });
      if (batch.length === 0) continue;
      const born = yield* this.divide(batch);
      if (afterDivision) yield* afterDivision(batch);
      const open = yield* this.examine(born);
      for (let i = open.length - 1; i >= 0; i--) frontier.push(open[i]);
      const step = { name: "level", number: batch[0].depth + 1 } as const;
      onProgress?.(
        this.settled / plan.totalWeight,
        undefined,
        plan.facts.prefers === "level" ? step : undefined,
      );
    }
    // Nodes that maxLeaves left unsplit never settled.
    onProgress?.(1);
  }

  node(
    summary: Summary,
    depth: number,
    key: number,
    live: readonly number[],
    preferred?: readonly number[],
  ): GrowNode {
    const judgedWeight = judgedWeightOf(this.plan, summary);
    const impurity = summary.pure ? 0 : this.plan.scorer.nodeImpurity(summary) / judgedWeight;
    const node = {
      id: this.next++,
      depth,
      key,
      summary,
      live,
      judgedWeight,
      impurity,
      error: this.error(summary),
    };
    return preferred ? { ...node, preferred } : node;
  }

  /** Medians need the target's ranks. They are requested when a node is new: later the engine may no longer have it. */
  *learnRanks(nodes: readonly GrowNode[]): Conversation<void> {
    const { facts, leaf, statistic } = this.plan;
    if (facts.target.kind === "classes" || leaf === "mean" || statistic === "ranks") return;
    const answers = yield* ask({ ask: "summarise", statistic: "ranks", nodes: nodes.map((node) => node.id) });
    nodes.forEach((node, i) => {
      node.ranks = answers[i].ranks!;
    });
  }

  /**
   * Finds the test of each node that is to be split, and plans the split; some may come back fully grown. Returns the nodes to
   * be divided: among these, or below them.
   */
  *examine(nodes: readonly GrowNode[]): Conversation<GrowNode[]> {
    const isOpenTo = ({ live }: GrowNode) => live.length > 0 || this.plan.seeksStrings;
    let open = nodes.filter((node) => isOpenTo(node) && stopAtNode(node, this.plan) === undefined);
    if (open.some(({ preferred }) => preferred)) open = yield* this.preferFirst(open);
    if (this.plan.subtree) open = yield* this.growSubtrees(open, this.plan.subtree);
    if (this.plan.drawn) open = yield* this.growDrawn(open, this.plan.drawn);
    const below: GrowNode[] = [];
    if (this.plan.growMeasured) open = yield* this.growBelow(open, this.plan.growMeasured, below);
    for (const group of requestGroups(open, this.plan)) {
      const examinations = group.map(this.plan.examine);
      const wanted = group.map(({ id }, i) => ({ node: id, attributes: examinations[i].attributes }));
      if (this.plan.propose)
        for (const [i, node] of group.entries())
          wanted[i].attributes = yield* this.withMeasures(node, this.plan.propose, wanted[i].attributes);
      // Not through `ask`: that saves two generators per node of the tree.
      const rules = this.plan.merging && examinedBy(this.plan.merging, examinations);
      const request: TallyRequest = {
        ask: "tally",
        statistic: this.plan.statistic,
        nodes: wanted,
        ...(rules && { rules }),
      };
      const answers = (yield request) as Answer<TallyRequest>;
      const split: PlannedNode[] = [];
      for (let i = 0; i < group.length; i++) {
        const choice = this.trials
          ? yield* this.tryOut(group[i], answers[i], this.trials)
          : choose(group[i], answers[i], this.plan, examinations[i]);
        const weights = this.planSplit(group[i], choice);
        if (weights) split.push({ node: group[i], weights });
      }
      if (this.plan.surrogates) yield* findSurrogates(split, this.plan);
    }
    const seen = [...nodes, ...below];
    for (const node of seen) if (!node.planned) this.settled += node.summary.weight;
    return seen.filter(isOpen);
  }

  /** Plans the splits of nodes where a test on a preferred attribute is good enough; returns the others. */
  private *preferFirst(nodes: readonly GrowNode[]): Conversation<GrowNode[]> {
    const left: GrowNode[] = [];
    for (const node of nodes) {
      const { live, preferred } = node;
      const attributes = live.filter((a) => preferred?.includes(a));
      if (attributes.length > 0) {
        const wanted = [{ node: node.id, attributes }];
        const [tallies] = yield* ask({ ask: "tally", statistic: this.plan.statistic, nodes: wanted });
        const examination = { attributes, drawsOf: () => 1, enough: () => false };
        const weights = this.planSplit(node, choose(node, tallies, this.plan, examination));
        if (weights) {
          if (this.plan.surrogates) yield* findSurrogates([{ node, weights }], this.plan);
          continue;
        }
      }
      left.push(node);
    }
    return left;
  }

  /**
   * Grows whole subtrees of nodes that test measures. Nodes in them for which no measure was found are made known to the
   * engine and added to `below`; they are to be examined with the nodes from which no subtree was grown.
   */
  private *growBelow(
    nodes: readonly GrowNode[],
    growMeasured: GrowMeasured,
    below: GrowNode[],
  ): Conversation<GrowNode[]> {
    const left: GrowNode[] = [];
    for (const node of nodes) {
      if (!growMeasured.isWorthwhile(node.summary.rows)) {
        left.push(node);
        continue;
      }
      const [rows] = yield* ask({ ask: "rows", nodes: [node.id] });
      const tree = growMeasured.grow({
        ...rows,
        problem: this.problem,
        depth: node.depth,
        key: node.key,
      });
      if (tree === undefined) {
        left.push(node);
        continue;
      }
      const { open, settled } = attachMeasured(node, tree, this.plan, (summary, depth) =>
        this.node(summary, depth, 0, node.live),
      );
      this.settled += settled;
      if (open.length === 0) continue;
      const adopted = open.map(({ node: { id: number }, rows: own }) => ({ node: number, rows: own }));
      yield* ask({ ask: "adopt", from: node.id, nodes: adopted });
      const found = open.map((one) => one.node);
      left.push(...found);
      below.push(...found.filter((one) => one !== node));
    }
    return left;
  }

  /** The test that leaves least some levels further down. */
  private *tryOut(
    node: GrowNode,
    tallies: Iterable<Tally>,
    trials: Trials,
  ): Conversation<Choice | undefined> {
    const choices = choicesAt(node, tallies, this.plan, this.plan.options.lookAheadTests);
    const [rows] = yield* ask({ ask: "rows", nodes: [node.id] });
    return trials.best(choices, rows, node);
  }

  /** What is examined at a node: the attributes, unless measures take their place, and the measures. */
  private *withMeasures(
    node: GrowNode,
    propose: Propose,
    attributes: readonly number[],
  ): Conversation<readonly number[]> {
    const { plan } = this;
    const [rows] = yield* ask({ ask: "rows", nodes: [node.id] });
    const { problem } = this;
    const proposal = propose({ ...rows, problem, depth: node.depth, key: node.key });
    const { measures } = proposal;
    const first = plan.facts.attributes.length;
    if (measures.length > 0) {
      const request = { ask: "project", node: node.id, measures, first } as const;
      const made = yield* ask(request);
      if (plan.options.validation !== undefined) yield* ask({ ...request, of: "validation" });
      for (const [i, measure] of measures.entries())
        addMeasure(plan, measure, made[i], proposal.thresholds?.[i]);
    }
    const numbers = measures.map((_, i) => first + i);
    return proposal.attributes ? [...attributes, ...numbers] : numbers;
  }

  /** Lets the engine grow the small nodes; returns those that are left to the learner. */
  private *growSubtrees(nodes: readonly GrowNode[], rules: SubtreeRules): Conversation<GrowNode[]> {
    const most = this.plan.facts.subtreeRows ?? 0;
    const { maxLeaves } = this.plan.options;
    // A limit of leaves is one of the whole tree.
    const isAsked = (node: GrowNode) => maxLeaves === undefined || node.id === 0;
    const isSmall = (node: GrowNode) =>
      node.summary.rows <= most && node.preferred === undefined && isAsked(node);
    const small = nodes.filter(isSmall);
    if (small.length === 0) return [...nodes];
    const wanted = small.map(({ id, live, depth }) => ({ node: id, attributes: live, depth }));
    const trees = yield* ask({ ask: "subtree", nodes: wanted, rules });
    const left = nodes.filter((node) => !isSmall(node));
    small.forEach((node, i) => {
      const grown = trees[i];
      const tree = grown && maxLeaves !== undefined ? this.limited(grown, maxLeaves) : grown;
      if (tree === undefined) left.push(node);
      else if (node.id === 0 && this.keepsWhole()) node.grown = tree;
      else this.attach(node, tree);
    });
    return left;
  }

  /** What is left of a tree that the engine grew without the limit. */
  private limited(tree: GrownTree, maxLeaves: number): GrownTree {
    const judged = (i: number) => judgedWeightOf(this.plan, summaryAt(tree, i, this.plan));
    return bestLeaves(tree, maxLeaves, judged);
  }

  /** Whether a tree that the engine grew is all that the model needs. */
  private keepsWhole(): boolean {
    const { options, costs, criterion } = this.plan;
    return this.keepsColumns && !options.collapse && !costs && !criterion.groups;
  }

  /** The same with tests that are drawn: the trees stand in the place of leaves. */
  private *growDrawn(nodes: readonly GrowNode[], rules: ForestRules): Conversation<GrowNode[]> {
    const most = this.plan.facts.drawnRows ?? 0;
    const small = nodes.filter((node) => node.summary.rows <= most);
    if (small.length === 0) return [...nodes];
    const wanted = small.map(({ id, key, depth }) => ({ node: id, key, depth }));
    const trees = yield* ask({ ask: "drawnTrees", nodes: wanted, rules });
    small.forEach((node, i) => {
      if (trees[i]) node.packed = trees[i];
    });
    return nodes.filter(({ packed }) => packed === undefined);
  }

  /** Attaches a subtree that was grown from the rows of a node by other means. */
  attach(node: GrowNode, tree: GrownTree): void {
    this.settled += attachGrown(node, tree, this.plan, (summary, depth) => this.node(summary, depth, 0, []));
  }

  /** The known weight of each branch of the planned split, if there is one. */
  private planSplit(node: GrowNode, choice: Choice | undefined): readonly number[] | undefined {
    if (choice === undefined || stopAtSplit(node, choice, this.plan) !== undefined) return undefined;
    return this.planBy(node, choice);
  }

  /** Plans a split whether or not it is good enough. */
  planBy(node: GrowNode, choice: Choice): readonly number[] {
    const { test, weights } = choice.candidate;
    const [left, right] = choice.branchSums ?? [];
    const planned = {
      test,
      gain: choice.gain,
      ...(choice.shown !== undefined && { shown: choice.shown }),
      ...splitRules(this.plan.options, choice.candidate),
      outcomes: weights.length,
      ...(choice.competitors && { competitors: choice.competitors.map(competitorOf) }),
    };
    const { groups } = this.plan.criterion;
    node.planned = groups ? { ...planned, superclasses: groups(left, right) } : planned;
    return weights;
  }

  *divide(batch: readonly GrowNode[]): Conversation<GrowNode[]> {
    let id = this.next;
    const divisions: Division[] = [];
    for (const { id: node, planned } of batch) {
      const branches: number[] = [];
      for (let b = 0; b < planned!.outcomes; b++) branches.push(id++);
      divisions.push({ node, test: planned!.test, missing: planned!.missing, branches });
    }
    const request: DivideRequest = { ask: "divide", statistic: this.plan.statistic, divisions };
    const answers = (yield request) as Answer<DivideRequest>;
    const born: GrowNode[] = [];
    for (const [i, node] of batch.entries()) {
      const branches: GrowNode[] = [];
      for (const [b, summary] of answers[i].entries())
        branches.push(this.node(summary, node.depth + 1, branchKey(node.key, b), node.live, node.preferred));
      node.branches = branches;
      born.push(...branches);
    }
    yield* this.learnRanks(born);
    return born;
  }
}

function competitorOf({ candidate, gain, shown = gain }: Choice): Competitor {
  return { test: candidate.test, gain: shown };
}
