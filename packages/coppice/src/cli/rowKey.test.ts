import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { random } from "../base/random.js";
import { runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-key-"));
  const rng = random(5);
  const lines = Array.from({ length: 150 }, (_, row) => {
    const [a, b] = [rng.below(90), rng.below(40)];
    return `${7 * row + 3},${a},${b},${a > 45 === b < 20 || rng.uniform() < 0.1 ? "yes" : "no"}`;
  });
  writeFileSync(at("there.csv"), ["id,a,b,y", ...lines, ""].join("\n"));
  writeFileSync(at("back.csv"), ["id,a,b,y", ...lines.toReversed(), ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const one = ["--threads", "1"];

describe("--row-key", () => {
  it("gives the same forest and the same folds, whatever the order of the file", async () => {
    const fitted = async (file: string) => {
      const forest = ["--learner", "forest", "--set", "trees=5", "--assess", "none"];
      await runHere(
        "fit",
        at(file),
        "--target",
        "y",
        "--row-key",
        "id",
        ...one,
        ...forest,
        "--out",
        at("m.json"),
      );
      return readFileSync(at("m.json"), "utf8");
    };
    expect(await fitted("back.csv")).toBe(await fitted("there.csv"));
    const judged = async (file: string, ...key: string[]) => {
      const { out } = await runHere(
        "evaluate",
        at(file),
        "--target",
        "y",
        "--ignore",
        "b",
        "--json",
        ...one,
        ...key,
      );
      return JSON.parse(out).figures ?? JSON.parse(out).accuracy;
    };
    const figures = await judged("there.csv", "--row-key", "id");
    expect(figures).toBeDefined();
    expect(await judged("back.csv", "--row-key", "id")).toEqual(figures);
  });

  it("must be a column of whole numbers that is nothing else", async () => {
    const fails = async (key: string, ...more: string[]) =>
      (await runHere("fit", at("there.csv"), "--target", "y", "--row-key", key, ...more)).err;
    expect(await fails("a")).toContain('the row key "a" must be different in every row');
    expect(await fails("nothing")).toContain('the table has no column "nothing"');
    expect(await fails("id", "--ignore", "id")).toContain("--row-key");
  });
});
