import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { random } from "../base/random.js";
import { budgetTuning } from "../targets/disk/budget.js";
import { runHere } from "./testIo.js";

let folder: string;
let scratch: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  // The process that runs the tests takes more than any of the limits.
  Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 });
  folder = mkdtempSync(join(tmpdir(), "coppice-boost-"));
  scratch = mkdtempSync(join(folder, "scratch-"));
  const rng = random(5);
  // Gaps in all attributes, 300 levels, a row without a target, weights.
  const lines = Array.from({ length: 4000 }, (_, i) => {
    const [a, b, level] = [rng.below(9000) / 8, rng.below(40), rng.below(300)];
    const cell = (text: unknown) => (rng.uniform() < 0.05 ? "" : text);
    const y = i === 7 ? "" : a > 550 === b < 20 || level % 9 === 0 ? "yes" : "no";
    return `${cell(a)},${cell(b)},${cell(`l${level}`)},${(a + b * (level % 4)).toFixed(3)},${y},${1 + rng.below(3)}`;
  });
  writeFileSync(at("t.csv"), ["a,b,c,v,y,w", ...lines, ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function fitted(engine: string, flags: readonly string[]) {
  const more = engine === "disk" ? ["--memory", "10mb", "--scratch", scratch] : [];
  const out = at(`${engine}.json`);
  const boost = ["--learner", "gradientBoost", "--set", "rounds=20", "--set", "maxLeaves=8"];
  const ran = await runHere(
    ...["fit", at("t.csv"), "--engine", engine, ...boost, ...more, ...flags, "--out", out, "--json"],
  );
  expect(ran.code, ran.err).toBe(0);
  const { train, assessment } = JSON.parse(ran.out);
  return { model: readFileSync(out, "utf8"), train, assessment };
}

describe("fit --engine disk --learner gradientBoost", () => {
  it.each([
    ["classes", ["--target", "y", "--ignore", "v", "--ignore", "w"]],
    [
      "weights, drawn rows, validation",
      ["--target", "y", "--weight", "w", "--ignore", "v", "--set", "rowShare=0.7", "--set", "validation=0.2"],
    ],
    ["numbers", ["--target", "v", "--ignore", "y", "--ignore", "w"]],
  ])("gives the model and the figures of memory, and leaves nothing behind: %s", async (_, flags) => {
    const memory = await fitted("memory", flags);
    const disk = await fitted("disk", flags);
    expect(disk).toEqual(memory);
    const isValidated = flags.includes("validation=0.2");
    expect(disk.assessment?.method).toBe(isValidated ? "validation" : undefined);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it("refuses what needs all rows in memory", async () => {
    const flags = ["--target", "y", "--engine", "disk", "--assess", "none", "--learner", "gradientBoost"];
    const ran = await runHere("fit", at("t.csv"), ...flags, "--set", "missing=likely");
    expect(ran.err).toContain("ENGINE_ROWS: missing=likely prepares rows");
    const priors = await runHere("fit", at("t.csv"), ...flags, "--set", "priors=equal");
    expect(priors.err).toContain("ENGINE_ROWS: priors of gradientBoost needs an engine");
  });
});
