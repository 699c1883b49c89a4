import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseModel, predict, tableFrom } from "../src/targets/node.js";

/** Files that version 1 wrote, each with what it predicted for the table beside them. */
const folder = new URL("version1/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));

describe("models of version 1", () => {
  const table = tableFrom(read("table.json") as Record<string, (string | number | null)[]>);
  const files = readdirSync(folder).filter((name) => name !== "table.json");

  it.each(files)("%s predicts as it did", (name) => {
    const { model, answers } = read(name);
    expect(model.version).toBe(1);
    const parsed = parseModel(model);
    const found = predict(parsed, table);
    const said: ArrayLike<unknown> = "labels" in found ? found.labels : found.values;
    expect(Array.from(said)).toEqual(answers);
    expect(parsed.version).toBe(2);
  });

  it.each(files)("%s survives being written again", (name) => {
    const parsed = parseModel(read(name).model);
    const again = parseModel(JSON.parse(JSON.stringify(parsed)));
    expect(JSON.stringify(again)).toBe(JSON.stringify(parsed));
  });
});
