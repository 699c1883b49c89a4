import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { random } from "../base/random.js";
import { budgetTuning } from "../targets/disk/budget.js";
import { runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  // The process that runs the tests takes more than any of the limits.
  Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 });
  folder = mkdtempSync(join(tmpdir(), "coppice-checkpoint-"));
  const rng = random(5);
  const lines = Array.from({ length: 1500 }, () => {
    const [a, b, level] = [rng.below(9000) / 8, rng.below(40), rng.below(20)];
    return `${a},${rng.uniform() < 0.1 ? "" : b},l${level},${a > 550 === b < 20 || level === 3 ? "yes" : "no"}`;
  });
  writeFileSync(at("t.csv"), ["a,b,c,y", ...lines, ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each([
  ["gradientBoost", "rounds"],
  ["forest", "trees"],
  ["extraTrees", "trees"],
])("checkpoints of %s from disk", (learner, count) => {
  const fit = async (engine: string, out: string, ...flags: readonly string[]) => {
    const asked = ["--target", "y", "--learner", learner, "--set", `${count}=9`, "--assess", "none"];
    const ran = await runHere("fit", at("t.csv"), ...asked, "--engine", engine, ...flags, "--out", at(out));
    expect(ran.code, ran.err).toBe(0);
    return readFileSync(at(out), "utf8");
  };

  it("lead to the model of an uninterrupted run, on disk and in memory", async () => {
    const file = `${learner}.ckpt`;
    const whole = await fit("disk", "whole.json");
    // The last one has 8 of 9.
    expect(await fit("disk", "kept.json", "--checkpoint", at(file), "--every", "4")).toBe(whole);
    const members = JSON.parse(readFileSync(at(file), "utf8")).members.trees.starts.length - 1;
    expect(members).toBe(8);
    copyFileSync(at(file), at(`${file}2`));
    const resumed = ["--resume", "--every", "100"];
    expect(await fit("disk", "a.json", "--checkpoint", at(file), ...resumed)).toBe(whole);
    expect(await fit("memory", "b.json", "--checkpoint", at(`${file}2`), ...resumed)).toBe(whole);
  });

  it("are refused for other rows", async () => {
    writeFileSync(at("u.csv"), readFileSync(at("t.csv"), "utf8").replace("\n", "\n1,2,l3,yes\n"));
    const asked = ["--target", "y", "--learner", learner, "--set", `${count}=9`, "--engine", "disk"];
    const ran = await runHere(
      "fit",
      at("u.csv"),
      ...asked,
      "--checkpoint",
      at(`${learner}.ckpt`),
      "--resume",
    );
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("its rows or columns differ") });
  });
});
