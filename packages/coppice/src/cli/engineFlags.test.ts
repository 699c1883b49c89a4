import { mkdirSync, readdirSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { folder } from "../../test/kit/folder.js";
import { bytesText } from "../base/bytesText.js";
import { random } from "../base/random.js";
import { budgetTuning } from "../targets/disk/budget.js";
import { bytesOf } from "./bytes.js";
import { runHere } from "./testIo.js";

const { at, put, text } = folder();
const before = { ...budgetTuning };
let scratch: string;

beforeAll(() => {
  scratch = at("scratch");
  mkdirSync(scratch);
  const rng = random(5);
  const lines = Array.from({ length: 3000 }, () => {
    const [a, b] = [rng.below(900), rng.below(40)];
    return `${a},${b},${"xyz"[rng.below(3)]},${a > 450 === b < 20 || rng.uniform() < 0.1 ? "yes" : "no"}`;
  });
  put("t.csv", ["a,b,c,y", ...lines, ""].join("\n"));
  // Gaps in all attributes, 300 levels, a row without a target, weights.
  const gappy = Array.from({ length: 2000 }, (_, i) => {
    const [a, b, level] = [rng.below(9000) / 8, rng.below(40), rng.below(300)];
    const cell = (value: unknown) => (rng.uniform() < 0.05 ? "" : value);
    const y = i === 7 ? "" : a > 550 === b < 20 || level % 9 === 0 ? "yes" : "no";
    return `${cell(a)},${cell(b)},${cell(`l${level}`)},${(a + b * (level % 4)).toFixed(3)},${y},${1 + rng.below(3)}`;
  });
  put("gappy.csv", ["a,b,c,v,y,w", ...gappy, ""].join("\n"));
});
// The process that runs the tests takes more than any of the limits.
beforeEach(() => void Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 }));
afterEach(() => {
  Object.assign(budgetTuning, before);
  expect(readdirSync(scratch)).toEqual([]);
});

const fit = (...more: string[]) => runHere("fit", at("t.csv"), "--target", "y", "--assess", "none", ...more);
const onDisk = (...more: string[]) => fit("--engine", "disk", "--scratch", scratch, ...more);

/** The model and its figures. */
async function fitted(table: string, ...flags: readonly string[]) {
  const ran = await runHere("fit", at(table), ...flags, "--out", at("m.json"), "--json");
  expect(ran.code, ran.err).toBe(0);
  const { train, assessment } = JSON.parse(ran.out);
  return { model: text("m.json"), train, assessment };
}

const BOOST = ["--learner", "gradientBoost", "--set", "maxLeaves=8"];
const FOREST = ["--learner", "forest", "--set", "trees=3"];

it.each(cases`
  a tree → t 1mb → --target y --assess none --set pruneFolds=3
  a forest → t 4mb → --target y --ignore c --assess none --learner forest --set trees=3
  figures out of the bag → t 4mb → --target a --learner forest --set trees=3 → oob
  on demand → t 4mb → --target a --assess oob --learner forest --set trees=3 → oob
  boosted classes → gappy 10mb → --target y --ignore v --set rounds=20
  weights, drawn rows, validation → gappy 10mb → --target y --weight w --set rounds=20 --set rowShare=0.7 --set validation=0.2 → validation
  boosted numbers → gappy 10mb → --target v --ignore y --set rounds=20
`)("--engine disk gives the model and the figures of memory: %s", async (_, given, text, method) => {
  const [table, memory] = given.split(" ");
  const flags = [...text.split(" "), ...(table === "gappy" ? BOOST : [])];
  const wanted = await fitted(`${table}.csv`, ...flags);
  expect(wanted.assessment?.method).toBe(method);
  const disk = ["--engine", "disk", "--memory", memory, "--scratch", scratch];
  expect(await fitted(`${table}.csv`, ...flags, ...disk)).toEqual(wanted);
});

it("--engine is chosen by itself, and that is said, if the codes do not fit", async () => {
  // 3000 rows of two bytes for each of two numbers and one for a level: 15,000 bytes.
  expect((await fit("--memory", "1mb", "--set", "prune=none")).err).not.toContain("disk");
  const small = await fit("--memory", "14kb");
  expect(small.err).toContain(
    "hint: the coded table may take 14.6kb, more than the 14kb of --memory: learning from disk; the model is the same",
  );
  // The rows have a state, too: 12 bytes each.
  expect(small.code).toBe(2);
  expect(small.err).toContain("--memory must be at least 1mb for so many rows; got 14kb");
});

it("--engine is chosen by itself for a forest that kernels have too little memory for, and that is said", async () => {
  const ran = await fit(...FOREST, "--out", at("memory.json"));
  expect(ran.err).not.toContain("disk");
  // 3000 rows of two numbers, a level, and two classes: 16 + 16 + 8 + 285 + 2 · 17 bytes each.
  Object.assign(budgetTuning, { kernels: 2 ** 20 });
  const large = await fit(...FOREST, "--scratch", scratch, "--out", at("disk.json"));
  expect(large.code, large.err).toBe(0);
  expect(large.err).toContain(
    "hint: the table is too large to be learned from in memory by all threads: learning from disk; the model is the same",
  );
  expect(text("disk.json")).toBe(text("memory.json"));
  // What must be in memory stays there, and grows without kernels.
  const kept = ["--set importance=permutation", `--report ${at("r.html")}`, "--engine memory"];
  for (const flags of kept) {
    const here = await fit(...FOREST, ...flags.split(" "));
    expect(here.code, here.err).toBe(0);
    expect(here.err).not.toContain("disk");
  }
});

it("--engine says how much memory would do, with all that the process takes", async () => {
  const mb = 2 ** 20;
  const limited = async (memory: string) =>
    (await onDisk("--set", "prune=none", "--memory", memory)).err || "enough";
  Object.assign(budgetTuning, { used: () => 100 * mb, spare: 48 * mb, reading: 64 * mb });
  // 100 + 48 + 64, and a twentieth more.
  expect(await limited("200mb")).toContain(
    "OPTION_RANGE: --memory must be at least 223mb for the program itself and to read a table; got 200mb",
  );
  expect(await limited("100kb")).toContain("to read a table; got 100kb");
  expect(await limited("223mb")).toBe("enough");
  // 12 bytes of each of 3000 rows, and twice 20 of each of 9000 cells: less than a megabyte.
  Object.assign(budgetTuning, { reading: 0 });
  const rows = "OPTION_RANGE: --memory must be at least 156mb for so many rows; got 148mb";
  expect(await limited("148mb")).toContain(rows);
});

it.each([
  ["LEARNER_ROWS: ripper needs the rows in memory", ["--learner", "ripper"]],
  ["ENGINE_ROWS: ", ["--set", "missing=likely"]],
  ["ENGINE_ROWS: ", ["--set", "lookAhead=1"]],
  ["ENGINE_ROWS: missing=likely prepares rows", [...BOOST, "--set", "missing=likely"]],
  ["ENGINE_ROWS: priors of gradientBoost needs an engine", [...BOOST, "--set", "priors=equal"]],
  ["OPTION_CONFLICT: --assess oob needs trees that each leave rows out", ["--assess", "oob"]],
  ["FILE_WRITE: scratch for the disk engine cannot be written", ["--scratch", "/nosuch/folder"]],
  ["is for the disk engine, and --engine is memory", ["--engine", "memory", "--memory=1gb"]],
  ["is for the disk engine, and --engine is memory", ["--engine", "memory", "--scratch=s"]],
])("--engine disk refuses what it cannot do before it learns: %s", async (message, flags) => {
  expect((await onDisk(...flags)).err).toContain(message);
});

it("an amount of memory has a unit", () => {
  const read = bytesOf("--memory");
  expect(["700mb", "2GB", "1.5kb", "12"].map(read)).toEqual([700 * 2 ** 20, 2 ** 31, 1536, 12]);
  const two = ["2g", "2G", "2gb", "2GB", "2gib", "2GiB", " 2 GiB "];
  expect(two.map(read)).toEqual(two.map(() => 2 ** 31));
  const half = 500 * 2 ** 20;
  expect(["500m", "500M", "500Mb", "3k", "1T", "7B"].map(read)).toEqual([half, half, half, 3072, 2 ** 40, 7]);
  for (const wrong of ["", "mb", "2i", "2ib", "2gigabytes", "-1gb", "2 pounds", "0"])
    expect(() => read(wrong)).toThrow("--memory must be an amount of memory such as 700mb or 2gb");
  expect([5, 1536, 2 ** 31].map(bytesText)).toEqual(["5b", "1.5kb", "2gb"]);
});
