import * as z from "../../../base/schema.js";

/** What all trees of the family share; defaults are those of the publications, and of MOA. */
export const treeFields = {
  grace: z.int().min(1).default(200).describe("rows that a leaf takes in between two searches for a split"),
  delta: z
    .number()
    .gt(0)
    .lt(1)
    .default(1e-7)
    .describe("probability that a split is chosen that is not the best"),
  tie: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe("a leaf is split, whatever the second best test, once the bound is below this"),
  thresholds: z
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe("thresholds of a numeric attribute that are compared, at equal distances within its range"),
  leaves: z
    .enum(["adaptive", "majority", "naiveBayes"])
    .default("adaptive")
    .describe("what leaves predict: the majority class, naive Bayes, or whichever has been right more often"),
  memory: z
    .int()
    .min(1000)
    .default(33554432)
    .describe("bytes of memory that the tree may take; beyond that the least promising leaves stop learning"),
} as const;

export interface HoeffdingOptions {
  readonly grace: number;
  readonly delta: number;
  readonly tie: number;
  readonly thresholds: number;
  readonly leaves: "adaptive" | "majority" | "naiveBayes";
  readonly memory: number;
}
