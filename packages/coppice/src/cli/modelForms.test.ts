import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

const folder = mkdtempSync(join(tmpdir(), "coppice-forms-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (name: string) => join(folder, name);
writeFileSync(at("pairs.csv"), pairCsv());

async function ok(...args: string[]): Promise<string> {
  const { code, out, err } = await runHere(...args);
  if (code !== 0) throw new Error(err);
  return out;
}

describe.each([
  ["forest", ["--set", "trees=3"]],
  ["cart", []],
  ["ripper", []],
])("a model of %s", (learner, more) => {
  it("is written in the form that the file's name asks for, and every verb reads it", async () => {
    const files = ["m.json", "m.json.gz", "m.coppice"].map((name) => at(`${learner}-${name}`));
    for (const file of files) {
      await ok("fit", at("pairs.csv"), "--target", "y", "--learner", learner, "--out", file, ...more);
    }
    const [plain, packed, compact] = files;
    expect(gunzipSync(readFileSync(packed)).equals(readFileSync(plain))).toBe(true);
    expect(gunzipSync(readFileSync(compact))[0]).toBe(0x89);
    const verbs: [string, ...string[]][] = [
      ["predict", at("pairs.csv"), "--proba"],
      ["explain", at("pairs.csv"), "--row", "7"],
      ["show"],
      ["rules"],
    ];
    for (const [verb, ...rest] of verbs) {
      const wanted = await ok(verb, plain, ...rest);
      expect(await ok(verb, packed, ...rest)).toBe(wanted);
      expect(await ok(verb, compact, ...rest)).toBe(wanted);
    }
  });
});

it("prune reads and writes them, too", async () => {
  const pruned = at("pruned.coppice");
  await ok("prune", at("cart-m.coppice"), "--node", "root", "--out", pruned);
  expect(await ok("show", pruned)).toMatch(/^low \(60, /);
});

it("a file that is cut is named as what it is", async () => {
  writeFileSync(at("cut.json.gz"), readFileSync(at("cart-m.json.gz")).subarray(0, 60));
  const { code, err } = await runHere("show", at("cut.json.gz"));
  expect(code).toBe(1);
  expect(err).toContain("MODEL_INVALID: the model is not a whole gzip file");
});
