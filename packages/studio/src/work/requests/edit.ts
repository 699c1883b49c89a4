import { candidates, type Edit, type SplitProfile, splitProfile } from "coppice/edit";
import { candidateFacts } from "../candidateFacts.js";
import type { Handlers } from "../handlers.js";
import { EditHistory } from "../history.js";
import { judgedAt } from "../judged.js";
import type { CandidateList, Judged, ModelFacts, SavedForm } from "../protocol.js";
import { type Saved, saved } from "../saved.js";
import type { Workspace } from "../workspace.js";

export interface EditRequests {
  edit: { args: { edits: readonly Edit[] }; result: ModelFacts };
  candidates: { args: { node: number; limit: number }; result: CandidateList };
  profile: { args: { node: number; attribute: string }; result: ProfileAnswer };
  save: { args: { form: SavedForm; name: string }; result: Saved };
}

/** What the page needs to follow a threshold or levels that are being moved, without asking again. */
export interface ProfileAnswer {
  readonly profile: SplitProfile;
  readonly judged?: Judged;
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
    const held = work.parts?.validation;
    const options = { limit, ...(held && { validation: held }) };
    const found = candidates(tree, work.trained().table, work.pathOf(tree, node), options);
    const target = work.groupsOf(tree);
    return {
      ...(found.validation && { validation: found.validation }),
      list: found.candidates.map((each) => candidateFacts(tree, each, target)),
    };
  },
  profile: ({ node, attribute }) => {
    const tree = work.tree();
    const profile = splitProfile(tree, work.trained().table, work.pathOf(tree, node), attribute);
    const judged = judgedAt(tree, profile, node, work.answers(tree));
    return { profile, ...(judged && { judged }) };
  },
  save: ({ form, name }) => {
    const { model, training } = work.known();
    return saved({ model, ...(training && { train: training.table }) }, form, name);
  },
});
