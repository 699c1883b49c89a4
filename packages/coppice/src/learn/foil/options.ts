import * as z from "../../base/schema.js";

export const foilOptions = z.strictObject({
  maxVariables: z
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe("variables in a clause, those of the head included"),
  minAccuracy: z
    .number()
    .gt(0)
    .max(1)
    .default(0.8)
    .describe("share of positives among the tuples that a clause covers, below which it is not kept"),
  descriptionLength: z
    .boolean()
    .default(true)
    .describe("whether a clause must take fewer bits than the positives it covers"),
  noise: z
    .boolean()
    .default(false)
    .describe(
      "whether a clause may cover some negatives where that takes fewer bits than telling them apart",
    ),
  negation: z.boolean().default(true).describe("whether literals may be negated"),
  equality: z.boolean().default(true).describe("whether variables may be compared"),
  recursion: z.boolean().default(true).describe("whether the target may stand in its own definition"),
  determinate: z
    .boolean()
    .default(true)
    .describe("whether literals that bind new variables in one way are added when no literal gains much"),
  constants: z
    .union([z.boolean(), z.array(z.string())])
    .default(false)
    .meta({ rule: "true, false or a list of constants", kind: "list" })
    .describe("the constants that variables may be compared with: none, all, or these"),
  backups: z.int().min(0).max(1000).default(20).describe("times that a search without a way on may go back"),
  maxBindings: z
    .int()
    .min(1)
    .default(5_000_000)
    .describe("ways to bind a clause's variables, beyond which a literal is not considered"),
  maxNegatives: z
    .int()
    .min(1)
    .default(200_000)
    .describe("negatives in a closed world; of more, so many are drawn"),
});

export type FoilOptions = z.output<typeof foilOptions>;
