import type { EnsembleModel, Members } from "./ensemble.js";
import { isEnsemble, type Model } from "./model.js";
import { packedToJson } from "./packedJson.js";

/** A model as JSON.stringify can write it and parseModel read it: the columns of packed trees become text. */
export function modelJson(model: Model): object {
  return isEnsemble(model) ? ensembleJson(model) : model;
}

function ensembleJson({ members, ...rest }: EnsembleModel): object {
  return { ...rest, members: membersJson(members) };
}

export function membersJson(members: Members): object {
  return members.kind === "packed" ? { ...members, trees: packedToJson(members.trees) } : members;
}
