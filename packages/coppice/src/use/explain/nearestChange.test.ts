import fc from "fast-check";
import { expect, it } from "vitest";
import { forAll } from "../../../test/kit/forAll.js";
import type { Model } from "../../model/model.js";
import { predict } from "../../predict/predict.js";
import { tableFrom } from "../../source/tableFrom.js";
import { fitSync } from "../../targets/fitSync.js";
import { nearestChange } from "./nearestChange.js";

const labelOf = (model: Model, row: Readonly<Record<string, string | number | null>>) => {
  const found = predict(model, row);
  if (found.kind !== "classification") throw new Error("classes are predicted");
  return found.label;
};

const cellsOf = (i: number) => ({ x: i % 10, y: Math.floor(i / 10), colour: "rg"[i % 2] });
const square = Array.from({ length: 100 }, (_, i) => cellsOf(i));
const corner = square.map((row) => ({ ...row, kind: row.x > 5 && row.y > 5 ? "in" : "out" }));
const grown = { prune: "none", minSplit: 2, minLeaf: 1 } as const;

const model = fitSync(corner, { target: "kind", options: grown });
const table = tableFrom(corner);

it("changes one cell if that is enough, by as little as possible", () => {
  expect(nearestChange(model, table, { x: 3, y: 8, colour: "r" })).toEqual({
    cells: [{ attribute: "x", from: 3, to: 6 }],
    prediction: "in",
    probability: 1,
    distance: 3 / 9,
  });
});

const inside = { x: 9, y: 7 };
it.each([
  ["the cell that is nearest", inside, {}, "y: 7 to 5"],
  ["two cells if one is not enough", { x: 1, y: 2 }, {}, "x: 1 to 6, y: 2 to 6"],
  ["no cell that is kept", inside, { keep: ["y"] }, "x: 9 to 5"],
  ["nothing if all that matters is kept", inside, { keep: ["x", "y"] }, undefined],
  ["nothing to be what is predicted already", inside, { to: "in" }, ""],
])("changes %s", (_, from, options, changes) => {
  const found = nearestChange(model, table, from, options);
  expect(found?.cells.map(({ attribute, from, to }) => `${attribute}: ${from} to ${to}`).join(", ")).toBe(
    changes,
  );
  const parts = found?.cells.map(({ from, to }) => Math.abs(Number(to) - Number(from)) / 9) ?? [];
  if (found)
    expect(found.distance).toBeCloseTo(
      parts.reduce((sum, part) => sum + part, 0),
      12,
    );
});

it("changes three cells if two are not enough", () => {
  const sided = square.flatMap((row) => ["n", "s"].map((side) => ({ ...row, side })));
  const isIn = (row: (typeof sided)[number]) => row.x > 5 && row.y > 5 && row.side === "s";
  const rows = sided.map((row) => ({ ...row, kind: isIn(row) ? "in" : "out" }));
  const three = fitSync(rows, { target: "kind", options: grown });
  const { cells } = nearestChange(three, tableFrom(rows), { x: 0, y: 0, side: "n" })!;
  expect(cells.map(({ attribute }) => attribute).sort()).toEqual(["side", "x", "y"]);
  expect(cells).toContainEqual({ attribute: "side", from: "n", to: "s" });
});

it("gives missing cells a value", () => {
  const from = { x: null, y: 8 };
  const to = labelOf(model, from) === "in" ? "out" : "in";
  expect(nearestChange(model, table, from, { to })?.cells).toEqual([
    { attribute: "x", from: null, to: expect.any(Number) },
  ]);
});

it("refuses numbers and options that do not exist", () => {
  const values = fitSync(corner, { target: "x" });
  expect(() => nearestChange(values, table, { y: 1 })).toThrow("needs a model that predicts classes");
  expect(() => nearestChange(model, table, { x: 1 }, { too: "in" } as never)).toThrow("has no option");
  expect(() => nearestChange(model, table, { x: 9 }, { to: "up" })).toThrow("to must be one of in, out");
});

const row = fc.record({ x: fc.nat(9), y: fc.nat(9), colour: fc.constantFrom("r", "g") });
it.each([
  ["cart", {}],
  ["forest", { trees: 20 }],
  ["gradientBoost", { rounds: 20 }],
  ["ripper", {}],
  ["linearTree", {}],
])("flips the answer of %s, and no single cell of the table is nearer", (learner, options) => {
  forAll(15, [fc.array(row, { minLength: 30, maxLength: 60 }), row], (rows, start) => {
    const kindOf = ({ x, y, colour }: typeof start) => (x + 2 * y > 14 === (colour === "r") ? "a" : "b");
    const marked = rows.map((each, i) => ({ ...each, kind: i < 2 ? "ab"[i] : kindOf(each) }));
    const learned = fitSync(marked, {
      target: "kind",
      learner: learner as "cart",
      options: options as object,
    });
    const found = nearestChange(learned, tableFrom(marked), start);
    const own = labelOf(learned, start);
    const singles = (["x", "y", "colour"] as const).flatMap((name) =>
      [...new Set(marked.map((each) => each[name]))]
        .filter((value) => labelOf(learned, { ...start, [name]: value }) !== own)
        .map((value) => ({ name, value })),
    );
    if (found === undefined) {
      expect(singles).toEqual([]);
      expect(marked.every((each) => labelOf(learned, each) === own)).toBe(true);
      return;
    }
    const changes = Object.fromEntries(found.cells.map(({ attribute, to }) => [attribute, to]));
    expect(labelOf(learned, { ...start, ...changes })).toBe(found.prediction);
    expect(found.prediction).not.toBe(own);
    if (singles.length === 0) {
      expect(found.cells.length).toBeGreaterThan(1);
      return;
    }
    const range = (of: readonly number[]) => Math.max(...of) - Math.min(...of);
    const distances = singles.map(({ name, value }) =>
      name === "colour"
        ? 1
        : Math.abs((value as number) - start[name]) / range(marked.map((each) => each[name])),
    );
    expect(found.cells).toHaveLength(1);
    expect(found.distance).toBeCloseTo(Math.min(...distances), 12);
  });
});
