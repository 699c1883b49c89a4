import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../../test/kit/draws.js";
import { mixedTable } from "../../../test/mixedTable.js";
import { modelJson } from "../../model/modelJson.js";
import { landingIn } from "../../model/packed.js";
import { parseModel } from "../../model/parse.js";
import { predictTable } from "../../predict/predictTable.js";
import { makeTable, selectRows, type Table } from "../../table/table.js";
import { fitTable } from "../fit.js";
import { widenedSets } from "./continued.js";

const rows = (table: Table, from: number, to: number) =>
  selectRows(
    table,
    Int32Array.from({ length: to - from }, (_, i) => from + i),
  );

const text = (model: Parameters<typeof modelJson>[0]) => JSON.stringify(modelJson(model));

describe("continueFrom", () => {
  describe.each(["classes", "values"] as const)("%s", (target) => {
    const table = mixedTable({ rows: 300, seed: 5, target, missing: 0.1 });
    const cases: [string, string, object][] = [
      ["gradientBoost", "rounds", {}],
      ["gradientBoost", "rounds", { rowShare: 0.7, attributeShare: 0.6 }],
      ["forest", "trees", {}],
      ["forest", "trees", { importance: "permutation" }],
      ["forest", "trees", { importance: "impurity", oob: false }],
      ["extraTrees", "trees", {}],
    ];

    it.each(cases)(
      "%s: some %s and then more are all of them at once, byte for byte: %o",
      (learner, count, options) => {
        const few = fitTable(table, { target: "y", learner, options: { ...options, [count]: 6 }, seed: 3 });
        const saved = parseModel(JSON.parse(text(few)));
        const more = fitTable(table, {
          target: "y",
          learner,
          options: { [count]: 15 },
          continueFrom: saved,
        });
        const all = fitTable(table, { target: "y", learner, options: { ...options, [count]: 15 }, seed: 3 });
        expect(text(more)).toBe(text(all));
      },
    );

    it.each(["gradientBoost", "forest"])("%s goes on with other rows, and keeps its trees", (learner) => {
      const count = learner === "forest" ? "trees" : "rounds";
      const first = fitTable(rows(table, 0, 150), { target: "y", learner, options: { [count]: 5 } });
      const second = fitTable(rows(table, 150, 300), {
        target: "y",
        learner,
        options: { [count]: 12 },
        continueFrom: first,
      });
      if (first.format !== "coppice-ensemble" || second.format !== "coppice-ensemble")
        throw new Error("kind");
      if (first.members.kind !== "packed" || second.members.kind !== "packed") throw new Error("kind");
      const { starts } = first.members.trees;
      const outputs = first.combine.kind === "sum" ? first.combine.outputs : 1;
      expect(second.members.trees.starts.length).toBe(12 * outputs + 1);
      expect(second.members.trees.starts.subarray(0, starts.length)).toEqual(starts);
      expect(second.members.trees.threshold.subarray(0, starts[starts.length - 1])).toEqual(
        first.members.trees.threshold,
      );
      expect(predictTable(second, table).kind).toBe(target === "classes" ? "classification" : "regression");
    });
  });

  const table = mixedTable({ rows: 200, seed: 6, target: "classes" });
  const few = fitTable(table, { target: "y", learner: "forest", options: { trees: 4 } });

  describe.each([
    ["forest", "trees"],
    ["extraTrees", "trees"],
    ["gradientBoost", "rounds"],
  ])("%s", (learner, count) => {
    const base = fitTable(table, { target: "y", learner, options: { [count]: 3 } });
    const go = (of: Table, attributes?: readonly string[]) =>
      fitTable(of, {
        ...{ target: "y", learner, options: { [count]: 6 }, continueFrom: base },
        ...(attributes && { attributes }),
      });
    const straight = text(go(table));

    it("finds its attributes by name: columns in any order give the same bytes", () => {
      const order = () => fc.shuffledSubarray([...table.columns], { minLength: table.columns.length });
      fc.assert(
        fc.property(order(), order(), fc.boolean(), (columns, asked, isAsked) => {
          const names = asked.map(({ name }) => name).filter((name) => name !== "y");
          expect(text(go(makeTable(columns), isAsked ? names : undefined))).toBe(straight);
        }),
        draws(12),
      );
    });

    it("names the attribute that is left out, absent or unknown", () => {
      const names = base.attributes.map(({ name }) => name);
      const [first, ...others] = names;
      const mismatch = (why: string, name: string) =>
        expect.objectContaining({
          code: "CONTINUE_MISMATCH",
          message: expect.stringContaining(`${why} ${JSON.stringify(name)}`),
        });
      expect(() => go(table, others)).toThrow(mismatch("its attribute", first));
      const without = makeTable(table.columns.filter(({ name }) => name !== first));
      expect(() => go(without)).toThrow(mismatch("the table does not have its column", first));
      const wider = makeTable([{ ...table.columns[0], name: "new" }, ...table.columns]);
      expect(() => go(wider)).toThrow(mismatch("it has no attribute", "new"));
      expect(() => go(wider, ["new", ...names])).toThrow(mismatch("it has no attribute", "new"));
      expect(text(go(wider, names))).toBe(straight);
    });
  });

  it("takes in levels that are new; trees that have not seen them treat them as missing", () => {
    const renamed = makeTable(
      table.columns.map((column) =>
        column.type === "nominal" && column.name === "many"
          ? {
              ...column,
              levels: [...Array.from({ length: 40 }, (_, i) => `a${i}`), ...column.levels],
              codes: column.codes.map((code, row) => (row % 3 === 0 ? row % 40 : 40 + code)),
            }
          : column,
      ),
    );
    const more = fitTable(renamed, {
      target: "y",
      learner: "forest",
      options: { trees: 8 },
      continueFrom: few,
    });
    const many = more.attributes.find(({ name }) => name === "many")!;
    expect(many.levels!.slice(0, 12)).toEqual(few.attributes.find(({ name }) => name === "many")!.levels);
    expect(many.levels).toHaveLength(52);
    expect(parseModel(JSON.parse(text(more)))).toEqual(more);
  });

  it("gives new levels the side of missing values in tests on levels", () => {
    // One test on attribute 0, which had 2 levels: level 0 goes left, and so do missing values.
    const trees = {
      starts: Int32Array.of(0, 3),
      attribute: Int32Array.of(0, -1, -1),
      threshold: Float64Array.of(0, 1, 1),
      skip: Int32Array.of(2, 0, 1),
      flags: Uint8Array.of(3, 0, 0),
      sets: Uint32Array.of(1),
      values: Float64Array.of(10, 20),
      width: 1,
    };
    const wide = widenedSets(trees, [2], [40]);
    const answer = (level: number) => wide.values[landingIn(wide, 0, [40], () => level)];
    expect([0, 1, 2, 31, 32, 39].map(answer)).toEqual([10, 20, 10, 10, 10, 10]);
  });

  it.each([
    [{ learner: "extraTrees", options: { trees: 9 } }, /it was learned by forest, not extraTrees/],
    [{ learner: "adaBoost" }, /adaBoost cannot go on from a model/],
    [{ learner: "cart" }, /cart cannot go on from a model/],
    [{ learner: "forest", options: { trees: 4 } }, /it has 4 trees already/],
    [{ learner: "forest", options: { trees: 9, minLeaf: 7 } }, /its minLeaf is 1, and 7 was given/],
    [{ learner: "forest", options: { trees: 9 }, seed: 2 }, /its seed is 1, and 2 was given/],
    [{ learner: "forest", options: { trees: 9 }, target: "color" }, /its target is "y", not "color"/],
  ])("refuses what does not agree: %o", (request, message) => {
    expect(() => fitTable(table, { target: "y", ...request, continueFrom: few } as never)).toThrow(message);
  });

  it("refuses a class that the model does not have, and a column of another type", () => {
    const change = (name: string, into: (column: Table["columns"][number]) => object) =>
      makeTable(
        table.columns.map(
          (column) => (column.name === name ? { ...column, ...into(column) } : column) as never,
        ),
      );
    const go = (of: Table) => () =>
      fitTable(of, { target: "y", learner: "forest", options: { trees: 9 }, continueFrom: few });
    expect(go(change("y", () => ({ levels: ["a", "b", "z"] })))).toThrow(/has no class "z"/);
    expect(go(change("color", () => ({ type: "ordered" })))).toThrow(
      /its column "color" is nominal, and that of the table is ordered/,
    );
  });
});
