import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";
import { pairCsv } from "./testTables.js";

let folder: string;
const at = (name: string) => join(folder, name);
const rules = (text: string) => {
  writeFileSync(at("rules.txt"), text);
  return ["--rules-file", at("rules.txt")];
};
const fitPairs = (...more: string[]) => runHere("fit", at("pairs.csv"), "--target", "y", ...more);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-rules-file-"));
  writeFileSync(at("pairs.csv"), pairCsv());
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("--rules-file", () => {
  it("keeps what is locked, and prints so that it can be edited and given again", async () => {
    const ran = await fitPairs(
      "--learner",
      "ripper",
      ...rules("LOCKED IF z = z1 THEN high\n"),
      "--out",
      at("m.json"),
    );
    expect(ran.code).toBe(0);
    // What is proposed next would learn from the same rules.
    expect(ran.out).toMatch(/coppice evaluate .* --rules-file /);
    const printed = await runHere("rules", at("m.json"));
    expect(printed.out).toMatch(/^LOCKED IF z = z1 {2,}THEN high {2}\(/);
    const again = await fitPairs("--learner", "ripper", ...rules(printed.out), "--out", at("n.json"));
    expect(again.code).toBe(0);
    expect((await runHere("rules", at("n.json"))).out.split("\n")[0]).toBe(printed.out.split("\n")[0]);
    const answer = onlyJson(await runHere("rules", at("m.json"), "--json"));
    expect((answer.rules as object[])[0]).toMatchObject({ locked: true, then: "high" });
  });

  it("goes into every fold of an evaluation", async () => {
    const wrong = rules("LOCKED IF x is known THEN high\n");
    const evaluate = (...more: string[]) =>
      runHere(
        "evaluate",
        at("pairs.csv"),
        "--target",
        "y",
        "--learner",
        "ripper",
        "--folds",
        "3",
        "--json",
        ...more,
      );
    const high = onlyJson(await evaluate(...wrong)) as { accuracy: number };
    const free = onlyJson(await evaluate()) as { accuracy: number };
    expect(high.accuracy).toBe(0.45); // 27 of 60 rows are high, and every row is said to be
    expect(free.accuracy).toBeGreaterThan(0.8);
  });

  it("says what is wrong, and where", async () => {
    const unknown = await fitPairs("--learner", "irep", ...rules("# by hand\nIF colour = red THEN high\n"));
    expect(unknown.code).not.toBe(0);
    expect(unknown.err).toContain('COLUMN_UNKNOWN: line 2: there is no attribute "colour"');
    const level = await fitPairs("--learner", "prism", ...rules("IF z = z9 THEN high\n"));
    expect(level.err).toContain('LEVEL_UNKNOWN: line 1: "z" has no level "z9"');
    const tree = await fitPairs(...rules("IF z = z1 THEN high\n"));
    expect(tree.err).toContain(
      "LEARNER_RULES: cart learns no rules, so it cannot go by rules that are given",
    );
    const absent = await fitPairs("--learner", "irep", "--rules-file", at("absent.txt"));
    expect(absent.err).toContain("FILE_READ: ");
  });
});
