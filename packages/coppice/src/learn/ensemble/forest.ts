import { CoppiceError } from "../../base/errors.js";
import { joinPacked } from "../../model/joinPacked.js";
import type { PackedTrees } from "../../model/packed.js";
import type { EnsembleContext, EnsembleLearned, EnsembleLearner, EnsembleWork } from "../learner.js";
import type { TreeOptions } from "../treeOptions.js";
import { type ForestOptions, forestOptions, treeOptionsOf } from "./forestOptions.js";
import { growMany } from "./growMany.js";
import { membersOf, sampledProblem } from "./members.js";

interface ForestPreset {
  readonly name: string;
  readonly summary: string;
  readonly bootstrap: boolean;
  /** How its trees differ from others. */
  readonly answers: Partial<TreeOptions>;
}

function forestLearner({ name, summary, bootstrap, answers }: ForestPreset): EnsembleLearner {
  return {
    kind: "ensemble",
    name,
    summary,
    tasks: ["classification", "regression"],
    options: forestOptions({ bootstrap }),
    // Which rows a tree sees hangs on their places, and draws are by weight.
    promises: { monotone: false, rowOrder: false, weights: false },
    learn: (options, context) => growForest(options as unknown as ForestOptions, context, answers),
  };
}

/** Breiman 2001. */
export const forest = forestLearner({
  name: "forest",
  summary:
    "random forest: full trees on bootstrap samples, some attributes drawn at each node, averaged; accurate, with an honest error of its own",
  bootstrap: true,
  answers: {},
});

/** Geurts, Ernst and Wehenkel 2006. */
export const extraTrees = forestLearner({
  name: "extraTrees",
  summary: "extremely randomised trees: thresholds and sets of levels are drawn by chance too, on all rows",
  bootstrap: false,
  answers: { numeric: "random", nominal: "random" },
});

function* growForest(
  options: ForestOptions,
  context: EnsembleContext,
  answers: Partial<TreeOptions>,
): EnsembleWork {
  const { problem, seed, team, signal, resume } = context;
  if (options.combine === "vote" && problem.task === "regression") {
    throw new CoppiceError("OPTION_CONFLICT", "combine=vote needs classes, and the target is numeric", {
      name: "combine",
    });
  }
  const sampled = sampledProblem(problem, options);
  const treeOptions = treeOptionsOf(options, problem, answers);
  const packs: PackedTrees[] = resume?.members.kind === "packed" ? [resume.members.trees] : [];
  let grown = packs.reduce((sum, pack) => sum + pack.starts.length - 1, 0);
  const members = membersOf(problem, options, seed, grown, options.trees);
  const grower = growMany(sampled, treeOptions, members, {
    ...(team && { team }),
    ...(signal && { signal }),
  });
  for (const pack of grower) {
    packs.push(pack);
    grown++;
    const state = () => ({ members: { kind: "packed", trees: joinPacked(packs) } as const, arrays: {} });
    yield { done: grown / options.trees, members: grown, state };
  }
  return learned(packs, options);
}

function learned(packs: readonly PackedTrees[], options: ForestOptions): EnsembleLearned {
  return {
    combine: { kind: options.combine },
    members: { kind: "packed", trees: joinPacked(packs) },
  };
}
