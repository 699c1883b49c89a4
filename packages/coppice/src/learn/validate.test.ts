import { describe, expect, it } from "vitest";
import { cellsIn, fullCart, isDeep, labelsOf, nominal, numeric, valuesOf } from "../../test/kit/index.js";
import { keyFor } from "../base/chance.js";
import { random } from "../base/random.js";
import { drive } from "../engine/drive.js";
import { chooserFrom } from "../engine/memory/data.js";
import { prepare } from "../engine/problem.js";
import { sizeOf, type TreeModel } from "../model/tree.js";
import { friedman1 } from "../synthetic/friedman.js";
import { makeTable, selectRows, type Table } from "../table/table.js";
import { fitJob, fitTable } from "./fit.js";
import type { GrowNode } from "./growNode.js";
import { makePlan } from "./plan.js";
import type { TreeOptions } from "./treeOptions.js";
import { truncate, ValidationErrors } from "./validate.js";

/** Which rows are held back, by the rule that fit states: a share of each class, by the seed and the rows' positions. */
function parted(table: Table, target: string, share: number, seed: number): { grown: Table; held: Table } {
  const order = { by: "key", key: keyFor("validation", seed) } as const;
  const wanted = Math.round(share * table.rows);
  const places = (rest: boolean) => chooserFrom(prepare(table, { target })).places({ wanted, order, rest });
  return { grown: selectRows(table, places(true)), held: selectRows(table, places(false)) };
}

function heldError(model: TreeModel, held: Table): number {
  const truth = cellsIn(held, model.target.name);
  const errors =
    model.task === "regression"
      ? valuesOf(model, held).map((value, row) => (value - truth[row]) ** 2)
      : labelsOf(model, held).map((label, row) => Number(label !== truth[row]));
  return errors.reduce((sum, error) => sum + error, 0);
}

function noisy(rows: number): Table {
  const chance = random(9);
  const x = Array.from({ length: rows }, chance.uniform);
  const z = x.map(() => chance.below(5));
  const y = x.map((value, row) => (chance.uniform() < 0.3 ? chance.below(3) : value > 0.5 ? 2 : z[row] % 2));
  return makeTable([numeric("x", x), nominal("z", [..."pqrst"], z), nominal("y", [..."abc"], y)]);
}

const numbers = friedman1({ rows: 150, seed: 4, noise: 3 });
const classes = noisy(200);
const fit = (table: Table, options: Record<string, unknown>, seed = 1) =>
  fitTable(table, { learner: fullCart, target: "y", seed, options });

describe("validation", () => {
  describe.each(Object.entries({ classes, numbers }))("of %s", (_, table) => {
    it.each(isDeep ? [1, 2, 3] : [2])("keeps the shallowest layer with the least error, seed %i", (seed) => {
      const { grown, held } = parted(table, "y", 0.3, seed);
      const kept = fit(table, { validation: 0.3 }, seed);
      expect(kept.training.rows).toBe(grown.rows);
      const { depth: most } = sizeOf(fit(grown, {}, seed));
      // maxDepth d grows exactly the first d layers.
      const layers = Array.from({ length: most + 1 }, (_, depth) =>
        fit(grown, depth === 0 ? { minSplit: table.rows + 1 } : { maxDepth: depth }, seed),
      );
      const errors = layers.map((model) => heldError(model, held));
      const least = Math.min(...errors);
      const depth = errors.findIndex((error) => error <= least * (1 + 1e-9));
      expect(sizeOf(kept)).toEqual(sizeOf(layers[depth]));
      expect(heldError(kept, held)).toBeCloseTo(least, 6);
      expect(depth).toBeLessThan(most);
    });

    it("gives the same tree whatever the order of growth: layers are counted, not divisions", () => {
      const grown = (order: string) => fit(table, { validation: 0.3, order }).nodes;
      for (const order of ["best", "depth", "auto"]) expect(grown(order)).toEqual(grown("level"));
    });
  });

  it("holds back at least one row and leaves at least one", () => {
    const parts = (rows: number[], validation: number) => {
      const request = { learner: fullCart, target: "y", options: { validation } };
      const job = fitJob(selectRows(classes, rows), request);
      return [job.grown.task.rows, job.validation?.task.rows];
    };
    for (const validation of [1e-9, 1 - 1e-9]) expect(parts([0, 1], validation)).toEqual([1, 1]);
    expect(parts([0], 0.5)).toEqual([1, undefined]);
  });
});

it("the best depth is 0 when nothing was divided, else the first of equal layers", () => {
  const { grown, options } = fitJob(classes, { learner: fullCart, target: "y" });
  const engine = grown.engine();
  const plan = makePlan(options as TreeOptions, { task: grown.task, facts: engine.facts });
  const monitor = new ValidationErrors(plan);
  drive(monitor.start(), engine);
  expect(monitor.layers).toEqual([]);
  expect(monitor.bestDepth()).toBe(0);
  monitor.layers.push(9, 4, 6, 4);
  expect(monitor.bestDepth()).toBe(1);
});

it("truncate makes the nodes at a depth leaves and leaves those above alone", () => {
  const nodes = [0, 1, 2, 1].map((depth) => ({ depth, branches: [] }) as unknown as GrowNode);
  truncate(nodes, 1);
  expect(nodes.map((n) => n.branches !== undefined)).toEqual([true, false, false, false]);
});

// The ranks of leaves are asked for after growth, when the engine has forgotten nodes that were divided and cut back.
it("leaf=median survives a tree cut back by collapse", () => {
  expect(fit(numbers, { leaf: "median", collapse: true }).nodes.length).toBeGreaterThan(0);
});
