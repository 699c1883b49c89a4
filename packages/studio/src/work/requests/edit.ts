import { candidates, type Edit, type SplitProfile, splitProfile } from "coppice/edit";
import { candidateFacts } from "../candidateFacts.js";
import type { Handlers } from "../handlers.js";
import { EditHistory } from "../history.js";
import type { CandidateFacts, ModelFacts, SavedForm } from "../protocol.js";
import { type Saved, saved } from "../saved.js";
import type { Workspace } from "../workspace.js";

export interface EditRequests {
  edit: { args: { edits: readonly Edit[] }; result: ModelFacts };
  candidates: { args: { node: number; limit: number }; result: readonly CandidateFacts[] };
  profile: { args: { node: number; attribute: string }; result: SplitProfile };
  save: { args: { form: SavedForm; name: string }; result: Saved };
}

export const editHandlers = (work: Workspace): Handlers<EditRequests> => ({
  edit: async ({ edits }, hooks) => {
    const training = work.trained();
    work.history ??= new EditHistory(work.tree(), training.table);
    work.change(await work.history.after(edits, hooks), training);
    return work.facts();
  },
  candidates: ({ node, limit }) => {
    const tree = work.tree();
    const { group, groupColours } = work.groupsOf(tree);
    const found = candidates(tree, work.trained().table, work.pathOf(tree, node), { limit });
    return found.candidates.map((each) => candidateFacts(each, group, groupColours.length));
  },
  profile: ({ node, attribute }) => {
    const tree = work.tree();
    return splitProfile(tree, work.trained().table, work.pathOf(tree, node), attribute);
  },
  save: ({ form, name }) => saved(work.known().model, form, name),
});
