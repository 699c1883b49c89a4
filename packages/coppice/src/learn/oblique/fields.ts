import * as z from "../../base/schema.js";
import type { FitRules } from "../propose/settledCut.js";

/** Options of several learners of this folder. */

export const singleAttributes = z
  .boolean()
  .default(true)
  .describe(
    "also try tests on single attributes at every node; they win ties. Where nothing can be combined they are tried in any case",
  );

export const penalty = z
  .number()
  .min(0)
  .default(1)
  .describe(
    "ridge penalty on the coefficients of a node, for standardised attributes (1/C of support vector machines): more makes them smaller",
  );

export const nodeLoss = z
  .enum(["hinge", "logistic", "squared", "error"])
  .default("hinge")
  .describe(
    "what a node's coefficients minimise: squared hinge (a support vector machine), logistic loss, squared error, or a smooth classification error",
  );

export const groups = z
  .enum(["oneVersusRest", "exchange", "twoMeans"])
  .describe(
    "how more than two classes become two sides: each class against the rest, of which the best gain is taken; groups improved by moving classes (exchange); or 2-means clustering of the class means",
  );

export const cut = z
  .enum(["auto", "fitted", "criterion"])
  .describe(
    "where a node cuts: where the fitted function is 0 (fitted), or at the threshold with the best criterion; auto is fitted, unless another threshold misplaces significantly fewer rows (sign test, p < 0.001)",
  );

export const eliminate = z
  .boolean()
  .describe(
    "leave attributes out of a node that do not help there (backward elimination by Akaike's criterion)",
  );

export interface FitOptions extends FitRules {
  readonly groups: "oneVersusRest" | "exchange" | "twoMeans";
}

export const fitFields = {
  nodeLoss,
  penalty,
  groups: groups.default("oneVersusRest").describe(groups.description ?? ""),
  cut: cut.default("auto").describe(cut.description ?? ""),
} as const;
