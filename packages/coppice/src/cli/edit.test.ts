import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editSync } from "../learn/edit/edit.js";
import { parseModel } from "../model/parse.js";
import { readTable } from "../targets/files.js";
import { onlyJson, runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);

/** 60 rows: x tells the class but for every seventh row; z tells nothing. */
function csv(): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const isHigh = i >= 30 !== (i % 7 === 0);
    return `${i},${(i * 37) % 11},${i % 3 === 0 ? "a" : "b"},${isHigh ? "high" : "low"}`;
  });
  return ["x,z,kind,level", ...rows, ""].join("\n");
}

const EDITS = [
  { kind: "threshold", node: "root", threshold: 20.5, name: "x <i>below</i> twenty" },
  { kind: "note", node: "0", text: "as \u001b[31mexpected\n" },
  { kind: "lock", node: "0" },
];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-edit-"));
  writeFileSync(at("t.csv"), csv());
  writeFileSync(at("e.json"), JSON.stringify(EDITS));
  await runHere("fit", at("t.csv"), "--target", "level", "--set", "maxDepth=2", "--out", at("m.json"));
  await runHere(
    "fit",
    at("t.csv"),
    "--target",
    "level",
    "--learner",
    "forest",
    "--set",
    "trees=2",
    "--out",
    at("f.json"),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const edit = (...more: string[]) => runHere("edit", at("m.json"), at("t.csv"), ...more);

describe("edit", () => {
  it("gives the model that the library gives, and prints it with its edits", async () => {
    const ran = await edit("--edits", at("e.json"), "--out", at("e1.json"), "--workbook", at("w.json"));
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toContain("x <= 20.5");
    expect(ran.out).toContain(
      "edited by hand:\n  1. root: threshold moved to 20.5 (x <i>below</i> twenty)\n",
    );
    expect(ran.out).toContain("2. 0: note: as \\u001b[31mexpected");
    const { table } = await readTable(at("t.csv"));
    const model = parseModel(JSON.parse(readFileSync(at("m.json"), "utf8")));
    const mine = editSync(model, table, EDITS as never);
    expect(JSON.parse(readFileSync(at("e1.json"), "utf8"))).toEqual(JSON.parse(JSON.stringify(mine)));
    expect(JSON.parse(readFileSync(at("w.json"), "utf8"))).toMatchObject({
      edits: EDITS,
      table: { name: "t.csv" },
    });
  });

  it("takes a workbook, and takes edits back", async () => {
    await edit("--edits", at("e.json"), "--out", at("e1.json"), "--workbook", at("w.json"));
    await edit("--edits", at("w.json"), "--out", at("e2.json"));
    expect(readFileSync(at("e2.json"), "utf8")).toBe(readFileSync(at("e1.json"), "utf8"));
    const ran = await runHere(
      "edit",
      at("e1.json"),
      at("t.csv"),
      "--undo",
      "3",
      "--out",
      at("u.json"),
      "--json",
    );
    expect(onlyJson(ran)).toMatchObject({ edits: [], out: at("u.json") });
    const first = JSON.parse(readFileSync(at("m.json"), "utf8"));
    expect(JSON.parse(readFileSync(at("u.json"), "utf8"))).toEqual(first);
  });

  it("lists the edits where a model is shown", async () => {
    await edit("--edits", at("e.json"), "--out", at("e1.json"));
    expect((await runHere("show", at("e1.json"))).out).toContain("edited by hand:");
    expect((await runHere("rules", at("e1.json"))).out).toContain("# edited by hand: 1. root: threshold");
    expect(onlyJson(await runHere("rules", at("e1.json"), "--json"))).toMatchObject({ edits: EDITS });
    const { out } = await runHere("show", at("e1.json"), "--as", "html");
    expect(out).toContain("<h2>Edited by hand</h2>");
    expect(out).toContain("x &lt;i&gt;below&lt;/i&gt; twenty");
    expect((await runHere("show", at("m.json"))).out).not.toContain("edited");
  });

  it.each([
    [["edit", "m.json", "t.csv"], 2, /^USAGE: say what to do/],
    [["edit", "m.json", "t.csv", "--edits", "t.csv"], 1, /^EDITS_INVALID: .*t.csv is not JSON/],
    [["edit", "m.json", "t.csv", "--edits", "m.json"], 1, /^EDITS_INVALID: the file must be a list of edits/],
    [["edit", "m.json", "t.csv", "--undo", "1"], 2, /^OPTION_RANGE: --undo must be at most 0/],
    [["edit", "f.json", "t.csv", "--undo", "1"], 1, /^MODEL_KIND: coppice edit changes one tree/],
    [["candidates", "m.json", "t.csv", "--node", "/0"], 2, /^OPTION_RANGE: --node must be branch numbers/],
    [["candidates", "m.json", "t.csv", "--node", "9"], 1, /^NODE_UNKNOWN: there is no node 9/],
    [["rows", "m.json", "t.csv", "--node", "0.0.0.0"], 1, /^NODE_UNKNOWN: /],
  ] as const)("%j fails with %i", async (args, code, message) => {
    const ran = await runHere(...args.map((arg) => (/^[a-z]\.(json|csv)$/.test(arg) ? at(arg) : arg)));
    expect([ran.code, ran.err]).toEqual([code, expect.stringMatching(message)]);
    expect(ran.out).toBe("");
  });
});

describe("candidates", () => {
  it("prints the tests of a node, best first", async () => {
    const ran = await runHere("candidates", at("m.json"), at("t.csv"), "--limit", "2");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out).toMatch(/^root: 60 rows\n {2}test +gain +score\n\* x <= /);
    expect(ran.out).toContain("* the test of the node");
    const args = ["candidates", at("m.json"), at("t.csv"), "--validation", at("t.csv")];
    const found = onlyJson(await runHere(...args, "--json"));
    expect(found).toMatchObject({ node: "root", rows: 60, validation: { metric: "accuracy", rows: 60 } });
    expect((await runHere(...args)).out).toMatch(
      /accuracy on 60 validation rows \(60 here\): 0\.\d+ now, 0\.\d+ with the node as a leaf/,
    );
  });
});

describe("rows", () => {
  it("writes the rows of a node with their cells", async () => {
    const { out } = await runHere("rows", at("m.json"), at("t.csv"), "--node", "root");
    expect(out.split("\n").length).toBe(62);
    expect(out).toMatch(/^row,share,x,z,kind,level\n0,1,0,0,a,high\n/);
    const parts = await Promise.all(
      ["0", "1"].map(async (node) =>
        onlyJson(await runHere("rows", at("m.json"), at("t.csv"), "--node", node, "--json")),
      ),
    );
    expect(parts.reduce((sum, part) => sum + Number(part.count), 0)).toBe(60);
    const ran = await runHere("rows", at("m.json"), at("t.csv"), "--node", "0", "--out", at("r.csv"));
    expect(ran.err).toMatch(/rows written to/);
  });
});
