import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cellText } from "../src/table/column.js";
import { parseModel, predict } from "../src/targets/node.js";
import { table } from "../src/testing/tableLiteral.js";

const textOf = (name: string) => readFileSync(new URL(`version1/${name}`, import.meta.url), "utf8");
/** Models as version 1 wrote them, one in each line. */
const models = textOf("models.jsonl").trimEnd().split("\n");
/** A table, and in its last columns what each of them predicted. */
const { columns, ...given } = table`${textOf("table.csv")}`;
const asked = { ...given, columns: columns.slice(0, -models.length) };
const answers = columns.slice(-models.length);

it.each(answers.map((column, i) => [column.name, models[i], column] as const))(
  "the model of version 1 named %s predicts as it did, and survives being written again",
  (_, text, column) => {
    const written = JSON.parse(text);
    expect(written.version).toBe(1);
    const model = parseModel(written);
    expect(model.version).toBe(2);
    const found = predict(model, asked);
    const wanted =
      column.type === "numeric" ? column.values : Array.from(column.codes, (_, row) => cellText(column, row));
    expect([...("labels" in found ? found.labels : found.values)]).toEqual([...wanted]);
    const again = parseModel(JSON.parse(JSON.stringify(model)));
    expect(JSON.stringify(again)).toBe(JSON.stringify(model));
  },
);
