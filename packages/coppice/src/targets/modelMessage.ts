import { withColumns } from "../model/lazyNodes.js";
import { isEnsemble, isTree, type Model } from "../model/model.js";
import { writable } from "../model/modelJson.js";
import { columnsOf, type PackedTree } from "../model/packedTree.js";
import type { TreeModel } from "../model/tree.js";

/** A model as it crosses threads: nodes that have not been accessed stay columns. */
export type ModelMessage =
  | { readonly model: Model }
  | { readonly head: Omit<TreeModel, "nodes">; readonly columns: PackedTree };

export function toMessage(model: Model): ModelMessage {
  const columns = columnsOf(model);
  if (columns === undefined || !isTree(model)) return { model };
  const others = (Object.keys(model) as (keyof TreeModel)[]).filter((key) => key !== "nodes");
  // No spread here: it would materialise the nodes.
  const head = Object.fromEntries(others.map((key) => [key, model[key]]));
  return { head: head as unknown as Omit<TreeModel, "nodes">, columns };
}

export function fromMessage(message: ModelMessage): Model {
  if ("model" in message) return written(message.model);
  const { head, columns } = message;
  return withColumns({ ...head }, () => columns);
}

/** Restores what cannot be cloned between threads: the writers of packed trees. */
function written(model: Model): Model {
  return isEnsemble(model) ? { ...model, members: writable(model.members) } : model;
}
