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

/** An integer within bounds, and a fault that names the field. */
function integer(field: string, from: number, to?: number) {
  const rule = `an object whose ${field} is an integer from ${from}${to === undefined ? "" : ` to ${to}`}`;
  const least = z.int(rule).min(from, rule);
  return to === undefined ? least : least.max(to, rule);
}

const TESTS = `an object whose tests are a list of ${STRING_TESTS.join(", ")}`;
const SUPPORT = "an object whose support is a number from 1";
const SIGNIFICANCE = "an object whose significance is above 0 and at most 1";

const fields = z.strictObject(
  {
    tests: z
      .array(z.enum(STRING_TESTS, TESTS), TESTS)
      .default(["contains", "starts", "ends", "at", "words", "length"]),
    support: z.number(SUPPORT).min(1, SUPPORT).default(5),
    significance: z.number(SIGNIFICANCE).gt(0, SIGNIFICANCE).max(1, SIGNIFICANCE).optional(),
    minLength: integer("minLength", 1).default(1),
    maxLength: integer("maxLength", 1).default(32),
    gap: integer("gap", 1, 32).default(4),
    setSize: integer("setSize", 2, 64).default(8),
    fold: z.boolean("an object whose fold is true or false").optional(),
    pool: integer("pool", 1).default(1000),
    letters: integer("letters", 1000).default(1_000_000),
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
