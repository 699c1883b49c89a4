import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

const { at, put } = folder();
beforeAll(() => void put("pairs.csv", pairCsv()));

async function ok(...args: string[]): Promise<string> {
  const { code, out, err } = await runHere(...args);
  if (code !== 0) throw new Error(err);
  return out;
}

it.each([
  ["forest", ["--set", "trees=3"]],
  ["ripper", []],
  ["cart", []],
])("a model of %s is written as its file's name asks for, and every verb reads it", async (learner, more) => {
  const [plain, packed, compact] = ["m.json", "m.json.gz", "m.coppice"].map((name) => at(name));
  for (const file of [plain, packed, compact])
    await ok("fit", at("pairs.csv"), "--target", "y", "--learner", learner, "--out", file, ...more);
  expect(gunzipSync(readFileSync(packed)).equals(readFileSync(plain))).toBe(true);
  expect(gunzipSync(readFileSync(compact))[0]).toBe(0x89);
  const table = at("pairs.csv");
  for (const [verb, ...rest] of [
    ["predict", table, "--proba"],
    ["explain", table, "--row", "7"],
    ["show"],
    ["rules"],
  ]) {
    const wanted = await ok(verb, plain, ...rest);
    expect(await ok(verb, packed, ...rest)).toBe(wanted);
    expect(await ok(verb, compact, ...rest)).toBe(wanted);
  }
});

it("prune reads and writes them, too, and a file that is cut is named as what it is", async () => {
  await ok("prune", at("m.coppice"), "--node", "root", "--out", at("pruned.coppice"));
  expect(await ok("show", at("pruned.coppice"))).toMatch(/^low \(60, /);
  const { code, err } = await runHere(
    "show",
    put("cut.json.gz", readFileSync(at("m.json.gz")).subarray(0, 60)),
  );
  expect(code).toBe(1);
  expect(err).toContain("MODEL_INVALID: the model is not a whole gzip file");
});
