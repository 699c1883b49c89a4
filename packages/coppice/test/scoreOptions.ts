import fc from "fast-check";
import type { TreeOptions } from "../src/learn/treeOptions.js";

const CRITERIA: readonly Partial<TreeOptions>[] = [
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
];

/** All that the kernels of forests may compare tests by, for tables with these two attributes. */
export function scoreOptions(classes: number, [dear, cheap]: readonly [string, string]) {
  const attributeCosts = { [dear]: 7, [cheap]: 0.3 };
  const prices: readonly Partial<TreeOptions>[] = [
    {},
    { attributeCosts },
    { attributeCosts, costForm: "norton" },
  ];
  const criteria = classes > 0 ? CRITERIA : [{}, { scaled: true }];
  return fc
    .tuple(fc.constantFrom(...criteria), fc.constantFrom(...prices))
    .map(([by, price]) => ({ ...by, ...price }));
}
