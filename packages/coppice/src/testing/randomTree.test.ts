import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../test/kit/forAll.js";
import { random } from "../base/random.js";
import { parseModel } from "../model/parse.js";
import { isSplit } from "../model/tree.js";
import { names } from "./columns.js";
import { type MissingKind, type RandomTreeShape, randomTree, type TestKind } from "./randomTree.js";

const shape: RandomTreeShape = {
  attributes: [
    { name: "number", type: "numeric" },
    { name: "few", type: "nominal", levels: names("level ", 3) },
    { name: "many", type: "nominal", levels: names("level ", 320) },
    { name: "rank", type: "ordered", levels: names("level ", 5) },
  ],
  missing: ["branch", "share", "surrogates", "own"],
};

itHolds(
  "is a model that a file may hold, of classes or values",
  200,
  [fc.nat(), fc.constantFrom(0, 1, 2, 5)],
  (seed, classes) => {
    const tree = randomTree(random(seed), { ...shape, classes });
    expect(parseModel(JSON.parse(JSON.stringify(tree)))).toEqual(tree);
  },
);

it("has every kind of test and of rule for missing values that was asked for, and no other", () => {
  const seen = (tests: readonly TestKind[], missing: readonly MissingKind[]) => {
    const kinds = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      for (const node of randomTree(random(seed), { ...shape, tests, missing }).nodes) {
        if (!isSplit(node)) continue;
        const isOwn = node.missing.kind === "branch" && node.missing.to === node.branches.length - 1;
        kinds.add(node.test.kind).add(node.missing.kind);
        if (isOwn && node.branches.length > 2) kinds.add("own");
      }
    }
    return [...kinds].sort();
  };
  expect(seen(["threshold", "subset"], ["branch"])).toEqual(["branch", "subset", "threshold"]);
  expect(
    seen(["threshold", "intervals", "levels", "subset", "gate"], ["share", "surrogates", "own"]),
  ).toEqual(["branch", "gate", "intervals", "levels", "own", "share", "subset", "surrogates", "threshold"]);
});
