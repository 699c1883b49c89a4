import type { ConversingLearner, LearnContext } from "../learner.js";
import type { FitJob } from "../treeJob.js";
import { type FitSteps, oneTree } from "../treeSteps.js";
import { expectedErrors } from "./errorBound.js";
import type { MovableNode } from "./movableTree.js";
import type { PruneOptions } from "./pruneOptions.js";
import { raisedByWaves } from "./raiseByWaves.js";
import { type Raised, type Reached, replayTree } from "./replayTree.js";

/** Pruning by errors with branches raised, of rows that are not here: each time they go down the tree is like learning one more. */
export function* raisedSteps(job: FitJob, { errorBound, confidence }: PruneOptions): FitSteps {
  const model = yield* oneTree(job);
  const { onProgress: _, ...context } = job.context;
  function* replay(root: MovableNode, raised: Raised) {
    let reached = new Map<MovableNode, Reached>();
    const replayer: ConversingLearner = {
      ...job.learner,
      kind: "tree",
      *learn(_: unknown, { facts }: LearnContext) {
        reached = yield* replayTree(root, raised, facts, job.grown.hasGaps);
        return { nodes: model.nodes };
      },
    };
    yield* oneTree({ ...job, learner: replayer, context });
    return reached;
  }
  return yield* raisedByWaves(model, expectedErrors(errorBound, confidence), replay);
}
