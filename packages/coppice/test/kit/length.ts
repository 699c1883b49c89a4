/**
 * How long this run of the tests may take: `quick` tries each room once, `normal` is `npm test`, `deep` has all draws,
 * all options and all engines. scripts/test.mjs sets it.
 */
export type Length = "quick" | "normal" | "deep";

const given = process.env.COPPICE_LENGTH ?? "normal";
if (given !== "quick" && given !== "normal" && given !== "deep")
  throw new Error(`COPPICE_LENGTH must be quick, normal or deep; got ${given}`);

export const length: Length = given;
export const isDeep = length === "deep";
