import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onlyJson, runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);

/** 60 rows: x tells the class but for every seventh row; kind has a level `c` in the second table only. */
function csv(third: string): string {
  const rows = Array.from({ length: 60 }, (_, i) => {
    const isHigh = i >= 30 !== (i % 7 === 0);
    return `${i},${(i * 37) % 11},${i % 3 === 0 ? "a" : i % 5 === 0 ? third : "b"},${isHigh ? "high" : "low"}`;
  });
  return ["x,z,kind,level", ...rows, ""].join("\n");
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-continue-"));
  writeFileSync(at("t.csv"), csv("b"));
  writeFileSync(at("more.csv"), csv("c"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fit = (...more: string[]) => runHere("fit", ...more, "--threads", "1");

describe("fit --continue", () => {
  it.each([
    ["forest", "trees"],
    ["gradientBoost", "rounds"],
  ])("%s: half and then the rest is the whole, byte for byte", async (learner, count) => {
    const plain = [at("t.csv"), "--target", "level", "--learner", learner, "--seed", "4"];
    await fit(...plain, "--set", `${count}=6`, "--out", at("half.json"));
    await fit(...plain, "--set", `${count}=12`, "--out", at("whole.json"));
    const ran = await fit(
      ...[at("t.csv"), "--continue", at("half.json"), "--set", `${count}=12`],
      ...["--out", at("rest.json")],
    );
    expect(ran.code, ran.err).toBe(0);
    expect(readFileSync(at("rest.json"), "utf8")).toBe(readFileSync(at("whole.json"), "utf8"));
  });

  it("takes in a new level of another table", async () => {
    await fit(
      at("t.csv"),
      "--target",
      "level",
      "--learner",
      "forest",
      "--set",
      "trees=6",
      "--out",
      at("a.json"),
    );
    const ran = await fit(
      ...[at("more.csv"), "--continue", at("a.json"), "--set", "trees=12", "--out", at("b.json")],
    );
    expect(ran.code, ran.err).toBe(0);
    const { attributes } = JSON.parse(readFileSync(at("b.json"), "utf8"));
    expect(attributes[2].levels).toEqual(["a", "b", "c"]);
    const shown = await runHere("predict", at("b.json"), at("more.csv"));
    expect(shown.code, shown.err).toBe(0);
  });

  it("names what does not agree", async () => {
    await fit(
      at("t.csv"),
      "--target",
      "level",
      "--learner",
      "forest",
      "--set",
      "trees=6",
      "--out",
      at("a.json"),
    );
    const on = [at("t.csv"), "--continue", at("a.json")];
    const wrong = async (...more: string[]) => (await fit(...on, ...more)).err;
    expect(await wrong("--set", "trees=6")).toContain("CONTINUE_MISMATCH");
    expect(await wrong("--set", "trees=9", "--seed", "2")).toContain("its seed is 1, and 2 was given");
    expect(await wrong("--set", "rounds=9", "--learner", "gradientBoost")).toContain("learned by forest");
    expect(await wrong("--set", "trees=9", "--assess", "folds")).toContain("use oob or none");
  });

  it("assesses without learning again: out of the bag, also by default, or not at all", async () => {
    const base = [at("t.csv"), "--target", "level", "--learner", "forest", "--set", "trees=6"];
    await fit(...base, "--out", at("assessed.json"));
    const on = [at("t.csv"), "--continue", at("assessed.json"), "--set", "trees=9", "--json"];
    const methodOf = async (...more: string[]) =>
      (onlyJson(await fit(...on, ...more)).assessment as { method: string } | undefined)?.method;
    expect(await methodOf()).toBe("oob");
    expect(await methodOf("--assess", "auto")).toBe("oob");
    expect(await methodOf("--assess", "auto", "--report", at("r.html"))).toBe("oob");
    expect(await methodOf("--assess", "none")).toBeUndefined();
  });

  describe.each([
    ["forest", "trees"],
    ["gradientBoost", "rounds"],
  ])("%s and the columns", (learner, count) => {
    const begin = () =>
      fit(
        ...[at("t.csv"), "--target", "level", "--learner", learner, "--set", `${count}=4`],
        ...["--out", at(`${learner}.json`)],
      );
    const goOn = (table: string, ...more: string[]) =>
      fit(at(table), "--continue", at(`${learner}.json`), "--set", `${count}=8`, ...more);

    it("takes them in any order, to the same bytes", async () => {
      const lines = csv("b").trimEnd().split("\n");
      const turned = lines.map((line) => line.split(",").reverse().join(","));
      writeFileSync(at("turned.csv"), `${turned.join("\n")}\n`);
      await begin();
      expect((await goOn("t.csv", "--out", at("straight.json"))).code).toBe(0);
      const ran = await goOn("turned.csv", "--out", at("turned.json"));
      expect(ran.code, ran.err).toBe(0);
      expect(readFileSync(at("turned.json"), "utf8")).toBe(readFileSync(at("straight.json"), "utf8"));
    });

    it("names one that is left out, not tested, absent or new, and writes nothing", async () => {
      writeFileSync(at("x.csv"), csv("b").replaceAll(/^([^,]*),[^,]*,[^,]*/gm, "$1"));
      writeFileSync(
        at("wide.csv"),
        csv("b")
          .replaceAll(/^([^,\n]*),/gm, "$1,$1,")
          .replace("x,x,", "x,new,"),
      );
      await fit(at("x.csv"), "--target", "level", "--learner", "cart", "--out", at("cart.json"));
      await begin();
      const cases = [
        ["t.csv", /its attribute "z"/, "--ignore", "z"],
        ["t.csv", /its attribute "z"/, "--weight", "z"],
        ["t.csv", /its attribute "z"/, "--use-attributes-of", at("cart.json")],
        ["x.csv", /does not have its column "z"/],
        ["wide.csv", /it has no attribute "new"/],
      ] as const;
      for (const [table, message, ...more] of cases) {
        const { code, err } = await goOn(table, ...more, "--out", at("never.json"));
        expect(code).not.toBe(0);
        expect(err).toContain("CONTINUE_MISMATCH");
        expect(err).toMatch(message);
        expect(existsSync(at("never.json"))).toBe(false);
      }
      expect((await goOn("wide.csv", "--ignore", "new")).code).toBe(0);
    });

    it("keeps an attribute that looks like an identifier in the other table", async () => {
      const rows = csv("b").trimEnd().split("\n");
      const names = rows.map((line, i) => (i === 0 ? line : line.replace(/^([^,]*,[^,]*),[ab]/, `$1,k${i}`)));
      writeFileSync(at("names.csv"), `${names.join("\n")}\n`);
      await begin();
      const ran = await goOn("names.csv", "--out", at("names.json"));
      expect(ran.code, ran.err).toBe(0);
      const { attributes } = JSON.parse(readFileSync(at("names.json"), "utf8"));
      expect(attributes.map(({ name }: { name: string }) => name)).toEqual(["x", "z", "kind"]);
    });
  });
});
