import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cellText } from "../src/table/column.js";
import { columnOf } from "../src/table/table.js";
import { parseModel, predict } from "../src/targets/node.js";
import { table } from "../src/testing/tableLiteral.js";

/** Models that version 1 wrote; table.csv has what each predicted, in a column of its name. */
const folder = new URL("version1/", import.meta.url);
const textOf = (name: string) => readFileSync(new URL(name, folder), "utf8");
const all = table`${textOf("table.csv")}`;
const given = { ...all, columns: all.columns.slice(0, 5) };
const models = readdirSync(folder).filter((name) => name.endsWith(".json"));

it.each(models)("%s of version 1 predicts as it did, and survives being written again", (name) => {
  const written = JSON.parse(textOf(name));
  expect(written.version).toBe(1);
  const model = parseModel(written);
  expect(model.version).toBe(2);
  const found = predict(model, given);
  const column = columnOf(all, name.replace(".json", ""));
  const answers =
    column.type === "numeric" ? column.values : [...column.codes.keys()].map((row) => cellText(column, row));
  expect([...("labels" in found ? found.labels : found.values)]).toEqual([...answers]);
  const again = parseModel(JSON.parse(JSON.stringify(model)));
  expect(JSON.stringify(again)).toBe(JSON.stringify(model));
});
