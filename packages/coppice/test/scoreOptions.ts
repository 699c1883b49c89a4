import fc from "fast-check";
import type { TreeOptions } from "../src/learn/treeOptions.js";

const CRITERIA: readonly (Partial<TreeOptions> & { readonly losses?: true })[] = [
  {},
  { criterion: "entropy" },
  { criterion: "gainRatio" },
  { criterion: "gini", scaled: true },
  { criterion: "deviance" },
  { criterion: "deviance", scaled: true },
  { criterion: "misclassification" },
  { criterion: "twoing" },
  { criterion: "twoing", scaled: true },
  { criterion: "risk" },
  { criterion: "weightedGini" },
  { criterion: "risk", scaled: true, losses: true },
  { criterion: "weightedGini", losses: true },
];

/** All that the kernels of forests may compare tests by, for tables with these two attributes. */
export function scoreOptions(classes: number, [dear, cheap]: readonly [string, string]) {
  const attributeCosts = { [dear]: 7, [cheap]: 0.3 };
  const prices: readonly Partial<TreeOptions>[] = [
    {},
    { attributeCosts },
    { attributeCosts, costForm: "norton" },
    { attributeCosts, costForm: "nunez", costWeight: 0.7 },
  ];
  const criteria: typeof CRITERIA = classes > 0 ? CRITERIA : [{}, { scaled: true }];
  return fc
    .tuple(fc.constantFrom(...criteria), fc.constantFrom(...prices))
    .map(([{ losses, ...by }, price]) => ({ ...by, ...price, ...(losses && { loss: lossesOf(classes) }) }));
}

/** Losses that differ, some of them 0. */
function lossesOf(classes: number): number[][] {
  const all = Array.from({ length: classes }, (_, k) => k);
  return all.map((k) =>
    all.map((answer) => (k === answer ? 0 : (3 * k + answer) % 4 || 0.3 * (k & 1) + 0.7)),
  );
}
