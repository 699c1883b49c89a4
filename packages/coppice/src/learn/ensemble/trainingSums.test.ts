import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnTables } from "../../../test/drawnTables.js";
import type { EnsembleModel } from "../../model/ensemble.js";
import { bind } from "../../predict/bind.js";
import { packedSums } from "../../predict/packedSums.js";
import { fitTable } from "../fit.js";
import { takeTrainingSums } from "./trainingSums.js";

const some = (classes: number) =>
  fc.sample(drawnTables({ classes, missing: true, rows: 300 }), { numRuns: 2, seed: 5 });

describe("what learning knows of the predictions for its table", () => {
  it.each([
    ["extraTrees", { trees: 12 }],
    ["extraTrees", { trees: 5, bootstrap: true, minLeaf: 3 }],
    ["forest", { trees: 7, randomTests: 6 }],
    ["gradientBoost", { rounds: 5 }],
  ] as const)("is bit for bit what the trees say: %s", (learner, options) => {
    for (const classes of [2, 4, 0])
      for (const { table } of some(classes)) {
        const fit = (wantsScores: boolean) =>
          fitTable(table, { target: "y", learner, options, wantsScores }) as EnsembleModel;
        const model = fit(true);
        const { members } = model;
        if (members.kind !== "packed") throw new Error("trees are packed");
        const { cells } = bind(model.attributes, table);
        expect(takeTrainingSums(model, table)).toEqual(packedSums(model, members.trees, cells, table.rows));
        expect(takeTrainingSums(model, table)).toBeUndefined();
        expect(takeTrainingSums(fit(false), table)).toBeUndefined();
      }
  });

  it("is not kept where rows are left out, for other tables, or where trees vote", () => {
    const [{ table }] = some(3);
    const columns = table.columns.map((column) =>
      column.name === "y" && column.type === "nominal"
        ? { ...column, codes: column.codes.map((code, row) => (row === 0 ? -1 : code)) }
        : column,
    );
    const kept = (given: typeof table, asked: typeof table, options = {}) => {
      const request = { target: "y", learner: "extraTrees", options: { trees: 3, ...options } } as const;
      return takeTrainingSums(fitTable(given, { ...request, wantsScores: true }), asked);
    };
    expect(kept(table, table)).toBeDefined();
    expect(kept({ ...table, columns }, { ...table, columns })).toBeUndefined();
    expect(kept(table, { ...table })).toBeUndefined();
    expect(kept(table, table, { combine: "vote" })).toBeUndefined();
  });
});
