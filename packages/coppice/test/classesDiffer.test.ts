import { expect, it } from "vitest";
import { truthOf } from "../src/predict/truth.js";
import { waveform } from "../src/synthetic/index.js";
import { stratifiedFolds } from "../src/table/folds.js";
import { trialOf } from "../src/targets/trial.js";
import { compare } from "../src/use/evaluate/compare.js";
import { localRunner } from "../src/use/evaluate/jobs.js";
import { foldSplits } from "../src/use/evaluate/splits.js";

const table = waveform({ rows: 150 });
const run = localRunner([trialOf({ target: "class", learner: "cart" })], table);

function compared(...levels: string[]) {
  const truth = truthOf({ name: "class", type: "nominal", levels }, table);
  if (truth.kind !== "classification") throw new Error("classes expected");
  const splits = foldSplits(stratifiedFolds(truth.codes, 3, 1));
  return compare(run, { truth, splits, names: ["cart"], tests: [], against: 0, seed: 1 });
}

it("comparing with a truth whose classes are declared wrongly is an error, not a score of 0.10", async () => {
  await expect(compared("0", "1", "2")).rejects.toMatchObject({ code: "CLASSES_DIFFER" });
  await expect(compared("3", "2", "1")).rejects.toMatchObject({ code: "CLASSES_DIFFER" });
  // With the right ones two of three rows are classified correctly.
  expect((await compared("1", "2", "3")).entries[0].mean.mean).toBeGreaterThan(0.6);
});
