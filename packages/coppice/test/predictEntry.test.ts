import { gzipSync } from "node:zlib";
import { tableFromJSON as arrowTable } from "apache-arrow";
import { table as arquero } from "arquero";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import type { Model } from "../src/model/model.js";
import { parseModel as fullParse } from "../src/model/parse.js";
import { predict as fullPredict } from "../src/predict/predict.js";
import { makeTable } from "../src/table/table.js";
import { numeric } from "../src/testing/columns.js";
import { itHoldsForEveryModel } from "./kit/models.js";
import { rowObject } from "./kit/rows.js";
import { mixedTable } from "./mixedTable.js";

type Entry = typeof import("../src/targets/predict.js");

const ENTRY = new URL("../src/targets/predict.ts", import.meta.url).pathname;
/** Bytes after minification and gzip. */
const LIMIT = 26_000;

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
    const names = ["CoppiceError", "loadModel", "parseModel", "predict", "predictor"];
    expect(Object.keys(entry).sort()).toEqual(names);
  });
});

describe("coppice/predict refuses", () => {
  const leaf = { weight: 1, counts: [1, 0], label: 0 };
  const model = {
    ...{ format: "coppice-tree", version: 2, task: "classification", nodes: [leaf] },
    target: { name: "y", type: "nominal", levels: ["a", "b"] },
    attributes: [{ name: "x", type: "numeric" }],
  };

  it.each([
    ["an Arrow table", () => arrowTable([{ x: 1 }])],
    ["an Arquero table", () => arquero({ x: [1] })],
    ["a table of coppice", () => makeTable([numeric("x", [1])])],
  ])("%s, with the entry that reads it", (_, data) => {
    expect(() => entry.predict(entry.parseModel(model), data() as never)).toThrow(
      'coppice/predict takes no tables, only rows, columns and matrices; predict of "coppice"',
    );
  });

  it("what predictions depend on, but not what a model records about learning", () => {
    expect(entry.parseModel({ ...model, pruning: 3, learner: 3 })).toMatchObject({ pruning: 3 });
    expect(() => fullParse({ ...model, learner: 3 })).toThrow("learner must be a string; got 3");
    expect(() => entry.parseModel({ ...model, nodes: [{ ...leaf, label: 2 }] })).toThrow(
      "nodes[0].label must be a class code (0 to 1); got 2",
    );
  });

  it("a member whose levels are not those of the ensemble", () => {
    const models = ["red", "blue"].map((first) => ({
      ...{ ...model, attributes: [{ name: "x", type: "nominal", levels: [first, "green"] }] },
    }));
    const members = { kind: "models", models };
    const head = { ...models[0], format: "coppice-ensemble", nodes: undefined };
    const ensemble = entry.parseModel({ ...head, combine: { kind: "mean" }, members });
    expect(() => entry.predict(ensemble, [{ x: "red" }, { x: "green" }])).toThrow(
      '"x" of a member must be as in the ensemble',
    );
  });

  it("a misspelt option", () => {
    expect(() => entry.predict(entry.parseModel(model), [{ x: 1 }], { allowMising: true } as never)).toThrow(
      'predict has no option "allowMising"; did you mean "allowMissing"?',
    );
  });
});

const unseen = mixedTable({ rows: 40, seed: 2, target: "classes", missing: 0.2 });
const rows = Array.from({ length: unseen.rows }, (_, row) => rowObject(unseen, row));

describe("its predictions are identical to those of coppice", () => {
  itHoldsForEveryModel((model: Model) => {
    const loaded = entry.parseModel(JSON.parse(JSON.stringify(model)));
    expect(entry.predict(loaded, rows)).toEqual(fullPredict(model, rows));
    expect(entry.predictor(loaded).row(rows[0])).toEqual(fullPredict(model, rows[0]));
  });
});
