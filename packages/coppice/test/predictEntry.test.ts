import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import type { Model } from "../src/model/model.js";
import { predict as fullPredict } from "../src/predict/predict.js";
import { cellText } from "../src/table/column.js";
import { itHoldsForEveryModel } from "./everyModel.js";
import { mixedTable } from "./mixedTable.js";

type Entry = typeof import("../src/targets/predict.js");

const ENTRY = new URL("../src/targets/predict.ts", import.meta.url).pathname;
/** Bytes after minification and gzip. */
/** The goal is 20,000: reading dates and numbers in the model's notation takes what is above it. */
const LIMIT = 22_000;

let text = "";
let imports: unknown[] = [];
let entry: Entry;

beforeAll(async () => {
  const result = await build({
    entryPoints: [ENTRY],
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "neutral", metafile: true },
  });
  text = result.outputFiles[0].text;
  imports = Object.values(result.metafile.outputs).flatMap((output) => output.imports);
  entry = await import(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
});

describe("coppice/predict, bundled for a page", () => {
  it(`is smaller than ${LIMIT} bytes`, () => {
    expect(gzipSync(text, { level: 9 }).length).toBeLessThan(LIMIT);
  });

  it("needs no package, no Node module and no kernel", () => {
    expect(imports).toEqual([]);
    expect(text.includes("WebAssembly")).toBe(false);
  });

  it("exports few names", () => {
    expect(Object.keys(entry).sort()).toEqual([
      "CoppiceError",
      "loadModel",
      "parseModel",
      "predict",
      "predictor",
    ]);
  });
});

const unseen = mixedTable({ rows: 40, seed: 2, target: "classes", missing: 0.2 });
const rows = Array.from({ length: unseen.rows }, (_, row) =>
  Object.fromEntries(
    unseen.columns.map((column) => [
      column.name,
      column.type === "numeric" ? column.values[row] : cellText(column, row),
    ]),
  ),
);

describe("its predictions are identical to those of coppice", () => {
  itHoldsForEveryModel((model: Model) => {
    const loaded = entry.parseModel(JSON.parse(JSON.stringify(model)));
    expect(entry.predict(loaded, rows)).toEqual(fullPredict(model, rows));
    expect(entry.predictor(loaded).row(rows[0])).toEqual(fullPredict(model, rows[0]));
  });
});
