import { describe, expect, it } from "vitest";
import { isSplit, type TreeModel } from "../../model/tree.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";

const nominal = (name: string, levels: string[], codes: number[]) =>
  ({ type: "nominal", name, levels, codes: Int32Array.from(codes) }) as const;
const numeric = (name: string, values: number[]) =>
  ({ type: "numeric", name, values: Float64Array.from(values) }) as const;

const bit = (row: number, i: number) => (row >> i) & 1;
const rows = Array.from({ length: 32 }, (_, row) => row);

/** Three bits whose parity is the class, and two that say nothing: no single test gains anything. */
const parity = makeTable([
  ...[0, 1, 2, 3, 4].map((i) =>
    numeric(
      `x${i}`,
      rows.map((row) => bit(row, i)),
    ),
  ),
  nominal(
    "y",
    ["even", "odd"],
    rows.map((row) => (bit(row, 1) + bit(row, 2) + bit(row, 4)) % 2),
  ),
]);

const learn = (table: Table, options: Record<string, unknown> = {}): TreeModel =>
  fitTable(table, { target: "y", learner: "optimalTree", options });

describe("optimalTree", () => {
  it("sees what one test at a time cannot: parity needs all three levels", () => {
    const model = learn(parity);
    expect(model.optimality).toMatchObject({ objective: 0, bound: 0, proved: true });
    expect(model.nodes.filter(isSplit)).toHaveLength(7);
    const used = new Set(model.nodes.filter(isSplit).map(({ test }) => test.attribute));
    expect([...used].sort()).toEqual([1, 2, 4]);
    // With two levels every leaf has as many even rows as odd ones: 16 of 32 are wrong.
    expect(learn(parity, { maxDepth: 2 }).optimality?.objective).toBe(16);
  });

  it("buys leaves that save more errors than alpha", () => {
    // Eight leaves save 16 errors: they are worth it up to 16/7 each.
    expect(learn(parity, { alpha: 2 }).optimality?.objective).toBe(16);
    const lone = learn(parity, { alpha: 2.5 });
    expect(lone.optimality?.objective).toBe(18.5);
    expect(lone.nodes).toHaveLength(1);
  });

  it("stops after so many steps, or seconds, and says what it could not rule out", () => {
    for (const options of [{ steps: 2 }, { seconds: 0 }]) {
      const { optimality } = learn(parity, options);
      expect(optimality).toMatchObject({ objective: 16, bound: 0, proved: false });
      expect(optimality!.steps).toBeLessThanOrEqual(2);
    }
  });

  it("takes a missing number for the median, and a missing or new level for none that is tested", () => {
    const table = makeTable([
      nominal("colour", ["red", "blue", "green"], [0, 0, 1, 1, -1, -1]),
      nominal("y", ["no", "yes"], [1, 1, 0, 0, 0, 0]),
    ]);
    const model = learn(table, { maxDepth: 1 });
    expect(model.optimality?.objective).toBe(0);
    const asked = makeTable([nominal("colour", ["red", "mauve"], [0, 1, -1])]);
    const answer = predictTable(model, asked);
    expect(answer.kind === "classification" && [...answer.labels]).toEqual([1, 0, 0]);
    const numbers = makeTable([
      numeric("x", [1, 2, 3, 4, 5, Number.NaN]),
      nominal("y", ["no", "yes"], [0, 0, 0, 1, 1, 0]),
    ]);
    const split = learn(numbers, { maxDepth: 1 });
    expect(split.optimality?.objective).toBe(0);
    expect(split.nodes[0]).toMatchObject({ test: { threshold: 3.5 }, missing: { kind: "branch", to: 0 } });
  });

  it("minimises losses where they are given", () => {
    const table = makeTable([numeric("x", [1, 2, 3, 4]), nominal("y", ["ok", "ill"], [0, 1, 0, 0])]);
    const loss = { ok: { ok: 0, ill: 1 }, ill: { ok: 5, ill: 0 } };
    // One split: x <= 2.5 is ill (one ok lost, 1); without losses any such leaf would be wrong once, too.
    const model = learn(table, { maxDepth: 1, loss });
    expect(model.optimality?.objective).toBe(1);
    expect(model.nodes.map((node) => "label" in node && node.label)).toEqual([1, 1, 0]);
  });

  it("tries every subset of levels on request, of up to ten", () => {
    const table = (levels: number) =>
      makeTable([
        nominal(
          "colour",
          Array.from({ length: levels }, (_, i) => `c${i}`),
          Array.from({ length: levels }, (_, i) => i),
        ),
        nominal(
          "y",
          ["a", "b"],
          Array.from({ length: levels }, (_, i) => i % 2),
        ),
      ]);
    // Of six levels with the classes a b a b a b, one level against the rest gets two rows wrong; a subset gets none.
    expect(learn(table(6), { maxDepth: 1 }).optimality?.objective).toBe(2);
    expect(learn(table(6), { maxDepth: 1, nominal: "subset" }).optimality?.objective).toBe(0);
    expect(() => learn(table(11), { nominal: "subset" })).toThrow(
      '"colour" must have at most 10 levels with nominal=subset for optimalTree; got 11',
    );
  });

  it("has an error for a column of more values than codes", () => {
    const n = 65_540;
    const many = makeTable([
      numeric(
        "x",
        Array.from({ length: n }, (_, i) => i),
      ),
      nominal(
        "y",
        ["a", "b"],
        Array.from({ length: n }, (_, i) => i % 2),
      ),
    ]);
    expect(() => learn(many)).toThrow(
      '"x" must have at most 65535 distinct values for optimalTree; got 65540',
    );
  });
});
