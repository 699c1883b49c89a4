import { expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { learnerNamed } from "../learn/registry.js";
import { kernelsExpected } from "./kernelsExpected.js";

const SHAPES: Record<string, object> = {
  numbers: { fractions: true },
  levels: { levels: true },
  integers: {},
  "levels, values": { levels: true, classes: 0 },
};

it.each(cases`
  # one tree
  cart → numbers → {} → classTree
  cart → levels → {} → mixedTree
  cart → integers → {"prune":"costComplexity","chooseBy":"auto"} → classTree mixedTree
  cart → integers → {"prune":"costComplexity","chooseBy":"auto","alpha":0} → classTree
  cart → numbers → {"prune":"costComplexity","chooseBy":"auto"} → classTree
  cart → numbers → {"criterion":"entropy"} → mixedTree
  cart → numbers → {"criterion":"gainRatio","nominal":"subset"} → mixedTree
  cart → levels, values → {} → valueTree
  c45 → numbers → {"criterion":"gainRatio","nominal":"perLevel"} → ratioTree
  # forests
  forest → numbers → {} → forest
  forest → levels → {} → codedForest
  forest → integers → {} → codedForest
  extraTrees → numbers → {} → forest
  extraTrees → levels → {} → extraTrees
  # those of the base learner
  bagging → levels → {"of":"cart","settings":{}} → mixedTree
  bagging → numbers → {"of":"cart"} → classTree
  adaBoost → levels → {"of":"c45","settings":{}} → ratioTree raising
  adaBoost → levels → {"of":"c45","settings":{"raising":false}} → ratioTree
  adaBoost → levels → {"of":"c45","settings":{"raising":1}} →
  gradientBoost → levels → {} → boost
  ripper → levels → {} →
`)("the kernels that %s will need for %s, with %s: %s", (learner, shape, options, kernels) => {
  const table = { classes: 2, levels: false, whole: false, fractions: false, ...SHAPES[shape] };
  const found = kernelsExpected(learnerNamed(learner), JSON.parse(options), table);
  expect(found.map(({ name }) => name).join(" ")).toBe(kernels);
});
