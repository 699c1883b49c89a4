import { expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { onlyJson, runHere } from "./testIo.js";

const { at, put } = folder();

it("coppice edit --undo takes back the last edits and keeps the first", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},${i < 20 ? "low" : "high"}`);
  const table = put("t.csv", ["x,level", ...rows, ""].join("\n"));
  const edits = ["first", "second", "third"].map((text) => ({ kind: "note", node: "root", text }));
  const given = put("e.json", JSON.stringify(edits));
  await runHere("fit", table, "--target", "level", "--out", at("m.json"));
  await runHere("edit", at("m.json"), table, "--edits", given, "--out", at("edited.json"));
  const ran = await runHere("edit", at("edited.json"), table, "--undo", "1", "--json");
  expect(onlyJson(ran)).toMatchObject({ edits: edits.slice(0, 2) });
});
