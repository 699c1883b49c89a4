import { expect, it } from "vitest";
import { madeTable, numeric, shortTable } from "../../../test/kit/index.js";
import { cellsOf } from "../../predict/cells.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { missingStrategies } from "./strategies.js";

const table = shortTable("x c w y; 1 a 1 no; 2 b 1 no; ? b 1 yes; 9 ? 3 yes");

const learn = (missing: string, more: Record<string, unknown> = {}, of: Table = table) =>
  fitTable(of, { target: "y", weight: "w", learner: "cart", options: { missing, prune: "none", ...more } });
const plain = (of: Table, options: Record<string, unknown>) =>
  fitTable(of, { target: "y", learner: "cart", options });

const numbers = shortTable("x y; 1 1; ? 2; 3 3");

it("likely fills every attribute with its most frequent level or its median, by weight", () => {
  // x: weights 1, 1, 3 on 1, 2, 9: half of 5 is reached at 9. c: a 1, b 2.
  expect(learn("likely").derived).toEqual([
    { kind: "fill", attribute: 0, cell: 9 },
    { kind: "fill", attribute: 1, cell: 1 },
  ]);
  const unweighted = makeTable(table.columns.filter(({ name }) => name !== "w"));
  expect(plain(unweighted, { missing: "likely" }).derived![0]).toMatchObject({ cell: 2 }); // of 1, 2 and 9
});

it("likely is what prediction alone may do", () => {
  const model = learn("majority", { missingAtPrediction: "likely" });
  expect(model.derived).toEqual(learn("likely").derived);
  expect(Array.from(cellsOf(model, table).cells[0])).toEqual([1, 2, 9, 9]);
});

it("likely is not what prediction does when told otherwise", () => {
  expect(learn("likely", { missingAtPrediction: "share" }).derived).toBeUndefined();
});

it("likelyInClass fills with the likeliest of the row's class in training, and of all rows in prediction", () => {
  const model = learn("likelyInClass");
  expect(model.derived).toEqual(learn("likely").derived);
  // In training the yes without c gets the other yes's b, and the yes without x gets 9: x alone parts the classes.
  expect(model.nodes[0]).toMatchObject({ test: { attribute: 0, threshold: 5.5 } }); // midway between 2 and 9
});

it("likelyInClass needs classes", () => {
  expect(() => plain(numbers, { missing: "likelyInClass" })).toThrow(
    "missing=likelyInClass needs classes, and the target is numeric; missing=likely does without",
  );
  expect(missingStrategies("regression")).not.toContain("likelyInClass");
  expect(missingStrategies()).toContain("likelyInClass");
});

it("drop leaves out every row with a missing cell", () => {
  expect(learn("drop")).toMatchObject({ training: { rows: 2, weight: 2 }, nodes: [{ counts: [2, 0] }] });
});

it("drop says when no row is left", () => {
  expect(() => learn("drop", {}, selectRows(table, [2, 3]))).toThrow(
    "missing=drop leaves no row to learn from: every row has a missing cell",
  );
});

it("level gives nominal attributes a level more, and the others a branch more", () => {
  const model = learn("level");
  expect(model.attributes[1].levels).toEqual(["a", "b", "unknown"]);
  expect(model.derived).toEqual([{ kind: "fill", attribute: 1, cell: 2 }]);
  // x <= 5.5 parts 1, 2 from 9; the row without x has the branch after the last.
  expect(model.nodes[0]).toMatchObject({
    test: { kind: "threshold", attribute: 0, threshold: 5.5 },
    branches: [1, 2, 3],
    missing: { kind: "branch", to: 2 },
  });
  expect(model.nodes.slice(1).map(({ weight }) => weight)).toEqual([2, 3, 1]);
});

it("level finds a name that no level has", () => {
  const taken = shortTable("c w y; unknown 1 no; b 1 no; ? 1 yes; ? 3 yes");
  expect(learn("level", {}, taken).attributes[0].levels).toEqual(["unknown", "b", "unknown?"]);
});

it("level goes with no other way of prediction, nor with tests that judge two branches", () => {
  expect(() => learn("level", { missingAtPrediction: "share" })).toThrow(
    "leave missingAtPrediction=asTrained",
  );
  expect(() => learn("level", { criterion: "twoing" })).toThrow(
    "criterion twoing judges two-way tests only, and missing=level adds a branch",
  );
});

it("fraction needs sums that parts of rows can be added to", () => {
  expect(() => plain(numbers, { missing: "fraction", criterion: "absoluteError" })).toThrow(
    "missing=fraction counts parts of rows, and criterion absoluteError needs whole ones; use share",
  );
});

it("indicator adds an attribute for each with missing cells, under a name that is free", () => {
  const model = learn("indicator");
  expect(model.attributes.slice(2)).toEqual([
    { name: "missing(x)", type: "nominal", levels: ["no", "yes"] },
    { name: "missing(c)", type: "nominal", levels: ["no", "yes"] },
  ]);
  expect(model.derived).toEqual([
    { kind: "indicator", attribute: 2, of: 0 },
    { kind: "indicator", attribute: 3, of: 1 },
  ]);
  const taken = makeTable([...table.columns, numeric("missing(x)", [1, 1, 1, 1])]);
  expect(learn("indicator", {}, taken).attributes.map(({ name }) => name)).toContain("missing(x)'");
});

it("indicator tells rows apart by what they lack", () => {
  const { nodes } = plain(shortTable("x y; 1 no; ? yes; 1 no; ? yes"), { missing: "indicator" });
  expect(nodes[0]).toMatchObject({ test: { kind: "subset", attribute: 1, left: [0], right: [1] } });
});

// z is twice x; x has two holes.
const twice = madeTable("x z y:nominal=no|yes", 40, (i) => {
  const z = i < 20 ? 2 : 8;
  return `${i % 20 === 7 ? "?" : z / 2} ${z} ${z > 4 === i % 3 > 0 ? "yes" : "no"}`;
});

it("predict keeps a tree for each attribute with holes, which fills them", () => {
  const model = plain(twice, { missing: "predict" });
  const nodes = [{ test: { attribute: 1, threshold: 5 } }, { value: 1 }, { value: 4 }];
  expect(model.derived).toMatchObject([{ kind: "predict", attribute: 0, nodes }]);
  const { cells } = cellsOf(model, twice);
  expect([cells[0][7], cells[0][27]]).toEqual([1, 4]);
});

it("predict falls back on the likeliest cell where there is nothing to predict from", () => {
  const model = plain(shortTable("c y; a no; b no; b yes; ? yes"), { missing: "predict" });
  expect(model.derived).toEqual([{ kind: "fill", attribute: 0, cell: 1 }]);
});

it("eachValue keeps every value with its share of the known weight", () => {
  const model = learn("majority", { missingAtPrediction: "eachValue" });
  expect(model.derived).toEqual([
    { kind: "eachValue", attribute: 0, cells: [1, 2, 9], shares: [0.2, 0.2, 0.6] },
    { kind: "eachValue", attribute: 1, cells: [0, 1], shares: [1 / 3, 2 / 3] },
  ]);
});

it("eachValue keeps no more than fifty numbers, medians of groups", () => {
  const many = madeTable("x y", 1000, (i) => `${i} ${i < 500 ? "no" : "yes"}`);
  const { derived } = plain(many, { missingAtPrediction: "eachValue", prune: "none" });
  const cells = Array.from({ length: 50 }, (_, group) => 20 * group + 9); // the lower middle of 0…19
  expect(derived).toEqual([{ kind: "eachValue", attribute: 0, cells, shares: new Array(50).fill(0.02) }]);
});

it("rows held back are treated as rows to predict", () => {
  const thrice = selectRows(table, [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]);
  const model = learn("indicator", { validation: 0.5 }, thrice);
  expect(model.derived!.every(({ kind }) => kind === "indicator")).toBe(true);
});
