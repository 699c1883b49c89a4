import { freeName } from "../../base/freeName.js";
import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import type { PackedTrees } from "../../model/packed.js";
import { isSplit } from "../../model/tree.js";
import { unpackTree } from "../../model/unpackTree.js";
import { columnSchema, type NominalColumn } from "../../table/column.js";
import { declared } from "../applies.js";
import { fitTree } from "../fitTree.js";
import type { AddedAttribute, Learned, RowTreeContext, RowTreeLearner, RowTreeWork } from "../learner.js";
import { preparing } from "../missing/preparing.js";
import { checkOptions } from "../options.js";
import { addedCells } from "../penalised/addedCells.js";
import { levelFeature } from "../penalised/feature.js";
import { type FeatureChoice, featureFit, type LearnFeatures } from "../penalised/featureFit.js";
import { penaltyFields } from "../penalised/penaltyFields.js";
import { cart } from "../presets/cart.js";
import { withAttributes } from "../propose/measureColumns.js";
import { stringsOption } from "../strings/stringOptions.js";
import { type SmallTrees, smallTrees } from "./smallTrees.js";

const LINEAR = { option: "then", in: ["linear"] } as const;
const AUTO = { allOf: [LINEAR, { option: "penalty", in: ["auto"] }] } as const;

const fields = declared(
  {
    trees: z.int().min(1).max(10_000).default(100).describe("number of trees whose leaves are features"),
    grow: z
      .enum(["boosted", "sampled"])
      .default("boosted")
      .describe(
        "how the trees are grown: each corrects those before it (boosted), or each is grown from rows of its own (sampled)",
      ),
    maxLeaves: z.int().min(2).max(1024).default(8).describe("maximum number of leaves per tree"),
    minLeaf: z.number().min(1).default(5).describe("minimum number of rows in a leaf"),
    learningRate: z.number().gt(0).max(1).default(0.1).describe("learning rate of boosting"),
    rowShare: z.number().gt(0).max(1).default(0.5).describe("share of rows drawn at random per tree"),
    attributeShare: z
      .number()
      .gt(0)
      .max(1)
      .default(0.5)
      .describe("share of attributes drawn at random, per boosted tree or per node of a sampled one"),
    then: z
      .enum(["linear", "cart"])
      .default("linear")
      .describe(
        "what learns from the leaves: a linear or logistic regression with a penalty, or a tree (cart)",
      ),
    ...penaltyFields(0),
    missing: z
      .enum(["majority", "drop", "likely", "level", "indicator", "predict"])
      .default("majority")
      .describe(
        "missing values in training: as the trees treat them (majority); or the row is dropped, the value is imputed (likely, predict), becomes a level of its own, or adds an indicator attribute",
      ),
    strings: stringsOption,
  },
  {
    learningRate: { option: "grow", in: ["boosted"] },
    lasso: LINEAR,
    penalty: LINEAR,
    folds: AUTO,
    standardErrors: AUTO,
  },
);

type TreeFeaturesOptions = SmallTrees & Omit<FeatureChoice, "seed"> & { readonly then: "linear" | "cart" };

/** R 5; He and others 2014. */
export const treeFeatures = {
  kind: "tree",
  name: "treeFeatures",
  summary:
    "trees as features: the leaves of many small trees are what a regression or another tree learns from",
  tasks: ["classification", "regression"],
  options: z.strictObject(fields),
  guarantees: { monotone: false, rowOrder: false, weights: false },
  missing: preparing,
  learnRows: (options, context) => learnFeatures(options as unknown as TreeFeaturesOptions, context),
} satisfies RowTreeLearner;

function* learnFeatures(options: TreeFeaturesOptions, context: RowTreeContext): RowTreeWork {
  const { problem, seed } = context;
  if (options.then === "cart") {
    const added = leafAttributes(yield* smallTrees(options, context), problem);
    return treeOf(added, problem, seed);
  }
  const learn: LearnFeatures = function* (part, weights) {
    const added = leafAttributes(yield* smallTrees(options, { ...context, problem: part }), problem);
    const codes = addedCells(added, problem);
    const features = added.flatMap(({ schema, step }, i) =>
      schema.levels!.flatMap((_, leaf) => levelFeature(step.attribute, leaf, codes[i], weights) ?? []),
    );
    return { features, added };
  };
  return yield* featureFit(problem, learn, { ...options, seed });
}

/** Each tree as an attribute, whose levels are its leaves; trees that did not grow are left out. */
function leafAttributes(trees: PackedTrees, { attributes, target }: Problem): AddedAttribute[] {
  const schemas = attributes.map(columnSchema);
  const taken = new Set([target.column.name, ...schemas.map(({ name }) => name)]);
  const added: AddedAttribute[] = [];
  for (let tree = 0; tree + 1 < trees.starts.length; tree++) {
    const nodes = unpackTree(trees, tree, schemas, "regression");
    const leaves = nodes.filter((node) => !isSplit(node)).length;
    if (leaves === 1) continue;
    const levels = Array.from({ length: leaves }, (_, leaf) => String(leaf));
    added.push({
      schema: { name: freeName(`leaf of tree ${tree}`, taken), type: "nominal", levels },
      step: { kind: "leaf", attribute: attributes.length + added.length, nodes },
    });
  }
  return added;
}

/** A pruned tree that tests leaves only. */
function treeOf(added: readonly AddedAttribute[], problem: Problem, seed: number): Learned {
  const codes = addedCells(added, problem);
  const columns = added.map(({ schema }, i): NominalColumn => {
    return { type: "nominal", name: schema.name, levels: schema.levels!, codes: codes[i] };
  });
  const { nodes } = fitTree({ ...problem, attributes: columns }, cart, checkOptions(cart, {}), seed);
  const first = problem.attributes.length;
  return { nodes: nodes.map((node) => withAttributes(node, (attribute) => first + attribute)), added };
}
