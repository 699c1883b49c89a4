import { describe, expect, it } from "vitest";
import { learnerNamed } from "../learn/registry.js";
import { kernelsExpected } from "./kernelsExpected.js";

const NUMBERS = { classes: 2, levels: false, whole: false, fractions: true };
const LEVELS = { classes: 2, levels: true, whole: false, fractions: false };
const INTEGERS = { classes: 2, levels: false, whole: false, fractions: false };

function namesFor(learner: string, shape: typeof NUMBERS, options: Record<string, unknown> = {}) {
  return kernelsExpected(learnerNamed(learner), options, shape).map(({ name }) => name);
}

describe("the kernels that a table will need", () => {
  it("depend on its attributes and its target, for one tree", () => {
    expect(namesFor("cart", NUMBERS)).toEqual(["classTree"]);
    expect(namesFor("cart", LEVELS)).toEqual(["mixedTree"]);
    const pruned = { prune: "costComplexity", chooseBy: "auto" };
    expect(namesFor("cart", INTEGERS, pruned)).toEqual(["classTree", "mixedTree"]);
    expect(namesFor("cart", INTEGERS, { ...pruned, alpha: 0 })).toEqual(["classTree"]);
    expect(namesFor("cart", NUMBERS, pruned)).toEqual(["classTree"]);
    expect(namesFor("cart", NUMBERS, { criterion: "entropy" })).toEqual(["mixedTree"]);
    expect(namesFor("cart", NUMBERS, { criterion: "gainRatio", nominal: "subset" })).toEqual(["mixedTree"]);
    expect(namesFor("cart", { ...LEVELS, classes: 0 })).toEqual(["valueTree"]);
    expect(namesFor("c45", NUMBERS, { criterion: "gainRatio", nominal: "perLevel" })).toEqual(["ratioTree"]);
  });

  it("depend on its attributes, for forests", () => {
    expect(namesFor("forest", NUMBERS)).toEqual(["forest"]);
    expect(namesFor("forest", LEVELS)).toEqual(["codedForest"]);
    expect(namesFor("forest", INTEGERS)).toEqual(["codedForest"]);
    expect(namesFor("extraTrees", NUMBERS)).toEqual(["forest"]);
    expect(namesFor("extraTrees", LEVELS)).toEqual(["extraTrees"]);
  });

  it("are those of the base learner, for ensembles of any trees", () => {
    expect(namesFor("bagging", LEVELS, { of: "cart", settings: {} })).toEqual(["mixedTree"]);
    expect(namesFor("bagging", NUMBERS, { of: "cart" })).toEqual(["classTree"]);
    expect(namesFor("adaBoost", LEVELS, { of: "c45", settings: {} })).toEqual(["ratioTree", "raising"]);
    expect(namesFor("adaBoost", LEVELS, { of: "c45", settings: { raising: false } })).toEqual(["ratioTree"]);
    expect(namesFor("adaBoost", LEVELS, { of: "c45", settings: { raising: 1 } })).toEqual([]);
  });

  it("is one for boosting, and none for learners without kernels", () => {
    expect(namesFor("gradientBoost", LEVELS)).toEqual(["boost"]);
    expect(namesFor("ripper", LEVELS)).toEqual([]);
  });
});
