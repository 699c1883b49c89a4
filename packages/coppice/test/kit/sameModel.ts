import { AssertionError } from "node:assert";
import type { Model } from "../../src/model/model.js";
import { modelDifference } from "../../src/testing/modelDifference.js";

/** Fails with the first node and field that differ, since two models are too long to print. */
export function expectSameModel(found: Model, wanted: Model, what = "the models differ"): void {
  const difference = modelDifference(found, wanted);
  if (difference !== undefined) throw new AssertionError({ message: `${what}: ${difference}` });
}
