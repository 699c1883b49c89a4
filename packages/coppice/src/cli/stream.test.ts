import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomTree } from "../synthetic/randomTree.js";
import { cellText } from "../table/column.js";
import { runHere } from "./testIo.js";

let folder: string;
const at = (name: string) => join(folder, name);
const table = randomTree({ rows: 3000, seed: 2 });
const names = table.columns.map(({ name }) => name);
const cells = Array.from({ length: table.rows }, (_, row) =>
  table.columns.map((column) => cellText(column, row)!),
);
const csv = (from: number, to: number) =>
  cells
    .slice(from, to)
    .map((row) => `${row.join(",")}\n`)
    .join("");
const header = `${names.join(",")}\n`;
const STREAM = ["--target", "class", "--every", "1000", "--window", "500"];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "coppice-stream-"));
  writeFileSync(at("all.csv"), header + csv(0, 3000));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("coppice stream", () => {
  it("prints the running accuracy with its baselines, and a model that other commands take", async () => {
    const ran = await runHere("stream", at("all.csv"), ...STREAM, "--out", at("m.json"));
    expect(ran.code, ran.err).toBe(0);
    const lines = ran.out.trimEnd().split("\n");
    expect(lines[0]).toMatch(/rows +window +majority +no change +overall/);
    expect(lines.slice(1).map((line) => Number(line.trim().split(/\s+/)[0]))).toEqual([1000, 2000, 3000]);
    for (const verb of ["show", "rules"]) expect((await runHere(verb, at("m.json"))).code).toBe(0);
    const explained = await runHere("explain", at("m.json"), at("all.csv"), "--row", "3");
    expect(explained.code, explained.err).toBe(0);
    expect((await runHere("predict", at("m.json"), at("all.csv"))).out.split("\n")).toHaveLength(3002);
  });

  it("goes on where a file was left, to the same bytes as without a stop", async () => {
    for (const learner of ["hoeffding", "hoeffdingAdaptive"]) {
      const run = (state: string) =>
        runHere("stream", at("grows.csv"), ...STREAM, "--learner", learner, "--state", at(state));
      writeFileSync(at("grows.csv"), header + csv(0, 1700));
      expect((await run(`${learner}.a`)).code).toBe(0);
      appendFileSync(at("grows.csv"), csv(1700, 3000));
      const rest = await run(`${learner}.a`);
      expect(rest.code, rest.err).toBe(0);
      expect(rest.err).toContain("going on after row 1700");
      await run(`${learner}.b`);
      expect(readFileSync(at(`${learner}.a`), "utf8")).toBe(readFileSync(at(`${learner}.b`), "utf8"));
      // Nothing new: nothing changes.
      await run(`${learner}.b`);
      expect(readFileSync(at(`${learner}.a`), "utf8")).toBe(readFileSync(at(`${learner}.b`), "utf8"));
    }
  });

  it("reads JSON with an object on each line: the same figures as CSV", async () => {
    const numbers = new Set(table.columns.filter(({ type }) => type === "numeric").map(({ name }) => name));
    const lines = cells.map((row) =>
      JSON.stringify(
        Object.fromEntries(row.map((cell, j) => [names[j], numbers.has(names[j]) ? Number(cell) : cell])),
      ),
    );
    writeFileSync(at("all.jsonl"), lines.join("\n"));
    const [json, plain] = [
      await runHere("stream", at("all.jsonl"), ...STREAM, "--json"),
      await runHere("stream", at("all.csv"), ...STREAM, "--json"),
    ];
    expect(json.code, json.err).toBe(0);
    expect(json.out).toBe(plain.out);
    const last = JSON.parse(json.out.trimEnd().split("\n").at(-1)!);
    expect(last).toMatchObject({ rows: 3000, classes: 2 });
  });

  it("limits the memory", async () => {
    const early = ["--set", "grace=50", "--set", "tie=0.2", "--json"];
    const figures = async (...more: string[]) => {
      const { out } = await runHere("stream", at("all.csv"), ...STREAM, ...early, ...more);
      return JSON.parse(out.trimEnd().split("\n").at(-1)!).figures;
    };
    expect((await figures()).bytes).toBeGreaterThan(20_000);
    expect((await figures("--memory", "20KB")).bytes).toBeLessThanOrEqual(20_000);
  });
});

describe("errors of coppice stream", () => {
  async function failing(text: string, ...more: string[]): Promise<string> {
    writeFileSync(at("bad.csv"), text);
    const ran = await runHere("stream", at("bad.csv"), ...STREAM, ...more);
    expect(ran.code).not.toBe(0);
    return ran.err;
  }

  it("a second header names its line", async () => {
    const other = `${[...names].reverse().join(",")}\n`;
    const err = await failing(header + csv(0, 1500) + other + csv(0, 10));
    expect(err).toMatch(/STREAM_HEADER: line 1502 looks like another header/);
  });

  it("a cell of another type, a row of another length", async () => {
    const wrong = `${["high", ...cells[0].slice(1)].join(",")}\n`;
    expect(await failing(header + csv(0, 1200) + wrong)).toMatch(/line 1202.*x1/);
    expect(await failing(`${header}${csv(0, 1200)}1,2,3\n`)).toMatch(/line 1202/);
  });

  it("a new key, a line that is no object", async () => {
    const rows = cells
      .slice(0, 1100)
      .map((row) => JSON.stringify(Object.fromEntries(row.map((c, j) => [names[j], c]))));
    expect(await failing(`${rows.join("\n")}\n{"x1":1,"extra":2}\n`)).toMatch(
      /STREAM_HEADER: .*line 1101.*"extra"/,
    );
    expect(await failing(`${rows.join("\n")}\n[1]\n`)).toMatch(/JSON_SYNTAX: .*line 1101/);
  });

  it("an unknown target, a numeric one, no target, no rows", async () => {
    const without = ["stream", at("all.csv")];
    expect((await runHere(...without)).err).toMatch(/TARGET_MISSING/);
    expect((await runHere(...without, "--target", "klass")).err).toMatch(/COLUMN_UNKNOWN.*class/);
    expect((await runHere(...without, "--target", "x1")).err).toMatch(/LEARNER_TASK.*x1/);
    expect(await failing(header)).toMatch(/TABLE_NO_ROWS/);
    expect((await runHere("stream", at("none.csv"), ...STREAM)).err).toMatch(/FILE_READ/);
  });

  it("a state of another learner, other options, another source", async () => {
    const state = ["--state", at("s.json")];
    await runHere("stream", at("all.csv"), ...STREAM, ...state);
    const run = (path: string, ...more: string[]) =>
      runHere("stream", at(path), ...STREAM, ...state, ...more);
    expect((await run("all.csv", "--learner", "hoeffdingAnytime")).err).toMatch(/STREAM_STATE.*learner/);
    expect((await run("all.csv", "--set", "grace=100")).err).toMatch(/STREAM_STATE.*grace=200/);
    expect((await run("all.csv", "--seed", "2")).err).toMatch(/STREAM_STATE.*seed=1/);
    writeFileSync(at("other.csv"), header + csv(0, 10));
    expect((await run("other.csv")).err).toMatch(/STREAM_STATE.*belongs to/);
    writeFileSync(at("all2.csv"), header + csv(0, 3000));
  });

  it("a learner without streams, and flags that have no effect", async () => {
    expect((await runHere("stream", at("all.csv"), ...STREAM, "--learner", "cart")).err).toMatch(
      /needs all rows at once/,
    );
    expect((await runHere("stream", at("all.csv"), ...STREAM, "--replay")).err).toMatch(/OPTION_CONFLICT/);
    expect((await runHere("stream", "-", ...STREAM, "--follow")).err).toMatch(/OPTION_CONFLICT/);
    expect((await runHere("stream", at("all.csv"), ...STREAM, "--memory", "much")).err).toMatch(
      /OPTION_RANGE/,
    );
  });
});
