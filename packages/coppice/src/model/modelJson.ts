import type { EnsembleModel, Members } from "./ensemble.js";
import { isEnsemble, type Model } from "./model.js";
import type { PackedTrees } from "./packed.js";
import { packedToJson } from "./packedJson.js";

/** A model in a form that JSON.stringify can write and parseModel can read: the columns of packed trees become text. */
export function modelJson(model: Model): object {
  return isEnsemble(model) ? ensembleJson(model) : model;
}

function ensembleJson({ members, ...rest }: EnsembleModel): object {
  return { ...rest, members: membersJson(members) };
}

export function membersJson(members: Members): object {
  return members.kind === "packed" ? { ...members, trees: packedToJson(members.trees) } : members;
}

/**
 * The members with packed trees that JSON.stringify writes as text, wherever they are. `toJSON` is not enumerable, so a
 * structured clone lacks it; parseModel accepts such a clone and adds it again.
 */
export function writable(members: Members): Members {
  if (members.kind !== "packed" || Object.hasOwn(members.trees, "toJSON")) return members;
  const trees: PackedTrees = { ...members.trees };
  return { ...members, trees: Object.defineProperty(trees, "toJSON", { value: () => packedToJson(trees) }) };
}
