import { describe, expect, it } from "vitest";
import { fitTree } from "../../test/fitTree.js";
import { parseModel } from "../model/parse.js";
import { isSplit } from "../model/tree.js";
import { predictor } from "../predict/predictor.js";
import { predictTable } from "../predict/predictTable.js";
import { fruit, monks1 } from "../synthetic/index.js";
import { makeTable, type Table } from "../table/table.js";
import { drawText } from "../use/draw/text.js";

/** The fruits of D's figure 8.1, apples or not, by colour and size: a medium fruit that is round is an apple, too. */
function apples(): Table {
  const columns = fruit().columns.filter(({ name }) => ["Color", "Size", "class"].includes(name));
  return makeTable(
    columns.map((column) => {
      if (column.name !== "class" || column.type !== "nominal") return column;
      const apple = column.levels.indexOf("Apple");
      return {
        ...column,
        levels: ["other", "Apple"],
        codes: column.codes.map((code) => (code === apple ? 1 : 0)),
      };
    }),
  );
}

const learn = (table: Table, options: Record<string, unknown>) =>
  fitTree(table, { target: "class", learner: "cart", options: { prune: "none", ...options } });

describe("combinations as tests", () => {
  it("tell apples by one test: medium and not yellow (D 8.3.2)", () => {
    const model = learn(apples(), { combinations: 2 });
    expect(model.nodes).toHaveLength(3);
    expect(learn(apples(), {}).nodes.length).toBeGreaterThan(3);
    const [root] = model.nodes;
    if (!isSplit(root)) throw new Error("a test is expected");
    expect(new Set(model.attributes[root.test.attribute].name.split(" AND "))).toEqual(
      new Set(["Size = medium", "Color != yellow"]),
    );
    expect(drawText(model)).toContain("AND");
    expect(parseModel(JSON.parse(JSON.stringify(model)))).toEqual(model);
  });

  it("are read off the cells of tables and rows alike, as far as they are known", () => {
    const model = learn(apples(), { combinations: 2 });
    const { row } = predictor(model);
    const said = (cells: Record<string, string | null>) => {
      const answer = row(cells);
      return answer.kind === "classification" && answer.label;
    };
    expect(said({ Size: "medium", Color: "green" })).toBe("Apple");
    expect(said({ Size: "medium", Color: "yellow" })).toBe("other");
    // One condition fails, whatever the other cell may be.
    expect(said({ Size: "small", Color: null })).toBe("other");
    const table = apples();
    const all = predictTable(model, table);
    const target = table.columns.find(({ name }) => name === "class");
    if (all.kind !== "classification" || target?.type !== "nominal") throw new Error("classes expected");
    expect(all.labels).toEqual(target.codes);
  });

  it("make trees smaller where equal cells of two attributes matter, for numbers, too", () => {
    const table = monks1();
    const sizeWith = (combinations: number) => learn(table, { combinations }).nodes.length;
    expect(sizeWith(2)).toBeLessThan(sizeWith(1));
    const values = makeTable(
      table.columns.map((column) =>
        column.name === "class" && column.type === "nominal"
          ? {
              name: "class",
              type: "numeric" as const,
              values: Float64Array.from(column.codes, (c) => 10 * c),
            }
          : column,
      ),
    );
    expect(learn(values, { combinations: 2 }).nodes.length).toBeLessThan(learn(values, {}).nodes.length);
  });

  it("are refused in JSON where they make no sense", () => {
    const model = learn(apples(), { combinations: 2 });
    const spoiled = (change: (step: Record<string, unknown>) => void) => {
      const json = JSON.parse(JSON.stringify(model));
      change(json.derived[0]);
      return () => parseModel(json);
    };
    expect(spoiled((step) => Object.assign(step, { all: [] }))).toThrow(
      "derived[0].all must be a list of at least one condition",
    );
    expect(
      spoiled((step) =>
        Object.assign(step, { all: [{ kind: "levels", attribute: step.attribute, levels: [0] }] }),
      ),
    ).toThrow("derived[0].all[0].attribute must be an attribute before the combination");
    expect(spoiled((step) => Object.assign(step, { attribute: 0 }))).toThrow(
      "derived[0].attribute must be an attribute of two levels",
    );
  });
});
