import { type BoostOptions, boostOptions } from "./options.js";

/**
 * The options that the boosting kernel knows, or that are heeded outside it (rounds, loss, priors, missing, bins, validation, strings). One that
 * is not named here declines the kernel wherever it is not at its default, and the twin in TypeScript does the work.
 */
export const KERNEL_KNOWS: readonly string[] = [
  "rounds",
  "learningRate",
  "loss",
  "priors",
  "missing",
  "quantile",
  "huberDelta",
  "growth",
  "maxLeaves",
  "maxDepth",
  "minLeaf",
  "minGain",
  "lambda",
  "bins",
  "rowShare",
  "attributeShare",
  "nodeAttributeShare",
  "maxLevels",
  "levelSmoothing",
  "levelLambda",
  "levelRows",
  "monotone",
  "validation",
  "patience",
  "strings",
] satisfies readonly (keyof BoostOptions)[];

export function kernelKnows(options: Readonly<Record<string, unknown>>): boolean {
  const others = Object.keys(options).filter((name) => !KERNEL_KNOWS.includes(name));
  if (others.length === 0) return true;
  const defaults = boostOptions.parse({}) as Readonly<Record<string, unknown>>;
  return others.every((name) => JSON.stringify(options[name]) === JSON.stringify(defaults[name]));
}
