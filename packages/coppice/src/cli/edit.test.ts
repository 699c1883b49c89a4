import { expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { editSync } from "../learn/edit/edit.js";
import { parseModel } from "../model/parse.js";
import { readTable } from "../targets/files.js";
import { runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

const { at, put, json } = folder();

it("coppice edit gives the model that the library gives", async () => {
  const path = put("t.csv", pairCsv());
  const edits = [
    { kind: "threshold", node: "root", threshold: 8.5 },
    { kind: "lock", node: "0" },
  ] as const;
  put("e.json", JSON.stringify(edits));
  await runHere("fit", path, "--target", "y", "--out", at("m.json"));
  await runHere("edit", at("m.json"), path, "--edits", at("e.json"), "--out", at("e1.json"));
  const { table } = await readTable(path);
  const edited = editSync(parseModel(json("m.json")), table, edits);
  expect(json("e1.json")).toEqual(JSON.parse(JSON.stringify(edited)));
});
