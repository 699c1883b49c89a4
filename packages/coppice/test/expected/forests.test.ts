import { expect, it } from "vitest";
import { fitTable } from "../../src/learn/fit.js";
import { truthOf } from "../../src/predict/truth.js";
import { knownTarget } from "../../src/table/training/knownTarget.js";
import { trialOf } from "../../src/targets/trial.js";
import { assessFolds } from "../../src/use/evaluate/assessFolds.js";
import { describeShared, expectedOf, sharedFolds, sharedSet } from "../shared.js";

interface Ranger {
  readonly ranger: {
    readonly oobErrorSeeds: readonly number[];
    readonly cv: { readonly accuracy: number };
    readonly permutationImportance: readonly { readonly var: string; readonly value: number }[];
  };
}

/** Small sets and a fifth of ranger's trees; `node bench/forests.mjs` does them all with as many. */
const SETS = ["iris", "wine", "glass", "zoo", "kyphosis", "pima-diabetes", "wdbc", "labor", "promoters"];
const TREES = 100;

async function ours(name: string) {
  const { table: whole, target } = await sharedSet(name);
  const { table } = knownTarget(whole, target);
  const request = { target, learner: "forest" } as const;
  const model = fitTable(table, { ...request, options: { trees: TREES, importance: "permutation" } });
  const trial = trialOf({ ...request, options: { trees: TREES, importance: "none", oob: false } });
  const truth = truthOf(model.target, table);
  const { score } = assessFolds(trial, { table, truth, folds: sharedFolds(name) });
  return { accuracy: score.kind === "classification" ? score.accuracy : Number.NaN, model, rows: table.rows };
}

const mean = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

describeShared("forests beside ranger's", () => {
  it("are as accurate on unseen rows, with similar out-of-bag error", { timeout: 60_000 }, async () => {
    const accuracies: [number, number][] = [];
    for (const name of SETS) {
      const { ranger } = expectedOf<Ranger>(name, "r-forests")!;
      const { accuracy, model, rows } = await ours(name);
      accuracies.push([accuracy, ranger.cv.accuracy]);
      const oob = model.report!.curves![0].values.at(-1)!;
      const theirs = mean(ranger.oobErrorSeeds);
      // Two standard errors of a share of that many rows; at least one row.
      const noise = Math.max(2 * Math.sqrt((theirs * (1 - theirs)) / rows), 1.5 / rows);
      expect(Math.abs(oob - theirs), name).toBeLessThan(noise);
    }
    const [we, they] = [0, 1].map((i) => mean(accuracies.map((pair) => pair[i])));
    expect(we).toBeGreaterThan(they - 0.005);
  });

  it("find the same attributes important", async () => {
    for (const name of ["wine", "glass"]) {
      const { model } = await ours(name);
      const { values } = model.report!.importance!;
      const names = model.attributes.map((attribute) => attribute.name);
      const ranked = names.toSorted((a, b) => values[names.indexOf(b)] - values[names.indexOf(a)]);
      const theirs = expectedOf<Ranger>(name, "r-forests")!.ranger.permutationImportance.map(
        (one) => one.var,
      );
      const shared = ranked.slice(0, 4).filter((one) => theirs.slice(0, 4).includes(one));
      expect(shared.length, name).toBeGreaterThanOrEqual(3);
    }
  });
});
