import * as z from "../../base/schema.js";

export const foilOptions = z.strictObject({
  maxVariables: z
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe("maximum number of variables in a clause, including those of the head"),
  minAccuracy: z
    .number()
    .gt(0)
    .max(1)
    .default(0.8)
    .describe("minimum share of positives among the tuples that a clause covers"),
  descriptionLength: z
    .boolean()
    .default(true)
    .describe(
      "require a clause to take fewer bits than the positives it covers (minimum description length)",
    ),
  noise: z
    .boolean()
    .default(false)
    .describe("allow a clause to cover negatives if that takes fewer bits than excluding them"),
  negation: z.boolean().default(true).describe("allow negated literals"),
  equality: z.boolean().default(true).describe("allow comparisons between variables"),
  recursion: z.boolean().default(true).describe("allow the target relation in its own definition"),
  determinate: z
    .boolean()
    .default(true)
    .describe(
      "add determinate literals (which bind new variables in exactly one way) if no literal gains much",
    ),
  constants: z
    .union([z.boolean(), z.array(z.string())])
    .default(false)
    .meta({ rule: "true, false or a list of constants", kind: "list" })
    .describe("constants that variables may be compared with: none, all, or a list"),
  backups: z.int().min(0).max(1000).default(20).describe("maximum number of times the search may backtrack"),
  maxBindings: z
    .int()
    .min(1)
    .default(5_000_000)
    .describe(
      "maximum number of bindings of a clause's variables; literals that exceed it are not considered",
    ),
  maxNegatives: z
    .int()
    .min(1)
    .default(200_000)
    .describe("maximum number of negatives under the closed-world assumption; larger sets are sampled"),
});

export type FoilOptions = z.output<typeof foilOptions>;
