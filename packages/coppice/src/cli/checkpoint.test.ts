import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundledCommand } from "../../test/bundledCommand.js";
import { cases } from "../../test/kit/cases.js";
import { folder } from "../../test/kit/folder.js";
import { isDeep } from "../../test/kit/length.js";
import { random } from "../base/random.js";
import { budgetTuning } from "../targets/disk/budget.js";
import { checkpointsOf } from "./checkpoint.js";
import type { FitFlags } from "./fitFlags.js";
import type { Io } from "./io.js";
import { runHere } from "./testIo.js";

const files = folder();
const { at, put, text } = files;
const before = { ...budgetTuning };
let command: string;

beforeAll(async () => {
  // The process that runs the tests takes more than any of the limits.
  Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 });
  command = await bundledCommand(files);
  const rng = random(5);
  const lines = Array.from({ length: 800 }, () => {
    const [a, b, level] = [rng.below(9000) / 8, rng.below(40), rng.below(20)];
    return `${a},${rng.uniform() < 0.1 ? "" : b},l${level},${a > 550 === b < 20 || level === 3 ? "yes" : "no"}`;
  });
  put("t.csv", ["a,b,c,y", ...lines, ""].join("\n"));
  put("u.csv", ["a,b,c,y", "1,2,l3,yes", ...lines, ""].join("\n"));
});
afterAll(() => void Object.assign(budgetTuning, before));

const ASKED = "--target y --assess none --threads 1 --learner".split(" ");
const fitting = (table: string, learner: string, flags: readonly string[]) => [
  ...["fit", at(table), ...ASKED, learner, ...flags],
];

async function fit(learner: string, ...flags: readonly string[]): Promise<string> {
  const ran = await runHere(...fitting("t.csv", learner, flags), "--out", at("m.json"));
  expect(ran.code, ran.err).toBe(0);
  return text("m.json");
}

it.each(cases`
  gradientBoost → disk → rounds=9
  forest → disk → trees=9
  extraTrees → disk → trees=9
  forest → memory → trees=9 --set importance=permutation
  bagging → memory → trees=9
  adaBoost → memory → trees=9 --set of=cart --set of.maxDepth=3 --set of.prune=none
`)(
  "a checkpoint of %s (%s, %s) leads to the model of an uninterrupted run, and is refused for other work",
  async (learner, engine, options) => {
    const asked = ["--engine", engine, "--set", ...options.split(" ")];
    const kept = ["--checkpoint", at("kept")];
    const whole = await fit(learner, ...asked);
    expect(await fit(learner, ...asked, ...kept, "--every", "4")).toBe(whole);
    // The last one has 8 of 9.
    const { trees, models } = (files.json("kept") as { members: Record<string, never[] & { starts: [] }> })
      .members;
    expect(trees ? trees.starts.length - 1 : models.length).toBe(8);
    copyFileSync(at("kept"), at("copy"));
    const resumed = ["--resume", "--every", "100"];
    expect(await fit(learner, ...asked, ...kept, ...resumed)).toBe(whole);
    const inMemory = [...asked, "--engine", "memory", "--checkpoint", at("copy"), ...resumed];
    if (engine === "disk") expect(await fit(learner, ...inMemory)).toBe(whole);
    const refused = async (table: string, ...more: string[]) =>
      (await runHere(...fitting(table, learner, [...asked, ...kept, "--resume", ...more]))).err;
    expect(await refused("u.csv")).toContain("its rows or columns differ");
    const other = "CHECKPOINT_MISMATCH: the checkpoint is of other work (its options differ)";
    expect(await refused("t.csv", "--set", options.split(" ")[0].replace("9", "10"))).toContain(other);
    put("kept", "{}");
    expect(await refused("t.csv")).toContain("CHECKPOINT_INVALID");
  },
);

/** Runs the command in a process, which is killed once the file is there. */
function killed(file: string, args: readonly string[]): Promise<NodeJS.Signals | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, ...args], { stdio: "ignore" });
    const timer = setInterval(() => files.has(file) && child.kill("SIGKILL"), 5);
    child.on("close", (_, signal) => {
      clearInterval(timer);
      resolve(signal);
    });
  });
}

const KILLED = cases`
  forest → memory → trees=400 --set importance=permutation
  gradientBoost → disk → rounds=200
  forest → disk → trees=300
  bagging → memory → trees=100
  adaBoost → memory → trees=100 --set of=cart --set of.maxDepth=3 --set of.prune=none
`;

it.each(KILLED.slice(0, isDeep ? 5 : 2))(
  "%s from %s, killed in the middle of its work, goes on to the model that it would have been",
  async (learner, engine, options) => {
    const [file, scratch] = [`${learner}-${engine}`, at(`${learner}-scratch`)];
    mkdirSync(scratch, { recursive: true });
    const disk = engine === "disk" ? ["--engine", "disk", "--memory", "1gb", "--scratch", scratch] : [];
    const asked = ["--set", ...options.split(" ")];
    const kept = ["--checkpoint", at(file), "--every", "10"];
    expect(await killed(file, fitting("t.csv", learner, [...asked, ...disk, ...kept]))).toBe("SIGKILL");
    expect(files.json(file)).toMatchObject({ format: "coppice-checkpoint" });
    const resumed = await fit(learner, ...asked, ...disk, ...kept, "--resume");
    expect(resumed).toBe(await fit(learner, ...asked));
    expect(readdirSync(scratch)).toEqual([]);
  },
);

it("a checkpoint that is there and cannot be read is an error; one that is not there, a hint", async () => {
  let told = "";
  const io = { stderr: { write: (said: string) => (told += said), color: false } } as unknown as Io;
  const from = (checkpoint: string) => checkpointsOf(io, { checkpoint, resume: true } as FitFlags);
  await expect(from(files.path)).rejects.toMatchObject({ code: "FILE_READ" });
  expect(told).toBe("");
  expect((await from(put("c.json", "{}")))?.resume).toBe("{}");
  expect((await from(at("none.json")))?.resume).toBeUndefined();
  expect(told).toMatch(/^hint: there is no checkpoint .*none.json yet/);
});
