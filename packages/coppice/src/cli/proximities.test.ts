import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-proximities-"));
  writeFileSync(at("pair.csv"), pairCsv());
  const fit = ["fit", at("pair.csv"), "--target", "y"];
  await runHere(...fit, "--learner", "forest", "--set", "trees=10", "--out", at("forest.json"));
  await runHere(...fit, "--out", at("tree.json"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("writes each pair of rows that meet in some tree once", async () => {
  const ran = await runHere(
    ...["predict", at("forest.json"), at("pair.csv"), "--out", at("p.csv"), "--proximities", at("near.csv")],
  );
  expect(ran.code, ran.err).toBe(0);
  const [head, ...lines] = readFileSync(at("near.csv"), "utf8").trim().split("\n");
  expect(head).toBe("row,other,proximity");
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) {
    const [row, other, share] = line.split(",").map(Number);
    expect(row).toBeLessThan(other);
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThanOrEqual(1);
  }
});

it("needs many trees", async () => {
  const ran = await runHere(
    ...[
      "predict",
      at("tree.json"),
      at("pair.csv"),
      "--out",
      at("p.csv"),
      "--proximities",
      at("n.csv"),
      "--json",
    ],
  );
  expect(onlyJson(ran).error).toMatchObject({ code: "MODEL_KIND" });
});
