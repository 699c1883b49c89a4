import { describe, expect, it } from "vitest";
import { mixedTable } from "../../test/mixedTable.js";
import { fitTable } from "../learn/fit.js";
import { predictTable } from "../predict/predictTable.js";
import { nodesFrom, withColumns, withNodesOf } from "./lazyNodes.js";
import { LEAF, MISSING_LEFT } from "./packed.js";
import { columnsOf, type PackedTree } from "./packedTree.js";
import { sizeOf, type TreeModel } from "./tree.js";

/** x <= 1.5 sends 2 of 3 rows left; a missing value goes with them. */
const columns: PackedTree = {
  starts: Int32Array.of(0, 3),
  attribute: Int32Array.of(0, LEAF, LEAF),
  skip: Int32Array.of(2, 1, 2),
  threshold: Float64Array.of(1.5, 0, 0),
  flags: Uint8Array.of(MISSING_LEFT, 0, 0),
  sets: new Uint32Array(0),
  named: new Uint32Array(0),
  gain: Float64Array.of(0.25, 0, 0),
  weight: Float64Array.of(3, 2, 1),
  answers: {
    kind: "classes",
    classes: 2,
    counts: Float64Array.of(2, 1, 2, 0, 0, 1),
    label: Int32Array.of(0, 0, 1),
  },
};

const nodes = [
  {
    weight: 3,
    counts: [2, 1],
    label: 0,
    test: { kind: "threshold", attribute: 0, threshold: 1.5 },
    branches: [1, 2],
    missing: { kind: "branch", to: 0 },
    gain: 0.25,
  },
  { weight: 2, counts: [2, 0], label: 0 },
  { weight: 1, counts: [0, 1], label: 1 },
];

describe("nodes made from columns", () => {
  it("are made once, on first access", () => {
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

  it("are in a copy of the model and in its JSON", () => {
    const text = JSON.stringify({ name: "m", nodes });
    const model = () => withColumns({ name: "m" }, () => columns);
    expect(JSON.stringify(model())).toBe(text);
    expect(JSON.stringify({ ...model() })).toBe(text);
    expect(JSON.stringify(structuredClone(model()))).toBe(text);
    expect(JSON.stringify(Object.freeze(model()))).toBe(text);
    expect(JSON.stringify(withNodesOf({ name: "m" }, model()))).toBe(text);
  });

  it("leave the columns accessible until then, and not after", () => {
    const model = withColumns({}, () => columns);
    expect(columnsOf(withNodesOf({}, model))).toBe(columns);
    expect(sizeOf(model)).toEqual({ nodes: 3, leaves: 2, depth: 1 });
    expect(columnsOf(model)).toBe(columns);
    expect(model.nodes).toHaveLength(3);
    expect(columnsOf(model)).toBeUndefined();
  });
});

describe("a fitted model", () => {
  const fitted = (missing: number): [TreeModel, TreeModel] => {
    const table = mixedTable({ rows: 200, seed: 3, target: "classes", missing });
    const attributes = table.columns.flatMap(({ name, type }) => (type === "numeric" ? [name] : []));
    const target = table.columns.at(-1)!.name;
    // Two classes, so that the engine grows the whole tree.
    const two = { ...table, columns: table.columns.map((c) => (c.name === target ? twoClasses(c) : c)) };
    const request = { target, attributes, learner: "cart", options: { prune: "none" } } as const;
    return [fitTable(two, request), structuredClone(fitTable(two, request))];
  };
  const twoClasses = <C extends object>(column: C): C =>
    "codes" in column
      ? { ...column, levels: ["a", "b"], codes: (column.codes as Int32Array).map((c) => Math.min(c, 1)) }
      : column;

  it("predicts the same from its columns as from its nodes", () => {
    for (const missing of [0, 0.2]) {
      const [lazy, plain] = fitted(missing);
      const rows = mixedTable({ rows: 300, seed: 4, target: "classes", missing: 0.1 });
      expect(columnsOf(lazy)).toBeDefined();
      const predicted = predictTable(lazy, rows);
      expect(columnsOf(lazy)).toBeDefined();
      expect(columnsOf(plain)).toBeUndefined();
      expect(predicted).toEqual(predictTable(plain, rows));
      expect(sizeOf(lazy)).toEqual(sizeOf(plain));
      expect(nodesFrom(columnsOf(lazy)!)).toEqual(plain.nodes);
    }
  });
});
