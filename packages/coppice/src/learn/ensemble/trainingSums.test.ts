import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryTable } from "../../../test/kit/arbitraryTable.js";
import { manyAttributes } from "../../../test/kit/attributes.js";
import { type EnsembleModel, memberWeight } from "../../model/ensemble.js";
import { bind } from "../../predict/bind.js";
import { packedSums } from "../../predict/packedSums.js";
import { predictTable } from "../../predict/predictTable.js";
import type { NominalColumn } from "../../table/column.js";
import { columnOf, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { takeTrainingSums } from "./trainingSums.js";

const some = (classes: number) => {
  const tables = { rows: [1, 150], attributes: manyAttributes, classes: [classes], gaps: [0.2] } as const;
  return fc.sample(arbitraryTable(tables), { numRuns: 2, seed: 5 });
};

/** What the members of a model add up to for the rows of a table, one after the other. */
function sumsOf(model: EnsembleModel, table: Table): Float64Array {
  const { members, combine } = model;
  if (members.kind === "packed")
    return packedSums(model, members.trees, bind(model.attributes, table).cells, table.rows);
  const width = model.target.levels?.length ?? 1;
  const sums = new Float64Array(table.rows * width);
  members.models.forEach((member, m) => {
    const said = predictTable(member, table);
    for (let row = 0; row < table.rows; row++)
      if (said.kind === "regression") sums[row] += said.values[row];
      else if (combine.kind === "vote") sums[row * width + said.labels[row]] += memberWeight(combine, m);
      else for (let k = 0; k < width; k++) sums[row * width + k] += said.probabilities[row * width + k];
  });
  return sums;
}

it.each([
  ["extraTrees", { trees: 12 }],
  ["extraTrees", { trees: 5, bootstrap: true, minLeaf: 3 }],
  ["forest", { trees: 7, randomTests: 6 }],
  ["forest", { trees: 7 }],
  ["forest", { trees: 5, oob: false, minLeaf: 3 }],
  ["forest", { trees: 5, bootstrap: false, maxDepth: 3 }],
  ["gradientBoost", { rounds: 5 }],
  ["bagging", { trees: 4 }],
  ["bagging", { trees: 4, oob: false, settings: { minLeaf: 4 } }],
  ["bagging", { trees: 3, bootstrap: false, sampleShare: 0.6 }],
  ["adaBoost", { trees: 4, of: "cart", settings: { maxDepth: 3, prune: "none" } }],
  ["adaBoost", { trees: 3, variant: "c5" }],
  ["adaBoost", { trees: 3 }],
] as const)(
  "what learning knows of its predictions is bit for bit what the trees say: %s",
  (learner, options) => {
    for (const classes of learner === "adaBoost" ? [2, 4] : [2, 4, 0])
      for (const { table } of some(classes)) {
        const request = { target: "y", learner, options } as const;
        const model = fitTable(table, { ...request, wantsScores: true }) as EnsembleModel;
        expect(takeTrainingSums(model, table)).toEqual(sumsOf(model, table));
        expect(takeTrainingSums(model, table)).toBeUndefined();
      }
  },
);

it.each(["extraTrees", "forest", "gradientBoost", "bagging", "adaBoost"])(
  "what learning knows of its predictions is not kept unless asked for: %s",
  (learner) => {
    const [{ table }] = some(3);
    const options = learner === "gradientBoost" ? { rounds: 2 } : { trees: 2 };
    const model = fitTable(table, { target: "y", learner, options }) as EnsembleModel;
    expect(takeTrainingSums(model, table)).toBeUndefined();
  },
);

it("what learning knows of its predictions is not kept where rows are left out, for other tables, or where trees vote", () => {
  const [{ table }] = some(3);
  const y = columnOf(table, "y") as NominalColumn;
  const codes = y.codes.map((code, row) => (row === 0 ? -1 : code));
  const columns = [...table.columns.slice(0, -1), { ...y, codes }];
  const kept = (given: typeof table, asked: typeof table, options = {}) => {
    const request = { target: "y", learner: "extraTrees", options: { trees: 3, ...options } } as const;
    return takeTrainingSums(fitTable(given, { ...request, wantsScores: true }), asked);
  };
  expect(kept(table, table)).toBeDefined();
  expect(kept({ ...table, columns }, { ...table, columns })).toBeUndefined();
  expect(kept(table, { ...table })).toBeUndefined();
  expect(kept(table, table, { combine: "vote" })).toBeUndefined();
  const [first, ...others] = y.levels;
  const priors = { ...Object.fromEntries(others.map((level) => [level, 1 / others.length])), [first]: 0 };
  expect(kept(table, table, { priors })).toBeUndefined();
});
