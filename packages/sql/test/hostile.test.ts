import { fitData, predictTable } from "coppice/engine";
import { expect, it } from "vitest";
import { makeTable } from "../../coppice/src/table/table.js";
import { nominal, numeric } from "../../coppice/src/testing/index.js";
import { allRows } from "../src/connection/results.js";
import { sqlData } from "../src/engine/data.js";
import { predictionQuery } from "../src/predict/predictionQuery.js";
import { expectModelOfMemory, openDuck, tablesOf, withData, withTable } from "./duck.js";
import { schemaOf } from "./tables.js";

const connection = await openDuck();

/** Names that end statements, are words of SQL, or that statements use themselves. */
const NAMES = [
  ...['a"b', "it's; DROP TABLE rows; --", "rowid", "select", "Größe ☃", "t", "k", "w", "node", "x0"],
  ...["a'b", "a;b--", "名前", "a\\b", "`tick`", "new\nline", " "],
];
/** Levels that look like SQL. */
const LEVELS = ["'); --", 'q"', "NULL", "ä", "a\\b", "new\nline", " "];

const ofRows = (cell: (row: number) => number) => Array.from({ length: 40 }, (_, row) => cell(row));
const cells = (step: number, values: number) => ofRows((row) => (row * step) % values);
const target = ofRows((i) => (((i * 3) % 11 > 4 ? 1 : 0) + (i % 7 === 0 ? 1 : 0)) % 2);
const table = makeTable([
  ...NAMES.map((name, c) =>
    c % 2 === 0 ? numeric(name, cells(c + 3, 11)) : nominal(name, LEVELS, cells(c + 1, 7)),
  ),
  nominal("y", ["o'k", 'n"o; --'], target),
]);

it.each([
  ["cart", { prune: "none", minLeaf: 1, minSplit: 2 }],
  ["cart", { pruneFolds: 2 }],
  ["gradientBoost", { rounds: 2, minLeaf: 1 }],
] as const)(
  "names that mean something in SQL are learned from and predicted by %s %j",
  async (learner, options) => {
    const model = await withData(connection, table, {}, (data) =>
      expectModelOfMemory(data, table, { learner, options }),
    );
    const { labels } = predictTable(model, table) as { labels: Int32Array };
    await withTable(connection, table, async (relation) => {
      const { query } = await predictionQuery(model, connection, relation, { key: "rowid" }, "rows");
      const found = await allRows(connection, `SELECT prediction FROM (${query})`);
      expect(found.texts(0)).toEqual(Array.from(labels, (label) => model.target.levels![label]));
    });
  },
);

const request = { target: "y", columns: schemaOf(table) };

it("rows that are learned from have a copy of their own: the table may be dropped", async () => {
  const data = await withTable(connection, table, (relation) => sqlData(connection, relation, request));
  await expectModelOfMemory(data, table, { learner: "cart", options: { prune: "none" } });
  await data.close?.();
  expect(await tablesOf(connection)).toEqual([]);
});

it("rows that are learned from are an error if their copy disappears", async () => {
  await withData(connection, table, request, async (data) => {
    for (const name of await tablesOf(connection))
      if (name!.startsWith("coppice")) await connection.run(`DROP TABLE temp.main.${name}`);
    await expect(fitData(data, { learner: "cart" })).rejects.toMatchObject({ code: "DATABASE" });
  });
});

it("rows that are learned from leave nothing if the fit is stopped", async () => {
  const stop = new AbortController();
  await withData(connection, table, request, async (data) => {
    const options = { rounds: 50, minLeaf: 1 };
    const { signal } = stop;
    const onProgress = () => stop.abort();
    const fitting = fitData(data, { learner: "gradientBoost", options, signal, onProgress });
    await expect(fitting).rejects.toMatchObject({ code: "ABORTED" });
  });
});
