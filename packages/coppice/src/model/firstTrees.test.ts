import { expect, it } from "vitest";
import { sampleTable } from "../../test/browserPage.js";
import { predictTable } from "../predict/predictTable.js";
import { friedman1 } from "../synthetic/index.js";
import { fitSync } from "../targets/fitSync.js";
import { firstTrees } from "./firstTrees.js";

const table = sampleTable(150, 3);

it.each([
  ["forest", { trees: 12 }, { trees: 5 }, 5],
  ["extraTrees", { trees: 12 }, { trees: 5 }, 5],
  ["gradientBoost", { rounds: 8 }, { rounds: 3 }, 9], // three classes
  ["adaBoost", { trees: 6 }, { trees: 2 }, 2],
  ["bagging", { trees: 6 }, { trees: 4 }, 4],
] as const)("predicts as %s learned with fewer", (learner, many, few, count) => {
  const whole = fitSync(table, { target: "kind", learner, options: many as never });
  const part = fitSync(table, { target: "kind", learner, options: few as never });
  if (whole.format !== "coppice-ensemble") throw new Error("an ensemble was expected");
  expect(predictTable(firstTrees(whole, count), table)).toEqual(predictTable(part, table));
});

it("predicts numbers as a forest of fewer trees", () => {
  const rows = friedman1({ rows: 150, seed: 1 });
  const [whole, part] = [9, 4].map((trees) =>
    fitSync(rows, { target: "y", learner: "forest", options: { trees } }),
  );
  expect(predictTable(firstTrees(whole, 4), rows)).toEqual(predictTable(part, rows));
});

it("takes no more trees than there are, and whole rounds", () => {
  const boosted = fitSync(table, { target: "kind", learner: "gradientBoost", options: { rounds: 2 } });
  expect(() => firstTrees(boosted, 2)).toThrow("an integer from 1 to 6, a multiple of 3; got 2");
});
