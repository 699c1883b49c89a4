import * as z from "../../base/schema.js";

/** What may be asked of a string. */
export const STRING_TESTS = [
  "contains",
  "starts",
  "ends",
  "at",
  "within",
  "gapped",
  "words",
  "count",
  "length",
] as const;
export type StringTest = (typeof STRING_TESTS)[number];

const fields = z.strictObject(
  {
    tests: z
      .array(z.enum(STRING_TESTS), `a list of ${STRING_TESTS.join(", ")}`)
      .default(["contains", "starts", "ends", "at", "words", "length"]),
    support: z.number("a number from 1").min(1, "a number from 1").default(5),
    significance: z
      .number("above 0, at most 1")
      .gt(0, "above 0, at most 1")
      .max(1, "above 0, at most 1")
      .optional(),
    minLength: z.int("an integer from 1").min(1, "an integer from 1").default(1),
    maxLength: z.int("an integer from 1").min(1, "an integer from 1").default(32),
    gap: z.int("1 to 32").min(1, "1 to 32").max(32, "1 to 32").default(4),
    setSize: z.int("2 to 64").min(2, "2 to 64").max(64, "2 to 64").default(8),
    fold: z.boolean("true or false").optional(),
    pool: z.int("an integer from 1").min(1, "an integer from 1").default(1000),
    letters: z.int("an integer from 1000").min(1000, "an integer from 1000").default(1_000_000),
  },
  'an object such as {"tests":["contains","at"],"minLength":3}',
);

export type StringOptions = z.output<typeof fields>;

/** One option for all that concerns strings: most tables have none. */
export const stringsOption = fields
  .meta({
    rule: 'an object such as {"tests":["contains","at"],"minLength":3}; its fields are tests, support, significance, minLength, maxLength, gap, setSize, fold, pool and letters',
  })
  .optional()
  .describe(
    "how attributes of type string and text are tested (default: contains, starts, ends, at, words and length); see the page on strings",
  );

/** The options with their defaults. */
export function stringOptionsOf(given: Readonly<Record<string, unknown>>): StringOptions {
  return fields.parse(given.strings ?? {});
}
