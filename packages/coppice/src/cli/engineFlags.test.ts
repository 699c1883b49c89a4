import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bytesText } from "../base/bytesText.js";
import { random } from "../base/random.js";
import { budgetTuning } from "../targets/disk/budget.js";
import { bytesOf } from "./bytes.js";
import { runHere } from "./testIo.js";

let folder: string;
let scratch: string;
const at = (name: string) => join(folder, name);

beforeAll(() => {
  // The process that runs the tests takes more than any of the limits.
  Object.assign(budgetTuning, { used: () => 0, spare: 0, reading: 0 });
  folder = mkdtempSync(join(tmpdir(), "coppice-engine-"));
  scratch = mkdtempSync(join(folder, "scratch-"));
  const rng = random(5);
  const lines = Array.from({ length: 3000 }, () => {
    const [a, b] = [rng.below(900), rng.below(40)];
    return `${a},${b},${"xyz"[rng.below(3)]},${a > 450 === b < 20 || rng.uniform() < 0.1 ? "yes" : "no"}`;
  });
  writeFileSync(at("t.csv"), ["a,b,c,y", ...lines, ""].join("\n"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fit = (...more: string[]) => runHere("fit", at("t.csv"), "--target", "y", "--assess", "none", ...more);
const inScratch = () => readdirSync(scratch);

describe("--engine", () => {
  it("disk gives the model of memory, and leaves nothing behind", async () => {
    await fit("--out", at("memory.json"));
    const ran = await fit(
      "--engine",
      "disk",
      "--memory",
      "1mb",
      "--scratch",
      scratch,
      "--out",
      at("disk.json"),
    );
    expect(ran.code, ran.err).toBe(0);
    expect(readFileSync(at("disk.json"), "utf8")).toBe(readFileSync(at("memory.json"), "utf8"));
    expect(inScratch()).toEqual([]);
  });

  it("disk gives the forest of memory", async () => {
    const forest = ["--learner", "forest", "--set", "trees=3", "--ignore", "c", "--out"];
    await fit(...forest, at("memory.json"));
    const ran = await fit(
      "--engine",
      "disk",
      "--memory",
      "4mb",
      "--scratch",
      scratch,
      ...forest,
      at("disk.json"),
    );
    expect(ran.code, ran.err).toBe(0);
    expect(readFileSync(at("disk.json"), "utf8")).toBe(readFileSync(at("memory.json"), "utf8"));
    expect(inScratch()).toEqual([]);
  });

  it("disk gives the figures of memory, in training and out of the bag", async () => {
    const figures = async (...flags: string[]) => {
      const forest = ["--target", "a", "--learner", "forest", "--set", "trees=5", "--json"];
      const ran = await runHere("fit", at("t.csv"), ...forest, ...flags);
      expect(ran.code, ran.err).toBe(0);
      const { train, assessment } = JSON.parse(ran.out);
      return { train, assessment };
    };
    const memory = await figures();
    expect(memory.assessment).toMatchObject({ method: "oob", rows: 3000 });
    for (const assess of ["auto", "oob"]) {
      const flags = ["--engine", "disk", "--memory", "4mb", "--scratch", scratch, "--assess", assess];
      expect(await figures(...flags)).toEqual(memory);
    }
    const none = await fit("--engine", "disk", "--scratch", scratch, "--assess", "oob");
    expect(none.err).toContain("OPTION_CONFLICT: --assess oob needs trees that each leave rows out");
  });

  it("is chosen by itself, and that is said, if the codes do not fit", async () => {
    // 3000 rows of two bytes for each of two numbers and one for a level: 15,000 bytes.
    const ran = await fit("--memory", "1mb");
    expect(ran.err).not.toContain("disk");
    const small = await fit("--memory", "14kb");
    expect(small.err).toContain(
      "hint: the coded table may take 14.6kb, more than the 14kb of --memory: learning from disk; the model is the same",
    );
    // The rows have a state, too: 12 bytes each.
    expect(small).toMatchObject({
      code: 2,
      err: expect.stringContaining("--memory must be at least 1mb for so many rows; got 14kb"),
    });
  });

  it("is chosen by itself for a forest that kernels have too little memory for, and that is said", async () => {
    const forest = (...more: string[]) => fit("--learner", "forest", "--set", "trees=3", ...more);
    const before = { ...budgetTuning };
    const ran = await forest("--out", at("memory.json"));
    expect(ran.err).not.toContain("disk");
    try {
      // 3000 rows of two numbers, a level, and two classes: 16 + 16 + 8 + 285 + 2 · 17 bytes each.
      Object.assign(budgetTuning, { kernels: 2 ** 20 });
      const large = await forest("--scratch", scratch, "--out", at("disk.json"));
      expect(large.code, large.err).toBe(0);
      expect(large.err).toContain(
        "hint: the table is too large to be learned from in memory by all threads: learning from disk; the model is the same",
      );
      expect(readFileSync(at("disk.json"), "utf8")).toBe(readFileSync(at("memory.json"), "utf8"));
      expect(inScratch()).toEqual([]);
      // What must be in memory stays there, and grows without kernels.
      for (const flags of [
        ["--set", "importance=permutation"],
        ["--report", at("r.html")],
        ["--engine", "memory"],
      ]) {
        const here = await forest(...flags);
        expect(here.code, here.err).toBe(0);
        expect(here.err).not.toContain("disk");
      }
    } finally {
      Object.assign(budgetTuning, before);
    }
  });

  it("says how much memory would do, with all that the process takes", async () => {
    const [mb, before] = [2 ** 20, { ...budgetTuning }];
    const limited = (memory: string) => fit("--engine", "disk", "--scratch", scratch, "--memory", memory);
    try {
      Object.assign(budgetTuning, { used: () => 100 * mb, spare: 48 * mb, reading: 64 * mb });
      // 100 + 48 + 64, and a twentieth more.
      expect((await limited("200mb")).err).toContain(
        "OPTION_RANGE: --memory must be at least 223mb for the program itself and to read a table; got 200mb",
      );
      expect((await limited("100kb")).err).toContain("to read a table; got 100kb");
      expect((await limited("223mb")).code).toBe(0);
      // 12 bytes of each of 3000 rows, and twice 20 of each of 9000 cells: less than a megabyte.
      Object.assign(budgetTuning, { reading: 0 });
      expect((await limited("148mb")).err).toContain(
        "OPTION_RANGE: --memory must be at least 156mb for so many rows; got 148mb",
      );
    } finally {
      Object.assign(budgetTuning, before);
    }
    expect(inScratch()).toEqual([]);
  });

  it("refuses what it cannot do before it learns", async () => {
    const disk = (...more: string[]) => fit("--engine", "disk", "--scratch", scratch, ...more);
    expect((await disk("--learner", "ripper")).err).toContain(
      "LEARNER_ROWS: ripper needs the rows in memory",
    );
    expect((await disk("--learner", "c45")).code).toBe(0);
    expect((await disk("--set", "missing=likely")).err).toContain("ENGINE_ROWS: ");
    expect((await disk("--set", "lookAhead=1")).err).toContain("ENGINE_ROWS: ");
    expect(inScratch()).toEqual([]);
    const nowhere = await fit("--engine", "disk", "--scratch", at("nowhere"));
    expect(nowhere.err).toContain("FILE_WRITE: scratch for the disk engine cannot be written");
    for (const flag of ["--memory=1gb", `--scratch=${scratch}`])
      expect((await fit("--engine", "memory", flag)).err).toContain(
        "is for the disk engine, and --engine is memory",
      );
  });
});

describe("an amount of memory", () => {
  it("has a unit", () => {
    const read = bytesOf("--memory");
    expect(["700mb", "2GB", "1.5kb", "12"].map(read)).toEqual([700 * 2 ** 20, 2 ** 31, 1536, 12]);
    const two = ["2g", "2G", "2gb", "2GB", "2gib", "2GiB", " 2 GiB "];
    expect(two.map(read)).toEqual(two.map(() => 2 ** 31));
    expect(["500m", "500M", "500Mb", "3k", "1T", "7B"].map(read)).toEqual([
      ...[500 * 2 ** 20, 500 * 2 ** 20, 500 * 2 ** 20],
      ...[3 * 2 ** 10, 2 ** 40, 7],
    ]);
    for (const text of ["", "mb", "2i", "2ib", "2gigabytes", "-1gb", "2 pounds", "0"])
      expect(() => read(text)).toThrow("--memory must be an amount of memory such as 700mb or 2gb");
    expect([5, 1536, 2 ** 31].map(bytesText)).toEqual(["5b", "1.5kb", "2gb"]);
  });
});
