import { mustBe } from "../base/errors.js";
import { type EnsembleModel, type Members, memberCount } from "./ensemble.js";

/**
 * The ensemble of the first trees of another, as it was after so many of them; of boosting with a tree per class, the
 * trees of whole rounds. What was measured during training is left out.
 */
export function firstTrees(model: EnsembleModel, count: number): EnsembleModel {
  const trees = memberCount(model);
  const { combine, members } = model;
  const step = combine.kind === "sum" ? combine.outputs : 1;
  if (!(Number.isInteger(count) && count >= 1 && count <= trees && count % step === 0)) {
    const every = step === 1 ? "" : `, a multiple of ${step}`;
    throw mustBe("OPTION_RANGE", "the number of trees", `an integer from 1 to ${trees}${every}`, count);
  }
  const { report: _, ...rest } = model;
  const weights = combine.kind === "sum" ? undefined : combine.weights;
  return {
    ...rest,
    members: firstMembers(members, count),
    combine:
      weights === undefined ? combine : ({ ...combine, weights: weights.slice(0, count) } as typeof combine),
  };
}

function firstMembers(members: Members, count: number): Members {
  if (members.kind === "models") return { kind: "models", models: members.models.slice(0, count) };
  const { trees } = members;
  const end = trees.starts[count];
  return {
    kind: "packed",
    trees: {
      ...trees,
      starts: trees.starts.slice(0, count + 1),
      attribute: trees.attribute.slice(0, end),
      threshold: trees.threshold.slice(0, end),
      skip: trees.skip.slice(0, end),
      flags: trees.flags.slice(0, end),
    },
  };
}
