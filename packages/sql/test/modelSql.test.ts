import type { Column, Model, Table } from "coppice";
import { fitTable, predictTable } from "coppice/engine";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exp } from "../../coppice/src/base/exp.js";
import { makeTable } from "../../coppice/src/table/table.js";
import { nominal, numeric, table as tableOf } from "../../coppice/src/testing/index.js";
import { draws } from "../../coppice/test/kit/draws.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { tableProblems } from "../../coppice/test/random-problems.js";
import { allRows } from "../src/connection/results.js";
import { duckdb } from "../src/dialect/duckdb.js";
import { spark } from "../src/dialect/spark.js";
import { expStages } from "../src/tree/expSql.js";
import { modelSql } from "../src/tree/modelSql.js";
import { openDuck, withTable } from "./duck.js";
import { disturbed } from "./tables.js";

const connection = await openDuck();

type Options = Readonly<Record<string, unknown>>;

/** Predictions and, of classes, probabilities: a column each. */
function bySql(model: Model, table: Table): Promise<(string | number | null)[][]> {
  return withTable(
    connection,
    table,
    async (from) => {
      const query = modelSql(model, duckdb, { from, key: "rowid", as: 'p"', probabilities: true });
      const result = await allRows(connection, `SELECT * FROM (${query}) ORDER BY rowid`);
      if (model.task === "regression") return [[...result.numbers(1)]];
      return [result.texts(1), ...model.target.levels!.map((_, k) => [...result.numbers(k + 2)])];
    },
    "rowid",
  );
}

function byLibrary(model: Model, table: Table): (string | number | null)[][] {
  const prediction = predictTable(model, table);
  if (prediction.kind === "regression") return [[...prediction.values]];
  const levels = model.target.levels!;
  const labels = Array.from(prediction.labels, (label) => levels[label]);
  const shares = levels.map((_, k) =>
    labels.map((_label, row) => prediction.probabilities[row * levels.length + k]),
  );
  return [labels, ...shares];
}

async function expectSame(model: Model, tables: readonly Table[]): Promise<void> {
  for (const table of tables) expect(await bySql(model, table)).toEqual(byLibrary(model, table));
}

const grown = { prune: "none", minSplit: 2, minLeaf: 1 };

it.each<[learner: string, options: Options, target?: "classes" | "values"]>([
  ["cart", grown],
  ["cart", { ...grown, missing: "share" }],
  ["cart", { ...grown, missing: "surrogate" }],
  ["cart", { ...grown, missing: "likely" }],
  ["cart", { ...grown, missing: "indicator" }],
  ["cart", { ...grown, nominal: "perLevel", missing: "share" }],
  ["cart", { ...grown, missing: "share", priors: "equal", loss: true }, "classes"],
  ["id3", { missing: "share", binning: "equalWidth" }, "classes"],
  ["c45", { prune: "none", minLeaf: 1 }, "classes"],
  ["forest", { trees: 7 }],
  ["forest", { trees: 3, combine: "vote" }, "classes"],
  ["extraTrees", { trees: 5 }],
  ["gradientBoost", { rounds: 6, minLeaf: 1 }, "classes"],
  ["gradientBoost", { rounds: 5, minLeaf: 1 }, "values"],
])("a model as SQL predicts like the library, to the bit: %s %j", async (learner, given, target) => {
  const problems = tableProblems({ minRows: 8, maxRows: 30, ...(target && { target }) });
  await fc.assert(
    fc.asyncProperty(problems, async ({ table, request }) => {
      const loss = given.loss === true ? lossesOf(table) : undefined;
      if (loss?.length === 1) return;
      const options = { ...given, ...(loss && { loss }) };
      await expectSame(fitTable(table, { ...request, learner, options }), [table, disturbed(table)]);
    }),
    draws(6),
  );
});

it("a model as SQL predicts like the library, to the bit: of many levels deep, in stages", async () => {
  // Alternating classes: every row needs a leaf of its own, and thresholds are found from one end.
  const rows = Array.from({ length: 60 }, (_, i) => `${2 ** i},${i % 2 ? "b" : "a"}`);
  const table = tableOf`x,y\n${rows.join("\n")}`;
  const model = fitTable(table, { target: "y", learner: "cart", options: grown });
  expect(modelSql(model, duckdb, { from: { table: ["t"] }, key: "k" })).toContain("place2");
  await expectSame(model, [table, disturbed(table)]);
});

it("a model as SQL predicts like the library, to the bit: of votes that tie", async () => {
  const table = mixedTable({ target: "classes", rows: 60, seed: 1, missing: 0.1 });
  const options = { trees: 2, combine: "vote" };
  await expectSame(fitTable(table, { target: "y", learner: "forest", options }), [table]);
});

it("a model as SQL predicts like the library, to the bit: of deep trees with losses, in stages", async () => {
  const rows = 600;
  const x = Float64Array.from({ length: rows }, (_, i) => ((i * 7919) % rows) / 7);
  const z = Float64Array.from({ length: rows }, (_, i) => (i % 13 === 0 ? Number.NaN : (i * 31) % 97));
  const codes = x.map((value, i) => (Math.floor(value / 3) + (z[i] > 50 ? 1 : 0)) % 3);
  const table = makeTable([numeric("x", x), numeric("z", z), nominal("y", ["a", "b", "c"], codes)]);
  const options = { trees: 4, minSplit: 2, minLeaf: 1, loss: lossesOf(table) };
  const model = fitTable(table, { target: "y", learner: "forest", options });
  expect(modelSql(model, duckdb, { from: { table: ["t"] }, key: "k" })).toContain("land0");
  await expectSame(model, [disturbed(table)]);
});

/** What it costs to say a class of a row of another. */
function lossesOf({ columns }: Table): number[][] {
  const { levels } = columns.find(({ name }) => name === "y") as { levels: readonly string[] };
  return levels.map((_, i) => levels.map((_level, j) => (i === j ? 0 : 1 + ((2 * i + j) % 3))));
}

it("exp in SQL is the library's", async () => {
  const random = fc.sample(fc.double({ min: -800, max: 800, noNaN: true }), { numRuns: 300, seed: 1 });
  const xs = [0, -0, 1e-320, -1e-9, 0.5, -708, -708.1, 709, 709.9, 1, -1, ...random];
  const given = `SELECT * FROM (VALUES ${xs.map((x, i) => `(${i}, ${duckdb.double(x)})`)}) AS v(i, s)`;
  const stages = [{ name: "given", query: given }, ...expStages(["s"], "given", "exp", duckdb)];
  const parts = stages.map(({ name, query }) => `${name} AS (${query})`).join(", ");
  const result = await allRows(connection, `WITH ${parts} SELECT e_s FROM exp4 ORDER BY i`);
  expect([...result.numbers(0)]).toEqual(xs.map(exp));
});

/** Letters that mean something to LIKE, that take two code units, and that are of two code points. */
const unit = fc.constantFrom("a", "b", "%", "_", "!", "'", "\\", "𝛼", "é");
const text = fc.option(fc.string({ unit, minLength: 1, maxLength: 12 }), { freq: 9 });
const rows = fc.array(fc.tuple(text, fc.constantFrom("p", "q")), { minLength: 8, maxLength: 40 });
const column = (name: string, type: "string" | "nominal", cells: readonly (string | null)[]) => {
  const levels = [...new Set(cells)].filter((cell) => cell !== null);
  const codes = cells.map((cell) => levels.indexOf(cell!));
  return { ...nominal(name, levels, codes), type } as Column;
};
const labelled = (cells: readonly (readonly [text: string | null, label: string])[]): Table => {
  const [texts, labels] = [cells.map(([one]) => one), cells.map(([, label]) => label)];
  return makeTable([column("a 'text'", "string", texts), column("y", "nominal", labels)]);
};
const fit = (table: Table, test: string) => {
  const options = { ...grown, strings: { tests: [test], support: 1, significance: 1 } };
  return fitTable(table, { target: "y", learner: "cart", options });
};

it.each(["contains", "starts", "ends", "at", "within", "gapped", "length"])(
  "tests of strings as SQL predict like the library: %s",
  async (test) => {
    await fc.assert(
      fc.asyncProperty(rows, rows, async (learned, others) => {
        await expectSame(fit(labelled(learned), test), [labelled(learned), labelled(others)]);
      }),
      draws(25),
    );
  },
);

it("tests of strings that SQL has no equal of are refused", () => {
  const cells = ["aa", "aaaa", "aab", "baab"].flatMap((one, i) => [one + "b".repeat(i), one]);
  const model = fit(labelled(cells.map((one, i) => [one, i % 2 === 0 ? "p" : "q"])), "count");
  expect(() => modelSql(model, duckdb, { from: { table: ["t"] }, key: "id" })).toThrow(
    /derived by pattern, cannot be written as SQL/,
  );
});

it("names and texts are quoted for Spark", () => {
  expect(spark.identifier("a`b")).toBe("`a``b`");
  expect(spark.text("plain")).toBe("'plain'");
  // it's: 69 74 27 73; a backslash is 5C.
  expect(spark.text("it's")).toBe("CAST(X'69742773' AS STRING)");
  expect(spark.text("\\")).toBe("CAST(X'5C' AS STRING)");
  expect(spark.double(0.1)).toBe("0.1D");
});

it("names cannot contain NUL", () => {
  expect(() => duckdb.identifier("a\0b")).toThrow("without NUL");
  expect(duckdb.text("a\0b")).toBe("'a' || chr(0) || 'b'");
});

it.each([
  ["bagging", { trees: 2 }, "an ensemble of bagging cannot be written as SQL"],
  ["ripper", {}, "a set of rules (ripper) cannot be written as SQL"],
])("a model of %s is refused", (learner, options, message) => {
  const model = fitTable(tableOf`x,y\n1,a\n2,a\n3,b\n4,b`, { target: "y", learner, options });
  expect(() => modelSql(model, duckdb, { from: { table: ["t"] }, key: "k" })).toThrow(message);
});
