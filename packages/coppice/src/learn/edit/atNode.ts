import type { Conversation } from "../../engine/port.js";
import { constraintsOn, stateOf } from "../../model/editState.js";
import type { Model } from "../../model/model.js";
import { nodeAt } from "../../model/nodePath.js";
import type { TreeModel, TreeNode } from "../../model/tree.js";
import type { Table } from "../../table/table.js";
import { Growth } from "../grow.js";
import type { GrowNode } from "../growNode.js";
import type { Plan } from "../plan.js";
import { descend } from "./descend.js";
import { editable } from "./edit.js";
import { attributeNamed } from "./resolveTest.js";
import { type EditOptions, run, sessionFor } from "./session.js";

/** A node with its training rows, as growth sees it. */
export interface AtNode {
  readonly model: TreeModel;
  readonly index: number;
  readonly node: TreeNode;
  readonly grow: GrowNode;
  /** The attributes that tests there may use. */
  readonly allowed: readonly number[];
}

/** Asks about the training rows of one node of a tree. */
export function askAt<T>(
  given: Model,
  table: Table,
  path: string,
  options: EditOptions,
  questions: (at: AtNode, plan: Plan) => Conversation<T>,
): T {
  const model = editable(given);
  const index = nodeAt(model, path);
  const session = sessionFor(model, table, options);
  return run(session, function* (plan, context) {
    const growth = new Growth(plan, context, false);
    const { reached } = yield* descend(model, new Set([index]), growth, plan);
    const { forbidden } = constraintsOn(path, stateOf(model.edits));
    const banned = new Set(forbidden.map((name) => attributeNamed(model, name)));
    const [{ grow }] = reached;
    const allowed = grow.live.filter((a) => !banned.has(a));
    return yield* questions({ model, index, node: model.nodes[index], grow, allowed }, plan);
  });
}
