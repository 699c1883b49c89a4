import { expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { editSync } from "../learn/edit/edit.js";
import { parseModel } from "../model/parse.js";
import { readTable } from "../targets/files.js";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

const { at, put, json } = folder();

it("coppice edit gives the model of the library; --undo takes back the last edits and keeps the first", async () => {
  const path = put("t.csv", pairCsv());
  const edits = [
    { kind: "threshold", node: "root", threshold: 8.5 },
    { kind: "lock", node: "0" },
    { kind: "note", node: "root", text: "third" },
  ] as const;
  const given = put("e.json", JSON.stringify(edits));
  await runHere("fit", path, "--target", "y", "--out", at("m.json"));
  await runHere("edit", at("m.json"), path, "--edits", given, "--out", at("edited.json"));
  const { table } = await readTable(path);
  const edited = editSync(parseModel(json("m.json")), table, edits);
  expect(json("edited.json")).toEqual(JSON.parse(JSON.stringify(edited)));
  const ran = await runHere("edit", at("edited.json"), path, "--undo", "1", "--json");
  expect(onlyJson(ran)).toMatchObject({ edits: edits.slice(0, 2) });
});
