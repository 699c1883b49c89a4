import { freeName } from "../../base/freeName.js";
import * as z from "../../base/schema.js";
import type { Problem } from "../../engine/problem.js";
import { textOf } from "../../model/words.js";
import { columnSchema } from "../../table/column.js";
import { declared } from "../applies.js";
import type { AddedAttribute, RowTreeContext, RowTreeLearner, RowTreeWork } from "../learner.js";
import { preparing } from "../missing/preparing.js";
import { addedCells } from "../penalised/addedCells.js";
import { distinct, type Feature, levelFeature, linearFeatures } from "../penalised/feature.js";
import { type FeatureChoice, featureFit, type LearnFeatures } from "../penalised/featureFit.js";
import { penaltyFields } from "../penalised/penaltyFields.js";
import { stringsOption } from "../strings/stringOptions.js";
import { type SmallTrees, smallTrees } from "../treeFeatures/smallTrees.js";
import { type Conjunction, candidateRules } from "./candidateRules.js";

const fields = {
  trees: z
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe("number of boosted trees that rules are taken from"),
  maxLeaves: z
    .int()
    .min(2)
    .max(64)
    .default(4)
    .describe("maximum number of leaves per tree: a rule has one condition less at most"),
  minLeaf: z.number().min(1).default(10).describe("minimum number of rows of a rule"),
  learningRate: z
    .number()
    .gt(0)
    .max(1)
    .default(0.1)
    .describe("learning rate of boosting: the lower, the more alike the trees"),
  rowShare: z.number().gt(0).max(1).default(0.5).describe("share of rows drawn at random per tree"),
  linear: z.boolean().default(true).describe("whether the attributes themselves are terms, beside the rules"),
  ...penaltyFields(1),
  missing: z
    .enum(["majority", "drop", "likely", "level", "indicator", "predict"])
    .default("majority")
    .describe(
      "missing values in training: a rule that they leave undecided and a number that is missing count as their mean (majority); or the row is dropped, the value is imputed (likely, predict), becomes a level of its own, or adds an indicator attribute",
    ),
  strings: stringsOption,
};

const AUTO = { option: "penalty", in: ["auto"] } as const;

type RuleFitOptions = Omit<SmallTrees, "grow" | "attributeShare"> &
  Omit<FeatureChoice, "seed"> & { readonly linear: boolean };

/** Friedman and Popescu 2008. */
export const ruleFit = {
  kind: "tree",
  name: "ruleFit",
  summary:
    "rules of small boosted trees and the attributes themselves, added up with few coefficients (lasso)",
  tasks: ["classification", "regression"],
  options: z.strictObject(declared(fields, { folds: AUTO, standardErrors: AUTO })),
  guarantees: { monotone: false, rowOrder: false, weights: false },
  missing: preparing,
  learnRows: (options, context) => learnRules(options as unknown as RuleFitOptions, context),
} satisfies RowTreeLearner;

function* learnRules(options: RuleFitOptions, context: RowTreeContext): RowTreeWork {
  const { problem, seed } = context;
  const learn: LearnFeatures = function* (part, weights) {
    const trees = yield* smallTrees(
      { ...options, grow: "boosted", attributeShare: 1 },
      { ...context, problem: part },
    );
    const added = ruleAttributes(candidateRules(trees, part), problem);
    const rules = ruleFeatures(added, problem, weights);
    return { features: [...(options.linear ? linearFeatures(problem, weights) : []), ...rules], added };
  };
  return yield* featureFit(problem, learn, { ...options, seed });
}

/** Each rule as an attribute with the levels no and yes. */
function ruleAttributes(rules: readonly Conjunction[], { attributes, target }: Problem): AddedAttribute[] {
  const schemas = attributes.map(columnSchema);
  const taken = new Set([target.column.name, ...schemas.map(({ name }) => name)]);
  return rules.map((all, i) => {
    const text = all.map((condition) => textOf(condition, schemas)).join(" AND ");
    return {
      schema: { name: freeName(text, taken), type: "nominal", levels: ["no", "yes"] },
      step: { kind: "combination", attribute: attributes.length + i, all },
    };
  });
}

const HOLDS = 1;

function ruleFeatures(added: readonly AddedAttribute[], problem: Problem, weights: Float64Array): Feature[] {
  const codes = addedCells(added, problem);
  return distinct(
    added.flatMap(({ step }, i) => levelFeature(step.attribute, HOLDS, codes[i], weights) ?? []),
  );
}
