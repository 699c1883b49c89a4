import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-transform-"));
  writeFileSync(at("pair.csv"), pairCsv());
  await runHere("fit", at("pair.csv"), "--target", "y", "--out", at("tree.json"));
  const forest = ["--learner", "forest", "--set", "trees=5", "--out", at("forest.json")];
  await runHere("fit", at("pair.csv"), "--target", "y", ...forest);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("coppice transform", () => {
  it("writes leaves as columns that another learner learns from", async () => {
    const ran = await runHere("transform", at("forest.json"), at("pair.csv"), "--out", at("leaves.csv"));
    expect(ran.code, ran.err).toBe(0);
    expect(ran.err).toMatch(/^\d+ rows of \d+ columns written to .*leaves\.csv\n$/);
    const [head, first] = readFileSync(at("leaves.csv"), "utf8").split("\n");
    expect(head).toMatch(/^tree 0 leaf \d+,.*,y$/);
    expect(first).toMatch(/^(?:[01],)+\w+$/);
    const fitted = await runHere("fit", at("leaves.csv"), "--target", "y", "--json");
    expect(fitted.code, fitted.err).toBe(0);
    expect(onlyJson(fitted)).toMatchObject({ target: "y" });
  });

  it("prints rules, and keeps the columns asked for", async () => {
    const ran = await runHere("transform", at("tree.json"), at("pair.csv"), "--as", "rules", "--keep", "y");
    expect(ran.code, ran.err).toBe(0);
    expect(ran.out.split("\n")[0]).toMatch(/(?:<=|>).*,y$/);
  });

  it("says what it cannot keep", async () => {
    const ran = await runHere("transform", at("tree.json"), at("pair.csv"), "--keep", "nothing");
    expect([ran.code, ran.err]).toEqual([1, 'COLUMN_UNKNOWN: the table has no column "nothing" to keep\n']);
  });
});

describe("--use-attributes-of", () => {
  it("leaves a learner the attributes that a tree tests", async () => {
    const path = ["fit", at("pair.csv"), "--target", "y"];
    const bare = onlyJson(await runHere(...path, "--learner", "oneR", "--out", at("one.json"), "--json"));
    const ran = await runHere(
      ...path,
      "--learner",
      "forest",
      "--set",
      "trees=3",
      "--use-attributes-of",
      at("one.json"),
      "--json",
    );
    expect(ran.code, ran.err).toBe(0);
    expect(bare.attributes).toBeGreaterThan(1);
    expect(onlyJson(ran).attributes).toBe(1);
  });

  it("fails for a model that tests nothing, or columns that the table does not have", async () => {
    writeFileSync(
      at("other.csv"),
      pairCsv().replace(/^[^\n]*/, (head) => head.replaceAll(/[a-x]\w*/g, (name) => `${name}2`)),
    );
    const ran = await runHere(
      "fit",
      at("other.csv"),
      "--target",
      "y",
      "--use-attributes-of",
      at("tree.json"),
    );
    expect(ran.err).toMatch(
      /COLUMN_UNKNOWN: the table has no column "\w+", which the model in .*tree\.json tests/,
    );
    const stump = [...["--set", "minSplit=100000"], "--out", at("stump.json")];
    await runHere("fit", at("pair.csv"), "--target", "y", ...stump);
    const none = await runHere(
      "fit",
      at("pair.csv"),
      "--target",
      "y",
      "--use-attributes-of",
      at("stump.json"),
    );
    expect(none.err).toMatch(/OPTION_CONFLICT: the model in .*stump\.json tests no attribute/);
  });
});
