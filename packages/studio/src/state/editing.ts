import type { Edit } from "coppice/edit";
import type { CallOptions } from "../work/client.js";
import type { RequestName, Requests } from "../work/exchange.js";
import type { ModelFacts } from "../work/protocol.js";
import { nearest } from "./nodeNames.js";
import type { Store } from "./store.js";
import type { Ghost, StudioState } from "./types.js";

/** What changing the tree needs of the studio. */
export interface EditingHost {
  readonly store: Store<StudioState>;
  call<N extends RequestName>(
    name: N,
    args: Requests[N]["args"],
    options?: CallOptions,
  ): Promise<Requests[N]["result"]>;
  work(label: string, run: (options: Required<CallOptions>) => Promise<void>): Promise<void>;
  show(model: ModelFacts, isSame: boolean): void;
  select(node: number): void;
  grow(): Promise<void>;
}

/** The name of an edit that belongs to the one before it: both are undone together. */
export const CONTINUED = "swap, below";

/** What a person can do to the tree: edit it, go back and forth in its history, walk along its pruning sequence. */
export class Editing {
  constructor(private readonly host: EditingHost) {}

  private get state(): StudioState {
    return this.host.store.get();
  }

  /** The tree of the pruning sequence at this step; 0 is the root alone. */
  async prune(step: number): Promise<void> {
    await this.host.work("Pruning", async (options) => {
      const model = await this.host.call("prune", { step }, options);
      this.host.store.set({ validation: undefined });
      this.host.show(model, true);
    });
  }

  /** Takes the tree of a step of the pruning sequence as the learner's own, by its alpha, so that it can be made again. */
  async keepPruned(): Promise<void> {
    const { model, recipe } = this.state;
    const row = model?.pruning?.[model.pruned ?? -1];
    if (row === undefined || recipe === undefined) return;
    const { chooseBy: _, pruneRule: __, pruneFolds: ___, ...options } = recipe.options;
    this.host.store.set({
      recipe: { ...recipe, options: { ...options, prune: "costComplexity", alpha: row.alpha } },
    });
    await this.host.grow();
  }

  /** Whether the tree can be changed: not without its table, nor while it is a step of the pruning sequence. */
  get canEdit(): boolean {
    const { model, table } = this.state;
    return model?.tree !== undefined && table !== undefined && model.pruned === undefined;
  }

  apply(edit: Edit): Promise<void> {
    const { edits, done } = this.state;
    return this.setEdits([...edits.slice(0, done), edit], done + 1);
  }

  /** Makes an edit unless it would leave a branch without rows. */
  async applyIfPossible(edit: Edit): Promise<void> {
    await this.apply(edit);
    if (this.state.fault?.code === "EDIT_EMPTY") this.host.store.set({ fault: undefined });
  }

  undo(): Promise<void> {
    const { edits, done } = this.state;
    let to = done - 1;
    while (to > 0 && edits[to].name === CONTINUED) to--;
    return this.setEdits(edits, to);
  }

  redo(): Promise<void> {
    const { edits, done } = this.state;
    let to = done + 1;
    while (to < edits.length && edits[to].name === CONTINUED) to++;
    return this.setEdits(edits, to);
  }

  /** The model after the first `to` edits; what changed is selected. */
  async setEdits(edits: readonly Edit[], to: number): Promise<void> {
    const { done, model: old } = this.state;
    if (!this.canEdit || to < 0 || to > edits.length) return;
    await this.host.work("Refitting", async (options) => {
      const model = await this.host.call("edit", { edits: edits.slice(0, to) }, options);
      this.host.store.set({
        edits,
        done: to,
        row: undefined,
        before: old && scoresOf(old),
      });
      this.host.show(model, true);
      const changed = (edits[Math.min(to, done)] ?? edits[to - 1])?.node;
      if (changed !== undefined) this.host.select(nearest(model, changed));
    });
  }

  /** What a person considers: shown on the canvas and beside the score, and gone when it is applied or left. */
  consider(ghost?: Ghost): void {
    if (ghost !== this.state.ghost) this.host.store.set({ ghost });
  }

  /** A node's name in edits. */
  pathOf(node: number): string {
    return this.state.model?.paths?.[node] ?? "root";
  }
}

/** The scores of a model, without the rest of it. */
function scoresOf({ train, validation }: ModelFacts): Pick<ModelFacts, "train" | "validation"> {
  return { ...(train && { train }), ...(validation && { validation }) };
}
