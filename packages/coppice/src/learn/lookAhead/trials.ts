import { drive } from "../../engine/drive.js";
import { memoryData } from "../../engine/memory/data.js";
import { ask, type Conversation, type EngineFacts, type NodeRows } from "../../engine/port.js";
import { type Problem, problemRows } from "../../engine/problem.js";
import type { GrownTree } from "../../model/grownTree.js";
import { branchOf, type Test, UNKNOWN } from "../../model/test.js";
import { testedCells } from "../../table/column.js";
import { type Choice, choicesAt } from "../choose.js";
import { preorder } from "../flatten.js";
import type { GrowNode } from "../growNode.js";
import { widthOf } from "../grownNodes.js";
import type { LearnContext } from "../learner.js";
import { makePlan, type Plan } from "../plan.js";
import { stopAtNode } from "../stop/atNode.js";
import { growRoot } from "./growRoot.js";

/** How far tests are tried out before one is chosen. */
export interface LookAheadLimits {
  /** Levels below a test that count, or whole subtrees. */
  readonly levels: number | "full";
  /** Thresholds to try on a numeric attribute besides the best one: spread over the rows, and some in the widest gaps. */
  readonly tests: number;
  /** Divisions to try out in the whole tree; after that the test with the greatest gain is taken. */
  readonly budget: number;
}

/** What remains if a test is made, less being better: impurity, and for whole subtrees the number of leaves. */
interface Remains {
  readonly impurity: number;
  readonly leaves: number;
}

/** Tries out tests on the rows of a node, and takes them back (A ex. 3). Everything here is in memory. */
export class Trials {
  private tried = 0;

  constructor(
    private readonly limits: LookAheadLimits,
    private readonly plan: Plan,
    private readonly context: Required<Pick<LearnContext, "rows">> & Pick<LearnContext, "seed">,
    private readonly grow: (plan: Plan, context: LearnContext) => Conversation<GrowNode>,
  ) {}

  /** The choice after which least remains; of equal ones the first, so that more gain wins. */
  best(choices: readonly Choice[], { rows, weights }: NodeRows, node: GrowNode): Choice | undefined {
    const here = withWeights(problemRows(this.context.rows, rows), weights);
    const levels = this.limits.levels === "full" ? Number.POSITIVE_INFINITY : this.limits.levels;
    const found = this.bestOf(choices, here, node.depth, levels);
    if (found === undefined) return undefined;
    const { choice, remains } = found;
    const below = node.impurity - remains.impurity / node.judgedWeight;
    // A test may gain nothing, and be worth it for those below: it is kept or not by what they gain together.
    return { ...choice, ahead: Math.max(choice.gain, below - chargedTo(choice, node)) };
  }

  private bestOf(choices: readonly Choice[], problem: Problem, depth: number, levels: number) {
    let best: { readonly choice: Choice; readonly remains: Remains } | undefined;
    for (const choice of choices) {
      if (best !== undefined && this.tried >= this.limits.budget) break;
      this.tried++;
      const remains = this.after(
        choice.candidate.test,
        choice.candidate.weights.length,
        problem,
        depth,
        levels,
      );
      if (best === undefined || isLess(remains, best.remains, this.plan, problem.totalWeight))
        best = { choice, remains };
    }
    return best;
  }

  /** What remains in the branches of a test. */
  private after(test: Test, branches: number, problem: Problem, depth: number, levels: number): Remains {
    let impurity = 0;
    let leaves = 0;
    for (const part of divided(problem, test, branches)) {
      if (part.rows === 0) continue;
      const below =
        levels === Number.POSITIVE_INFINITY
          ? this.whole(part, depth + 1)
          : this.below(part, depth + 1, levels);
      impurity += below.impurity;
      leaves += below.leaves;
    }
    return { impurity, leaves };
  }

  /** The greedy subtree of some rows. */
  private whole(problem: Problem, depth: number): Remains {
    const engine = memoryData(problem).engine();
    const plan = this.planFor(problem, engine.facts);
    const { maxDepth } = plan.options;
    const limited =
      maxDepth === undefined ? plan : { ...plan, options: { ...plan.options, maxDepth: maxDepth - depth } };
    const { seed } = this.context;
    const root = drive(
      this.grow(limited, { task: problem, rows: problem, facts: engine.facts, seed }),
      engine,
    );
    return root.grown ? remainsOf(root.grown, plan) : remainsBelow(root);
  }

  /** What the best test leaves, looking some levels ahead. */
  private below(problem: Problem, depth: number, levels: number): Remains {
    const engine = memoryData(problem).engine();
    const plan = this.planFor(problem, engine.facts);
    const { node, choices } = drive(this.examined(plan, depth, levels > 1), engine);
    const asLeaf = { impurity: node.impurity * node.judgedWeight, leaves: 1 };
    if (choices.length === 0) return asLeaf;
    if (levels > 1 && this.tried < this.limits.budget)
      return this.bestOf(choices, problem, depth, levels - 1)?.remains ?? asLeaf;
    const gains = choices.map(
      (choice) => choice.candidate.gain - chargedTo(choice, node) * node.judgedWeight,
    );
    return { impurity: asLeaf.impurity - Math.max(0, ...gains), leaves: 2 };
  }

  private *examined(
    plan: Plan,
    depth: number,
    several: boolean,
  ): Conversation<{ node: GrowNode; choices: Choice[] }> {
    const [summary] = yield* ask({ ask: "summarise", statistic: plan.statistic, nodes: [0] });
    const node = growRoot(summary, plan, depth, this.context.seed);
    if (stopAtNode(node, plan) !== undefined) return { node, choices: [] };
    const [tallies] = yield* ask({
      ask: "tally",
      statistic: plan.statistic,
      nodes: [{ node: 0, attributes: node.live }],
    });
    return { node, choices: choicesAt(node, tallies, plan, several ? this.limits.tests : 0) };
  }

  private planFor(task: Problem, facts: EngineFacts): Plan {
    const { minLeaf, minSplit, options, costs } = this.plan;
    return makePlan({ ...options, minLeaf, minSplit, lookAhead: 0 }, { task, rows: task, facts }, costs);
  }
}

/** What was subtracted from the gain for the number of tests that were compared. */
function chargedTo({ candidate, gain }: Choice, { judgedWeight }: GrowNode): number {
  return candidate.gain / judgedWeight - gain;
}

function remainsBelow(root: GrowNode): Remains {
  const leaves = preorder(root).filter((node) => node.branches === undefined);
  const impurity = leaves.reduce((sum, node) => sum + node.impurity * node.judgedWeight, 0);
  return { impurity, leaves: leaves.length };
}

/** The same of a subtree that the engine has grown whole. */
function remainsOf({ nodes, attribute, sums }: GrownTree, { criterion, facts }: Plan): Remains {
  const width = widthOf(facts.target);
  let impurity = 0;
  let leaves = 0;
  for (let node = 0; node < nodes; node++) {
    if (attribute[node] >= 0) continue;
    leaves++;
    impurity += criterion.impurity(sums, node * width, width);
  }
  return { impurity, leaves };
}

/** Impurity that is lost or left by rounding, as a share of the weight. */
const ROUNDING = 1e-12;

/** Less impurity, or as much in fewer leaves. */
function isLess(a: Remains, b: Remains, { options }: Plan, weight: number): boolean {
  const slack = options.tolerance * Math.max(a.impurity, b.impurity) + ROUNDING * weight;
  if (Math.abs(a.impurity - b.impurity) > slack) return a.impurity < b.impurity;
  return a.leaves < b.leaves;
}

function withWeights(problem: Problem, weights: Float64Array): Problem {
  return { ...problem, weights, totalWeight: weights.reduce((sum, weight) => sum + weight, 0) };
}

/** The rows of each branch; those without a branch go to the one with most rows. */
function divided(problem: Problem, test: Test, branches: number): Problem[] {
  const cells = testedCells(problem.attributes[test.attribute]);
  const parts: number[][] = Array.from({ length: branches }, () => []);
  const unknown: number[] = [];
  for (let row = 0; row < problem.rows; row++) {
    const branch = branchOf(test, cells instanceof Int32Array && cells[row] < 0 ? Number.NaN : cells[row]);
    (branch === UNKNOWN ? unknown : parts[branch]).push(row);
  }
  const largest = parts.reduce((most, part) => (part.length > most.length ? part : most), parts[0]);
  largest.push(...unknown);
  return parts.map((part) =>
    problemRows(
      problem,
      part.sort((a, b) => a - b),
    ),
  );
}
