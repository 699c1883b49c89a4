import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { fitTable } from "../learn/fit.js";
import { modelText } from "../model/file/saveModel.js";
import { monks1 } from "../synthetic/index.js";
import { loadModel, saveModel } from "./modelFiles.js";

const { at, text, path: root } = folder();
const spec = { target: "class", learner: "forest", options: { trees: 5 } };
const model = fitTable(monks1({ rows: 124, seed: 1 }), spec);

it.each(["m.json", "m.json.gz", "m.coppice", "m"])("%s is written whole and read back", async (name) => {
  const path = at(name);
  await saveModel(model, path);
  for (const from of [path, pathToFileURL(path), readFileSync(path)])
    expect(await loadModel(from)).toEqual(model);
});

it("a model's file has the format of its extension, unless another is requested", async () => {
  expect(text("m.json")).toBe(modelText(model));
  expect(gunzipSync(readFileSync(at("m.json.gz"))).toString()).toBe(modelText(model));
  expect([...gunzipSync(readFileSync(at("m.coppice"))).subarray(0, 2)]).toEqual([0x89, 0x63]);
  await saveModel(model, at("other.bin"), { format: "compact", gzip: false });
  expect(readFileSync(at("other.bin"))[0]).toBe(0x89);
  expect(readdirSync(root).filter((name) => name.startsWith("."))).toEqual([]);
});

it("a model is bytes without a path", async () => {
  for (const saved of [await saveModel(model), await saveModel(model, { gzip: false }), modelText(model)])
    expect(await loadModel(saved)).toEqual(model);
});

it("a file is named where it cannot be read or unpacked", async () => {
  const path = at("none.json");
  await expect(loadModel(path)).rejects.toThrow(`cannot read ${path}: there is no such file`);
  const cut = readFileSync(at("m.json.gz")).subarray(0, 50);
  await expect(loadModel(cut)).rejects.toThrow("the model is not a whole gzip file");
});
