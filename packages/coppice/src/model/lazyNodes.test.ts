import { expect, it } from "vitest";
import { leaf, split, threshold } from "../../test/kit/handmade.js";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { few, randomTable } from "../testing/index.js";
import { nodesFrom, withColumns, withNodesOf } from "./lazyNodes.js";
import { LEAF, MISSING_LEFT } from "./packed.js";
import { columnsOf, type PackedTree } from "./packedTree.js";
import { sizeOf } from "./tree.js";

/** x <= 1.5 sends 2 of 3 rows left; a missing value goes with them. */
const columns: PackedTree = {
  ...{ starts: Int32Array.of(0, 3), attribute: Int32Array.of(0, LEAF, LEAF), skip: Int32Array.of(2, 1, 2) },
  ...{ threshold: Float64Array.of(1.5, 0, 0), flags: Uint8Array.of(MISSING_LEFT, 0, 0) },
  ...{ sets: new Uint32Array(0), named: new Uint32Array(0) },
  ...{ gain: Float64Array.of(1, 0, 0), weight: Float64Array.of(3, 2, 1) },
  answers: {
    ...{ kind: "classes", classes: 2, counts: Float64Array.of(2, 1, 2, 0, 0, 1) },
    label: Int32Array.of(0, 0, 1),
  },
};
const nodes = split(threshold(0, 1.5), [leaf(2, 0), leaf(0, 1)]);

it("nodes made from columns are made once, on first access", () => {
  let made = 0;
  const model = withColumns({ name: "m" }, () => {
    made++;
    return columns;
  });
  expect(made).toBe(0);
  expect(model.nodes).toEqual(nodes);
  expect(model.nodes).toBe(model.nodes);
  expect(made).toBe(1);
  expect(Object.getOwnPropertyDescriptor(model, "nodes")?.value).toEqual(nodes);
});

it("nodes made from columns are in a copy of the model and in its JSON", () => {
  const text = JSON.stringify({ name: "m", nodes });
  const model = () => withColumns({ name: "m" }, () => columns);
  expect(JSON.stringify(model())).toBe(text);
  expect(JSON.stringify({ ...model() })).toBe(text);
  expect(JSON.stringify(structuredClone(model()))).toBe(text);
  expect(JSON.stringify(Object.freeze(model()))).toBe(text);
  expect(JSON.stringify(withNodesOf({ name: "m" }, model()))).toBe(text);
});

it("nodes made from columns leave the columns accessible until then, and not after", () => {
  const model = withColumns({}, () => columns);
  expect(columnsOf(withNodesOf({}, model))).toBe(columns);
  expect(sizeOf(model)).toEqual({ nodes: 3, leaves: 2, depth: 1 });
  expect(columnsOf(model)).toBe(columns);
  expect(model.nodes).toHaveLength(3);
  expect(columnsOf(model)).toBeUndefined();
});

/** Two classes, so that the engine grows the whole tree. */
const rowsOf = (rows: number, seed: number, gaps: number) =>
  randomTable({ rows, seed, attributes: { x: few(9), z: few(30) }, classes: 2, gaps, signal: 0.8 });

it("a fitted model predicts the same from its columns as from its nodes", () => {
  for (const missing of [0, 0.2]) {
    const request = { target: "y", learner: "cart", options: { prune: "none" } } as const;
    const lazy = fitTable(rowsOf(200, 3, missing), request);
    const plain = structuredClone(fitTable(rowsOf(200, 3, missing), request));
    const rows = rowsOf(300, 4, 0.1);
    expect(columnsOf(lazy)).toBeDefined();
    const predicted = predictTable(lazy, rows);
    expect(columnsOf(lazy)).toBeDefined();
    expect(columnsOf(plain)).toBeUndefined();
    expect(predicted).toEqual(predictTable(plain, rows));
    expect(sizeOf(lazy)).toEqual(sizeOf(plain));
    expect(nodesFrom(columnsOf(lazy)!)).toEqual(plain.nodes);
  }
});
