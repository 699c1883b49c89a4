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

  it("takes a last line without an end, unless the line itself grows later", async () => {
    const run = () => runHere("stream", at("cut.csv"), "--target", "y", "--state", at("cut.state"));
    writeFileSync(at("cut.csv"), "a,y\n1,p\n2,q\n3,p");
    expect((await run()).out).toMatch(/^ *3 /m);
    appendFileSync(at("cut.csv"), "\n4,q\n5,p");
    const rest = await run();
    expect(rest.code, rest.err).toBe(0);
    expect(rest.out).toMatch(/^ *5 /m);
    appendFileSync(at("cut.csv"), "\r\n6,q");
    await run();
    appendFileSync(at("cut.csv"), "ux\n7,p\n");
    const grown = await run();
    expect(grown.code).not.toBe(0);
    expect(grown.err).toMatch(/STREAM_STATE: the last line .* was only half written/);
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

  it("flags that contradict the state name both values; those that repeat it, or are not given, do not", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `${i % 7},${i % 5},${i % 3},${i % 2 ? "p" : "q"}`);
    writeFileSync(at("flags.csv"), `a,b,d,y\n${rows.join("\n")}\n`);
    const source = ["stream", at("flags.csv"), "--state", at("flags.state")];
    const begun = ["--target", "y", "--window", "20", "--type", "d=nominal", "--ignore", "b", "--use", "a"];
    expect((await runHere(...source, ...begun)).code).toBe(0);
    const state = readFileSync(at("flags.state"), "utf8");
    for (const repeated of [begun, [], ["--target", "y"], ["--type", "a=numeric"]]) {
      const ran = await runHere(...source, ...repeated);
      expect(ran.code, ran.err).toBe(0);
    }
    const refused = [
      [/target="y", not with target="d"/, "--target", "d"],
      [/window=20, not with window=10\b/, "--window", "10"],
      [/"a" as numeric, not with --type "a"=nominal/, "--type", "a=nominal"],
      [/no column "e", not with --type "e"=nominal/, "--type", "e=nominal"],
      [/the attribute "a", not with --ignore "a"/, "--ignore", "a"],
      [/the target "y", not with --ignore "y"/, "--ignore", "y"],
      [/no column "e", not with --ignore "e"/, "--ignore", "e"],
      [/an unused column "b", not with --use "b"/, "--use", "b"],
      [/grace=200, not with grace=100/, "--set", "grace=100"],
      [/seed=1, not with seed=2/, "--seed", "2"],
    ] as const;
    for (const [message, ...more] of refused) {
      const { code, err } = await runHere(...source, ...more);
      expect(code).not.toBe(0);
      expect(err).toMatch(/STREAM_STATE/);
      expect(err).toMatch(message);
    }
    expect(readFileSync(at("flags.state"), "utf8")).toBe(state);
  });

  it("the header once more, whatever the columns are and wherever it comes", async () => {
    const again = async (text: string, ...more: string[]) => {
      writeFileSync(at("again.csv"), text);
      return (await runHere("stream", at("again.csv"), "--target", "y", ...more)).err;
    };
    const nominal = "c,y\nm,p\nn,q\nc,y\nm,p\n";
    expect(await again(nominal)).toMatch(/STREAM_HEADER: line 4 is the header again/);
    expect(await again(nominal, "--first", "2")).toMatch(/STREAM_HEADER: line 4 is/);
    expect(await again(nominal.replaceAll("\n", "\r\n"))).toMatch(/STREAM_HEADER: line 4 is/);
    expect(await again(nominal.replace("\nc", "\n\uFEFFc"))).toMatch(/STREAM_HEADER: line 4 is/);
    expect(await again("c,y\nm,p\nn,q\nc,y")).toMatch(/STREAM_HEADER: line 4 is/);
    expect(await again("c,y\nc,y\nm,p\n")).toMatch(/STREAM_HEADER: line 2 is/);
    expect(await again("a,y\n1,p\n2,q\na,y\n5,p\n")).toMatch(/STREAM_HEADER: line 4 is/);
  });

  it("a target whose classes become names, or numbers, unless it is declared nominal", async () => {
    const run = (...more: string[]) =>
      runHere("stream", at("kind.csv"), "--target", "y", "--first", "2", ...more);
    writeFileSync(at("kind.csv"), "a,y\n1,1\n2,2\n3,1\n4,foo\n");
    expect((await run()).err).toMatch(
      /TARGET_TYPE: the target "y" changes its type: its classes were numbers at the start of the stream, and row 4 has "foo"/,
    );
    expect((await run("--type", "y=nominal")).code).toBe(0);
    const state = ["--state", at("kind.state")];
    expect((await run(...state)).err).toMatch(/TARGET_TYPE/);
    writeFileSync(at("kind.csv"), "a,y\n1,p\n2,q\n3,p\n4,3\n");
    expect((await run()).err).toMatch(/its classes were names at the start .* row 4 has "3", a number/);
    writeFileSync(at("kind.csv"), "a,y\n1,p\n2,3\n3,p\n4,4\n");
    expect((await run()).code).toBe(0);
  });

  it("a cell of JSON that is not of its column's type, with its line", async () => {
    writeFileSync(
      at("cell.ndjson"),
      '{"a":1,"y":"p"}\n{"a":2,"y":"q"}\n{"a":3,"y":"p"}\n{"a":"x","y":"q"}\n',
    );
    const { err } = await runHere("stream", at("cell.ndjson"), "--target", "y", "--first", "2");
    expect(err).toMatch(/CELL_TYPE: .*cell\.ndjson, line 4: /);
  });

  it("tells how it goes every so many rows, however many come first", async () => {
    const rows = Array.from({ length: 50 }, (_, i) => `${i},${i % 3 === 0 ? "p" : "q"}`);
    writeFileSync(at("often.csv"), `a,y\n${rows.join("\n")}`);
    const ran = await runHere(
      "stream",
      at("often.csv"),
      "--target",
      "y",
      "--every",
      "20",
      "--use",
      "a",
      "--json",
    );
    const told = ran.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).rows);
    expect(told).toEqual([20, 40, 50]);
  });

  it("reads cells as the state was begun, and refuses to read them otherwise", async () => {
    writeFileSync(at("cells.csv"), "a;y\n1,5;p\nnone;q\n2,5;p\n");
    const run = (...more: string[]) =>
      runHere("stream", at("cells.csv"), "--target", "y", "--state", at("cells.state"), ...more);
    const first = await run("--missing", "none", "--decimal", ",");
    expect(first.code, first.err).toBe(0);
    writeFileSync(at("cells.csv"), "a;y\n1,5;p\nnone;q\n2,5;p\nnone;q\n");
    const second = await run();
    expect(second.code, second.err).toBe(0);
    expect((await run("--decimal", ".")).err).toMatch(/STREAM_STATE: .*decimal=",", not with decimal="\."/);
  });

  it("a row that only contains the header's text is a row", async () => {
    const rows = ["mc,y", "c,yp", '"\nc,y\n",y', "m,yp"];
    writeFileSync(at("like.csv"), `c,y\n${[...rows, ...rows, ...rows].join("\n")}\n`);
    const ran = await runHere("stream", at("like.csv"), "--target", "y", "--use", "c", "--json");
    expect(ran.code, ran.err).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({ rows: 12, classes: 2 });
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
