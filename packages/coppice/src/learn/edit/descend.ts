import { ask, type Conversation } from "../../engine/port.js";
import { cutOut, emptySlot, type Slot } from "../../model/graft.js";
import { isSplit, type SplitNode, type TreeModel } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";
import { forMissing } from "../branch/forMissing.js";
import { choiceBy } from "../choose.js";
import type { Growth } from "../grow.js";
import type { GrowNode } from "../growNode.js";
import { findSurrogates } from "../missing/findSurrogates.js";
import type { Plan } from "../plan.js";
import { givenTest } from "./givenTest.js";
import { otherRows } from "./session.js";

/** A node of a tree, with its rows divided down to it, and its place. */
export interface Reached {
  readonly index: number;
  readonly grow: GrowNode;
  /** The index of its parent; -1 for the root. */
  readonly parent: number;
  readonly slot: Slot;
}

/**
 * Divides the rows from the root down to these nodes, by the tests that the tree has. Returns the tree as places: those of the
 * nodes are empty, and the rest is the tree's own, untouched.
 */
export function* descend(
  model: Pick<TreeModel, "nodes">,
  targets: ReadonlySet<number>,
  growth: Growth,
  plan: Plan,
): Conversation<{ readonly whole: Slot; readonly root: GrowNode; readonly reached: readonly Reached[] }> {
  const { nodes } = model;
  const ends = endsOf(model);
  const leads = (index: number) => [...targets].some((target) => target >= index && target < ends[index]);
  const whole = emptySlot();
  const reached: Reached[] = [];
  const root = yield* growth.root();
  const stack: Reached[] = [{ index: 0, grow: root, parent: -1, slot: whole }];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const { index, grow, slot } = at;
    const node = nodes[index];
    if (targets.has(index)) {
      reached.push(at);
    } else if (!leads(index) || !isSplit(node)) {
      slot.content = { nodes: cutOut(nodes, index, ends[index]) };
    } else {
      checkWeight(node, grow);
      yield* planAsItIs(node, grow, growth, plan);
      const born = yield* growth.divide([grow]);
      const slots = node.branches.map(emptySlot);
      slot.content = { node, slots };
      for (let b = born.length - 1; b >= 0; b--)
        stack.push({ index: node.branches[b], grow: born[b], parent: index, slot: slots[b] });
    }
  }
  return { whole, root, reached };
}

function checkWeight({ weight }: SplitNode, { summary }: GrowNode): void {
  if (Math.abs(weight - summary.weight) > 1e-6 * Math.max(1, weight))
    throw otherRows(weight, summary.weight, "a node");
}

/** Rows whose value is missing go where they went in training, which need not be where rows to predict go. */
export function* planAsItIs(
  { test, missing, branches, gain }: SplitNode,
  node: GrowNode,
  growth: Growth,
  plan: Plan,
): Conversation<void> {
  if (plan.options.missingAtPrediction === "asTrained") {
    node.planned = { test, missing, gain, outcomes: branches.length };
    return;
  }
  const wanted = [{ node: node.id, attributes: [test.attribute] }];
  const [tallies] = yield* ask({ ask: "tally", statistic: plan.statistic, nodes: wanted });
  const own = plan.options.missing === "level" ? 1 : 0;
  for (const tally of tallies) {
    const branching = forMissing(plan.options.missing, givenTest(test, branches.length - own));
    const choice = choiceBy(node, tally, plan, branching);
    if (choice === undefined) throw otherRows(node.summary.weight, 0, "a branch");
    const weights = growth.planBy(node, choice);
    if (plan.surrogates) yield* findSurrogates([{ node, weights }], plan);
    return;
  }
}
