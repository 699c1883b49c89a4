import type { EnsembleLearner, EnsembleSlice } from "../learner.js";
import { type Checkpoints, checkpointText, type Work } from "./checkpoint.js";

const EVERY = 10;

/** A run of an ensemble that may be kept. */
export interface KeptWork extends Omit<Work, "learner"> {
  readonly learner: Pick<EnsembleLearner, "name">;
  readonly checkpoint?: Checkpoints;
}

/** Writes a checkpoint after every so many slices. */
export class Keeper {
  private slices = 0;

  constructor(private readonly work: KeptWork) {}

  isDue(): boolean {
    const { checkpoint } = this.work;
    return checkpoint?.write !== undefined && ++this.slices % (checkpoint.every ?? EVERY) === 0;
  }

  keep(slice: EnsembleSlice): void | Promise<void> {
    const { checkpoint, learner, options, seed, problem } = this.work;
    return checkpoint!.write!(
      checkpointText({ learner: learner.name, options, seed, problem }, slice.state()),
    );
  }
}
