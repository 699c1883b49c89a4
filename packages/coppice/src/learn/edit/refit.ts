import { type DataHandle, localRows } from "../../engine/data.js";
import { ask, type Conversation, type NodeRows } from "../../engine/port.js";
import type { Problem } from "../../engine/problem.js";
import { constraintsOn, type EditState } from "../../model/editState.js";
import { emptySlot, graft, type Slot } from "../../model/graft.js";
import { nodePaths, pathOfSteps, stepsOf } from "../../model/nodePath.js";
import { isSplit, type NodeFacts, type SplitNode, type TreeModel, type TreeNode } from "../../model/tree.js";
import { endsOf } from "../../model/walk.js";
import { factsOf, flatten, splitOf } from "../flatten.js";
import { Growth } from "../grow.js";
import type { GrowNode } from "../growNode.js";
import type { LearnContext } from "../learner.js";
import type { Plan } from "../plan.js";
import { collapse } from "../prune/collapse.js";
import { descend, type Reached } from "./descend.js";
import { growWhole } from "./growWhole.js";
import { type NewTest, planNew } from "./planNew.js";
import { keptAt, needsRows, prunePart, trainingAt } from "./prunePart.js";
import { attributeNamed } from "./resolveTest.js";
import type { Session } from "./session.js";

/** What is done to one node: it is grown anew, or gets a test and its branches are grown anew. */
export type Change = { readonly kind: "regrow" } | NewTest;

/** A node that is grown anew, its place, and what the tree has above it. */
interface Free {
  readonly grow: GrowNode;
  readonly slot: Slot;
  readonly path: string;
  readonly above?: NodeFacts;
  /** If pruning asks for them. */
  rows?: NodeRows;
}

export interface Refit {
  readonly model: TreeModel;
  /** By the index of the node. */
  readonly changes: ReadonlyMap<number, Change>;
  /** After the edit. */
  readonly state: EditState;
  readonly session: Session;
}

/** The nodes of the tree after these changes; what is not below a changed node stays. */
export function* refit(work: Refit, plan: Plan, context: LearnContext): Conversation<readonly TreeNode[]> {
  const { model, changes, session } = work;
  const growth = new Growth(plan, context, false);
  const targets = new Set(changes.keys());
  const { whole, root, reached } = yield* descend(model, targets, growth, plan);
  const free = yield* freed(work, reached, growth, plan);
  constrain(free, work);
  const pruning = session.job.learner.pruning?.(session.job.options);
  if (pruning && needsRows(pruning.prune, pruning.options))
    for (const one of free) [one.rows] = yield* ask({ ask: "rows", nodes: [one.grow.id] });
  const leavesElsewhere = leavesBeside(model, targets);
  const left: GrowNode[] = [];
  for (const { grow } of free) if (!(yield* growWhole(grow, session, growth, plan))) left.push(grow);
  yield* growth.growFrom(left, { leaves: leavesElsewhere + free.length });
  for (const { grow, slot, above } of free) {
    if (plan.options.collapse) collapse(grow, plan, root);
    slot.content = { nodes: flatten(grow, plan, above) };
  }
  const { nodes, starts } = graft(whole);
  if (pruning === undefined || pruning.prune === "none") return nodes;
  const unpruned = { ...model, nodes };
  const rootFacts = factsOf(root, plan, undefined);
  for (const { slot, rows } of free) {
    const { nodes: part } = slot.content as { readonly nodes: readonly TreeNode[] };
    const pruned = prunePart(model, part, {
      ...pruning,
      root: rootFacts,
      whole: unpruned,
      start: starts.get(slot)!,
      leavesElsewhere,
      training: () => trainingAt(model, problemOf(session.job.grown), rows!),
      kept: () => keptAt(unpruned, problemOf(session.raw.kept ?? session.raw.grown), starts.get(slot)!),
    });
    slot.content = { nodes: pruned };
  }
  return graft(whole).nodes;
}

function problemOf(data: DataHandle): Problem {
  return localRows(data, "editing").problem;
}

/** The nodes to be grown: those that are regrown, and the branches of new tests. */
function* freed(
  { model, changes, state }: Refit,
  reached: readonly Reached[],
  growth: Growth,
  plan: Plan,
): Conversation<Free[]> {
  const paths = nodePaths(model);
  const free: Free[] = [];
  for (const { index, parent, grow, slot } of reached) {
    const above = parent < 0 ? undefined : model.nodes[parent];
    const change = changes.get(index)!;
    const path = paths[index];
    if (change.kind === "regrow") {
      free.push({ grow, slot, path, ...(above && { above }) });
      continue;
    }
    const old = model.nodes[index];
    const isSame = yield* planNew({ node: grow, old, change, path, head: model, state }, growth, plan);
    const born = yield* growth.divide([grow]);
    const slots = born.map(emptySlot);
    const facts = factsOf(grow, plan, above);
    slot.content = { node: (isSame ? old : splitOf(facts, grow.planned!, [], plan)) as SplitNode, slots };
    for (const [b, branch] of born.entries())
      free.push({ grow: branch, slot: slots[b], path: pathOfSteps([...stepsOf(path), b]), above: facts });
  }
  return free;
}

/** Nodes may not use forbidden attributes, and use preferred ones first. */
function constrain(free: readonly Free[], { model, state }: Refit): void {
  for (const { grow, path } of free) {
    const { forbidden, preferred } = constraintsOn(path, state);
    const banned = new Set(forbidden.map((name) => attributeNamed(model, name)));
    const first = preferred.map((name) => attributeNamed(model, name));
    grow.live = grow.live.filter((a) => !banned.has(a));
    if (first.length > 0) grow.preferred = first;
  }
}

/** The leaves that are not below these nodes. */
function leavesBeside(model: TreeModel, targets: ReadonlySet<number>): number {
  const ends = endsOf(model);
  let leaves = 0;
  for (let i = 0; i < ends.length; i = targets.has(i) ? ends[i] : i + 1)
    if (!targets.has(i) && !isSplit(model.nodes[i])) leaves++;
  return leaves;
}
