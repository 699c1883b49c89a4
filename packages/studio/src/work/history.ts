import type { Table, TreeModel } from "coppice";
import { type Edit, edit } from "coppice/edit";

/** A model and its edits, with the models in between: going back is taking an earlier one. */
export class EditHistory {
  private readonly steps: { readonly edit: Edit; readonly model: TreeModel }[] = [];

  constructor(
    private readonly base: TreeModel,
    private readonly table: Table,
  ) {}

  /** The model after exactly these edits: those that it has already are kept, others are applied. */
  async after(edits: readonly Edit[], hooks: { readonly signal: AbortSignal }): Promise<TreeModel> {
    let same = 0;
    while (same < edits.length && same < this.steps.length && isEqual(this.steps[same].edit, edits[same]))
      same++;
    let model = same === 0 ? this.base : this.steps[same - 1].model;
    const added: { edit: Edit; model: TreeModel }[] = [];
    for (const one of edits.slice(same)) {
      model = await edit(model, this.table, [one], hooks);
      added.push({ edit: one, model });
    }
    // Only when all of them could be applied.
    this.steps.splice(same, this.steps.length, ...added);
    return model;
  }
}

const isEqual = (a: Edit, b: Edit) => JSON.stringify(a) === JSON.stringify(b);
