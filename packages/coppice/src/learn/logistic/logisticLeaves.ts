import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { inContentOrder } from "../../engine/rowOrder.js";
import type { ClassifierAnswer } from "../../model/answer.js";
import { isSplit, type TreeNode } from "../../model/tree.js";
import { declared } from "../applies.js";
import type { EnsembleLearner, RowTreeContext, RowTreeLearner, RowTreeWork } from "../learner.js";
import { nodesAbove } from "../linear/leavesUnder.js";
import { preparing } from "../missing/preparing.js";
import { learnCommittee } from "../modelTree/committee.js";
import { stringsOption } from "../strings/stringOptions.js";
import { chooseStrength, type StrengthChoices } from "./chooseStrength.js";
import { type Design, designOf } from "./design.js";
import { type GrownClassifiers, growClassifiers, type LogisticGrowth, leavesAt } from "./grownClassifiers.js";

const PRUNED = { option: "prune", in: ["deviance"] } as const;

const options = z.strictObject(
  declared(
    {
      members: z
        .int()
        .min(1)
        .max(10_000)
        .default(1)
        .describe("number of trees: several are a committee, each from a bootstrap sample, and are averaged"),
      minLeaf: z.int().min(1).default(15).describe("minimum weight of the rows of a leaf"),
      maxDepth: z.int().min(0).optional().describe("maximum depth of the tree; 0: a single classifier"),
      shrinkage: z
        .union([z.literal("auto"), z.number().gt(0)])
        .meta({ rule: "auto or a positive number", kind: "number" })
        .default("auto")
        .describe(
          "how strongly the coefficients of a node are shrunk towards those of its parent, and of the root towards 0; auto: by cross-validation at the root",
        ),
      prune: z
        .enum(["deviance", "none"])
        .default("deviance")
        .describe(
          "pruning method: a subtree is replaced by the classifier of its root if that has no greater deviance, counting parameters",
        ),
      penalty: z
        .union([z.literal("auto"), z.number().min(0)])
        .meta({ rule: "auto or a non-negative number", kind: "number" })
        .default("auto")
        .describe(
          "what each parameter adds to the deviance by which the tree is pruned: auto is 2, which estimates the deviance on new rows (AIC), unless 1 or 0.5 is significantly better",
        ),
      folds: z
        .int()
        .min(2)
        .max(1000)
        .default(5)
        .describe("number of folds of the cross-validation that settles options left at auto"),
      missing: z
        .enum(["majority", "drop", "likely", "likelyInClass", "level", "indicator", "predict"])
        .default("majority")
        .describe(
          "missing values in training: sent down the largest branch, and replaced by the mean in formulas (majority); or the row is dropped, the value is imputed (likely, likelyInClass, predict), becomes a level of its own, or adds an indicator attribute",
        ),
      strings: stringsOption,
    },
    {
      penalty: PRUNED,
      folds: {
        anyOf: [
          { option: "shrinkage", in: ["auto"] },
          { allOf: [PRUNED, { option: "penalty", in: ["auto"] }] },
        ],
      },
    },
  ),
);

interface LogisticOptions extends LogisticGrowth, StrengthChoices {
  readonly members: number;
  readonly folds: number;
  readonly prune: "deviance" | "none";
}

/** A ex. 9.6; Landwehr, Hall and Frank 2005 (logistic model trees). */
export const logisticLeaves = {
  kind: "tree",
  name: "logisticLeaves",
  summary:
    "a classification tree with a logistic classifier in each leaf, shrunk towards that of its parent and pruned",
  tasks: ["classification"],
  options,
  guarantees: { monotone: false, rowOrder: true, weights: false },
  missing: preparing,
  ensemble: ({ members = 1 }) => (members === 1 ? undefined : committee),
  learnRows: (given, context) => learnLogistic(given as unknown as LogisticOptions, context),
} satisfies RowTreeLearner;

const committee: EnsembleLearner = {
  kind: "ensemble",
  name: logisticLeaves.name,
  summary: logisticLeaves.summary,
  tasks: logisticLeaves.tasks,
  options,
  guarantees: logisticLeaves.guarantees,
  learn: (given, context) => {
    const all = given as unknown as LogisticOptions;
    const settle = function* (problem: Problem, seed: number) {
      const strength = yield* chooseStrength(problem, designOf(problem), openChoices(all), { ...all, seed });
      return { ...given, members: 1, ...strength };
    };
    return learnCommittee(
      { learner: logisticLeaves, members: all.members, folds: all.folds, settle },
      context,
    );
  },
};

function* learnLogistic(given: LogisticOptions, { problem: all, seed }: RowTreeContext): RowTreeWork {
  // Sums depend on the order of the rows in their last digits; the file's order must not matter.
  const problem = inContentOrder(all);
  const design = designOf(problem);
  const growth = { ...given, seed };
  const { shrinkage, penalty } = yield* chooseStrength(problem, design, openChoices(given), growth);
  const rows = Int32Array.from({ length: problem.rows }, (_, row) => row);
  const grown = growClassifiers(problem, design, rows, shrinkage, growth);
  const isLeaf = given.prune === "none" ? unpruned(grown) : leavesAt(grown, penalty);
  return { nodes: prunedNodes(grown, isLeaf, design) };
}

function unpruned({ tree }: GrownClassifiers): Uint8Array {
  return Uint8Array.from(tree.nodes, (node) => (isSplit(node) ? 0 : 1));
}

/** What has no effect is not tried. */
function openChoices({ shrinkage, penalty, prune }: LogisticOptions): StrengthChoices {
  return { shrinkage, penalty: prune === "none" ? 0 : penalty };
}

/** In preorder. */
function prunedNodes(
  { tree: { nodes }, fits }: GrownClassifiers,
  isLeaf: Uint8Array,
  design: Design,
): TreeNode[] {
  const kept = nodesAbove(nodes, isLeaf);
  const place = new Map(kept.map((node, i) => [node, i]));
  return kept.map((i): TreeNode => {
    const node = nodes[i];
    if (isSplit(node) && isLeaf[i] === 0)
      return { ...node, branches: node.branches.map((branch) => place.get(branch)!) };
    const { weight } = node;
    if (!("counts" in node)) throw new Error("a classification tree has class weights");
    const answer = design.terms.length === 0 ? {} : { answer: answerOf(design, fits[i].coefficients) };
    return { weight, counts: node.counts, label: node.label, ...answer };
  });
}

/** In the attributes' own units. */
function answerOf({ terms, classes }: Design, coefficients: Float64Array): ClassifierAnswer {
  const size = terms.length + 1;
  const formulas = Array.from({ length: classes }, (_, k) => {
    const own = coefficients.subarray(k * size, (k + 1) * size);
    let intercept = own[0];
    const used = terms.flatMap(({ attribute, levels, mean, scale }, t) => {
      const coefficient = own[t + 1] / scale;
      if (coefficient === 0) return [];
      intercept -= coefficient * mean;
      return [{ attribute, coefficient, ...(levels && { levels }), missing: mean }];
    });
    return { intercept, terms: used };
  });
  return { kind: "classifier", formulas };
}
