import * as z from "../../base/schema.js";
import type { AppliesWhen } from "../applies.js";
import { classDiscriminants } from "../propose/discriminants.js";
import { fisher } from "../propose/fisher.js";
import { scatterOf } from "../propose/scatter.js";
import { labelledDesign, sidesOf } from "../propose/sides.js";
import { discriminantTrees } from "./discriminantTrees.js";
import { eliminate, groups, singleAttributes } from "./fields.js";
import { groupingsOf } from "./groupings.js";
import { linearFound, reduced } from "./linearTree.js";
import { obliqueLearner } from "./obliqueLearner.js";

/** A 9.6: Fisher's discriminant of two groups of classes (Yildiz and Alpaydin 2000), or one discriminant per class. */
export const ldaTree = obliqueLearner({
  name: "ldaTree",
  summary: "linear nodes by discriminant analysis: two groups of classes, or a branch per class",
  fields: {
    branches: z
      .enum(["two", "perClass"])
      .default("two")
      .describe(
        "two branches at a threshold, or a branch per class, taken where its discriminant is the largest",
      ),
    groups: groups
      .default("exchange")
      .describe(groups.description ?? "")
      .meta({ appliesWhen: { option: "branches", in: ["two"] } satisfies AppliesWhen }),
    shrinkage: z
      .number()
      .min(0)
      .max(1)
      .default(0)
      .describe("how far covariances are reduced towards 0; a singular matrix is reduced as far as it needs"),
    eliminate: eliminate.default(false).describe(eliminate.description ?? ""),
    singleAttributes: singleAttributes.default(false).describe(singleAttributes.description ?? ""),
  },
  measuredBy: (options, context) => discriminantTrees(options, context),
  find: (node, attributes, { shrinkage, branches, groups: how, eliminate: drops }) => {
    const rows = labelledDesign(node, attributes);
    if (rows === undefined) return [];
    const { design, labels, classes } = rows;
    const scatter = scatterOf(design, labels, classes);
    if (branches === "perClass" && classes > 2) {
      const of = classDiscriminants(scatter, shrinkage, design);
      return [{ measure: { kind: "largest", of, classes: rows.codes } }];
    }
    return groupingsOf(rows, how, () => scatter).flatMap((grouping) => {
      if (!drops) return linearFound(design, fisher(scatter, grouping, shrinkage));
      const less = reduced(design, sidesOf(labels, grouping));
      const own = less === design ? scatter : scatterOf(less, labels, classes);
      return linearFound(less, fisher(own, grouping, shrinkage));
    });
  },
});
