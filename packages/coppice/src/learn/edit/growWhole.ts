import { localRows } from "../../engine/data.js";
import { type Answer, ask, type Conversation, type SubtreeRequest } from "../../engine/port.js";
import { problemRows } from "../../engine/problem.js";
import { rulesOf } from "../../engine/rulesOf.js";
import type { Growth } from "../grow.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";
import { stopAtNode } from "../stop/atNode.js";
import type { Session } from "./session.js";

/** Cells from which an engine of a node's own pays: kernels leave smaller tables to the learner. Lowered by tests. */
export const growWholeTuning = { cells: 1 << 16 };

/**
 * Grows all that is below a node at once, if the kernels that grow whole tables can: its rows are made a table of their own.
 * Otherwise nothing has changed, and the learner grows it from tallies, with the same result.
 */
export function* growWhole(
  node: GrowNode,
  { job, options }: Session,
  growth: Growth,
  plan: Plan,
): Conversation<boolean> {
  const { live, depth, summary, preferred } = node;
  const rules = plan.subtree;
  // A limit of leaves is one of the whole tree.
  if (rules === undefined || plan.options.maxLeaves !== undefined) return false;
  if (preferred || summary.rows * live.length < growWholeTuning.cells) return false;
  if (stopAtNode(node, plan) !== undefined) return false;
  // The rules have whole rows only.
  const [{ rows }] = yield* ask({ ask: "rows", nodes: [node.id] });
  const local = localRows(job.grown, "editing");
  const part = problemRows(local.problem, rows);
  const attributes = live.map((a) => part.attributes[a]);
  const engine = local.over({ ...part, attributes }).engine(options);
  const wanted = [{ node: 0, attributes: live.map((_, a) => a), depth }];
  const request: SubtreeRequest = { ask: "subtree", nodes: wanted, rules: rulesOf(rules, live) };
  const [tree] = engine.answer(request) as Answer<SubtreeRequest>;
  if (tree === undefined) return false;
  growth.attach(node, { ...tree, attribute: tree.attribute.map((a) => (a < 0 ? a : live[a])) });
  return true;
}
