import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pairOf } from "./pairFlag.js";
import { onlyJson, runHere } from "./testIo.js";

let folder = "";
let path = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-describe-"));
  path = join(folder, "t.csv");
  writeFileSync(path, 'a,"b,c",class\n1,x,yes\n2,y,no\n3,x,yes\n,y,no\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("coppice describe", () => {
  it("describes the columns without a target", async () => {
    const { code, out, err } = await runHere("describe", path);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("4 rows, 3 columns; 1 of 12 cells missing (8%)");
    expect(out).not.toContain("target");
  });

  it("gives one JSON object", async () => {
    const json = onlyJson(await runHere("describe", path, "--target", "class", "--pairs", "1", "--json"));
    expect(json).toMatchObject({
      table: path,
      rows: 4,
      target: { name: "class", entropy: 1 },
      tables: { oneWay: 2, twoWay: 1 },
      attributes: [{ attribute: "b,c", gain: 1 }, { attribute: "a" }],
      pairs: [{ attributes: ["a", "b,c"], gain: 1 }],
    });
  });

  it("has the groups of the most telling attributes", async () => {
    const json = onlyJson(await runHere("describe", path, "--target", "class", "--top", "1", "--json"));
    const attributes = json.attributes as object[];
    expect(attributes[0]).toHaveProperty("groups");
    expect(Object.keys(attributes[1])).toEqual(["attribute", "type", "gain", "gainRatio", "threshold"]);
  });

  it("writes a page", async () => {
    const file = join(folder, "page.html");
    const { code, err } = await runHere(
      "describe",
      path,
      "--target",
      "class",
      "--html",
      file,
      "--pair",
      "a,b,c",
    );
    expect([code, err]).toEqual([0, `written to ${file}\n`]);
    expect(readFileSync(file, "utf8")).toContain("<h1>t.csv</h1>");
  });

  it("leaves out what the user ignores, and identifiers", async () => {
    const file = join(folder, "ids.csv");
    const lines = Array.from({ length: 25 }, (_, i) => `k${i},${i % 2},${i % 3 === 0 ? "p" : "q"}`);
    writeFileSync(file, `id,x,class\n${lines.join("\n")}\n`);
    const ran = await runHere("describe", file, "--target", "class", "--ignore", "x", "--json");
    expect(onlyJson(ran)).toMatchObject({ attributes: [], tables: { oneWay: 0, twoWay: 0 } });
    expect(ran.err).toMatch(/^warning: ID_LIKE: .*\n$/);
  });

  it.each([
    [["--pairs", "2"], 2, "OPTION_CONFLICT: pairs are ranked by how informative they are about the target"],
    [["--pairs", "0"], 2, 'OPTION_RANGE: --pairs must be an integer ≥ 1; got "0"'],
    [["--pair", "a,d"], 1, 'COLUMN_UNKNOWN: --pair names a column "d" that the table does not have'],
    [["--ignore", "d"], 1, 'COLUMN_UNKNOWN: the table has no column "d"'],
    [["--target", "d"], 1, 'COLUMN_UNKNOWN: the table has no column "d"'],
  ])("%j fails", async (flags, code, message) => {
    const ran = await runHere("describe", path, ...flags);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(message);
  });
});

describe("--pair", () => {
  it("reads names with commas, where one reading makes sense", () => {
    expect(pairOf("a,b", ["a", "b"])).toEqual(["a", "b"]);
    expect(pairOf("a,b,c", ["a", "b,c"])).toEqual(["a", "b,c"]);
  });

  it.each([
    ["a", ["a"], 'OPTION_RANGE: --pair must be two columns with a comma between; got "a"'],
    [
      "a,b,c",
      ["a", "b,c", "a,b", "c"],
      'OPTION_RANGE: --pair must be two columns with a comma between; got "a,b,c", which can be read in two ways',
    ],
    [
      "a,bb",
      ["a", "bc"],
      'COLUMN_UNKNOWN: --pair names a column "bb" that the table does not have; did you mean "bc"?',
    ],
  ])("%s", (text, columns, message) => {
    let said = "";
    try {
      pairOf(text, columns);
    } catch (error) {
      said = String(error);
    }
    expect(said).toBe(message);
  });
});
