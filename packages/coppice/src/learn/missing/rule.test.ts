import { expect, it } from "vitest";
import { missingRule } from "./rule.js";

it("missingRule shares by the known weight of each branch", () => {
  expect(missingRule("share", [1, 3, 0])).toEqual({ kind: "share", shares: [0.25, 0.75, 0] });
});

it("missingRule sends all down the heaviest branch, the first of equals", () => {
  expect(missingRule("majority", [1, 3, 2])).toEqual({ kind: "branch", to: 1 });
  expect(missingRule("majority", [2, 3, 3])).toEqual({ kind: "branch", to: 1 });
});

it("missingRule takes an attribute of very many levels", () => {
  const weights = new Array<number>(300_000).fill(1);
  weights[200_000] = 2;
  expect(missingRule("majority", weights)).toEqual({ kind: "branch", to: 200_000 });
});
