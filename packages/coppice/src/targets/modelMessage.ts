import { withColumns } from "../model/lazyNodes.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import { writable } from "../model/modelJson.js";
import type { TreeModel } from "../model/tree.js";
import { columnsOf, type TreeColumns } from "../model/treeColumns.js";

/** A model as it crosses threads: nodes that nobody has looked at stay columns. */
export type ModelMessage =
  | { readonly model: Model }
  | { readonly head: Omit<TreeModel, "nodes">; readonly columns: TreeColumns };

export function toMessage(model: Model): ModelMessage {
  const columns = columnsOf(model);
  if (columns === undefined || !isTree(model)) return { model };
  const others = (Object.keys(model) as (keyof TreeModel)[]).filter((key) => key !== "nodes");
  // Not by spreading, which would make the nodes.
  const head = Object.fromEntries(others.map((key) => [key, model[key]]));
  return { head: head as unknown as Omit<TreeModel, "nodes">, columns };
}

export function fromMessage(message: ModelMessage): Model {
  if ("model" in message) return written(message.model);
  const { head, columns } = message;
  return withColumns({ ...head }, () => columns);
}

/** What crossed from another thread has lost what cannot be cloned: how packed trees are written. */
function written(model: Model): Model {
  return isEnsemble(model) ? { ...model, members: writable(model.members) } : model;
}
