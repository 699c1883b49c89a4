import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "coppice-explain-"));
  writeFileSync(at("pairs.csv"), pairCsv());
  for (const learner of ["cart", "ripper", "forest"]) {
    await runHere(
      "fit",
      at("pairs.csv"),
      "--target",
      "y",
      "--learner",
      learner,
      "--out",
      at(`${learner}.json`),
    );
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("explain", () => {
  it("explains the rows that are asked for", async () => {
    const ran = await runHere("explain", at("cart.json"), at("pairs.csv"), "--row", "40", "--row", "2");
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/^row 40: high \(\d+%\)\n {2}IF x > .*\nrow 2: low/);
  });

  it("explains all rows unless some are named, and a rule set's as well", async () => {
    const ran = await runHere("explain", at("ripper.json"), at("pairs.csv"));
    expect(ran.out.split("\n").filter((line) => line.startsWith("row "))).toHaveLength(60);
    expect(ran.out).toMatch(/ {2}(rule 1 of|the only rule|none of the)/);
  });

  it("prints as many of a forest's rules as are wanted, and all as JSON", async () => {
    const ran = await runHere("explain", at("forest.json"), at("pairs.csv"), "--row", "3", "--most", "2");
    expect(ran.out).toMatch(/trees agree\n( {2}.*\n)+ {2}… and \d+ more rules\n/);
    const answer = onlyJson(
      await runHere("explain", at("forest.json"), at("pairs.csv"), "--row", "3", "--json"),
    );
    const [row] = answer.rows as { because: { rules: unknown[]; trees: number } }[];
    expect(row.because.rules.length).toBeGreaterThan(2);
    expect(row.because.trees).toBe(200);
  });

  it("says what is wrong", async () => {
    const beyond = await runHere("explain", at("cart.json"), at("pairs.csv"), "--row", "60");
    expect(beyond.err).toContain("OPTION_RANGE: row must be an integer from 0 to 59; got 60");
    const half = await runHere("explain", at("cart.json"), at("pairs.csv"), "--row", "1.5");
    expect(half.err).toContain('OPTION_RANGE: --row must be an integer ≥ 0; got "1.5"');
    const none = await runHere("explain", at("cart.json"), at("pairs.csv"), "--most", "0");
    expect(none.err).toContain('OPTION_RANGE: --most must be an integer ≥ 1; got "0"');
    const both = await runHere("explain", "-", "-");
    expect(both.err).toContain("USAGE: the model and the table cannot both come from standard input");
  });
});
