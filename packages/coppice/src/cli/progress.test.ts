import { Writable } from "node:stream";
import { expect, it } from "vitest";
import type { ProgressStep } from "../learn/learner.js";
import type { Io } from "./io.js";
import { leftText, type Progress, progressOf } from "./progress.js";
import { progressLine } from "./progressLine.js";

function ioWith(terminal: NodeJS.WriteStream | undefined, clock: () => number): Io {
  const stdout = { write() {}, color: false };
  const stderr = { ...stdout, ...(terminal && { terminal }) };
  const interruptible: Io["interruptible"] = (work) => work(new AbortController().signal);
  return { stdout, stderr, clock, interruptible, uninterrupted: (work) => work() };
}

/** A terminal that keeps what is written, and does not move any cursor. */
function fakeTerminal(columns = 80) {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  const terminal = Object.assign(stream, { isTTY: true, columns }) as unknown as NodeJS.WriteStream;
  return { written, terminal };
}

it("estimates what is left from the share that is done", () => {
  expect(leftText(3, 0.25)).toBe("about 9 s left"); // 3 s for a quarter: 9 s for the rest
  expect(leftText(100, 0.25)).toBe("about 5 min left"); // 300 s
  expect(leftText(3, 0)).toBe("");
  expect(leftText(3, 1)).toBe("");
});

/** Progress of work on a terminal, with a clock that is set. */
function onTerminal(word: string, { columns = 80, rows }: { columns?: number; rows?: number } = {}) {
  const clock = { now: 0 };
  const { written, terminal } = fakeTerminal(columns);
  return {
    written,
    clock,
    progress: progressOf(
      ioWith(terminal, () => clock.now),
      word,
      rows,
    ),
  };
}

it("shows a bar only on a terminal, and only when the work is long", () => {
  const quick = onTerminal("learning");
  quick.progress.during((update) => update(0.5));
  expect(quick.written).toEqual([]);
  const { written, clock, progress } = onTerminal("learning");
  const answer = progress.during((update) => {
    clock.now = 2;
    update(0.5);
    return 7;
  });
  expect(answer).toBe(7);
  expect(written.join("")).toContain("learning ");
  // Neither a hidden cursor nor lines that no longer wrap outlive a process that is killed.
  expect(written.join("")).not.toContain("\u001b[?25l");
  expect(written.join("")).not.toContain("\u001b[?7l");
  let now = 0;
  const none = ioWith(undefined, () => now++);
  progressOf(none, "x").during((update) => update(0.5));
});

/** What is on the last line after an update, 10 s after the start, on a terminal of 200 columns. */
function shownAfter(rows: number, update: (progress: Progress) => void, columns = 200): string {
  const { written, clock, progress } = onTerminal("learning", { columns, rows });
  clock.now = 10;
  update(progress);
  progress.stop(); // draws the last line
  return written.findLast((text) => text.includes("learning"))!;
}

it("a long fit shows rows, a level, a tree or a round, and the rate", () => {
  // Level 3 of 5,000,000 rows after 10 s: 15,000,000 rows were passed over.
  const after = (rows: number, step: ProgressStep) => shownAfter(rows, (p) => p.update(0.5, undefined, step));
  expect(after(5e6, { name: "level", number: 3 })).toContain("50%, 5.0M rows, level 3, 1.5M rows/s, about");
  expect(after(900, { name: "tree", number: 20 })).toContain(", 900 rows, tree 20, 1800 rows/s, ");
  expect(after(1e6, { name: "round", number: 4 })).toContain(", 1.0M rows, round 4, 400k rows/s, ");
  // The second of several trees: the first took five passes.
  const second = { name: "level", number: 3, tree: 2, passes: 8 } as const;
  expect(after(5000, second)).toContain(", 5000 rows, tree 2, level 3, 4000 rows/s, ");
  // Work without steps: half of the rows are done.
  expect(shownAfter(4000, (p) => p.update(0.5))).toContain("50%, 4000 rows, 200 rows/s, about 10 s left");
});

it("a line leaves out whole parts that do not fit, the least important first", () => {
  const parts = {
    ...{ rows: "40k rows", step: "round 60", rate: "1.1M rows/s" },
    ...{ figure: "validation loss 0.2477", left: "about 16 s left" },
  };
  const said = (width: number) => {
    const line = progressLine("learning", 0.45, parts, width);
    expect(line.length).toBeLessThan(width);
    return line.replace(/[\u2588\u2591]+/, "#");
  };
  const whole = "learning # 45%, 40k rows, round 60, 1.1M rows/s, validation loss 0.2477, about 16 s left";
  expect(said(120)).toBe(whole);
  expect(said(80)).toBe("learning # 45%, 40k rows, round 60, 1.1M rows/s, about 16 s left");
  expect(said(60)).toBe("learning # 45%, 40k rows, round 60, 1.1M rows/s");
  expect(said(40)).toBe("learning # 45%, 40k rows, round 60");
  expect(said(30)).toBe("learning # 45%, round 60");
  // As it is drawn, too.
  const error = { name: "out-of-bag error", value: 0.25 };
  const drawn = shownAfter(40_000, (p) => p.update(0.45, error, { name: "tree", number: 7 }), 80);
  expect(drawn).toMatch(/45%, 40k rows, tree 7, 28k rows\/s, about 12 s left$/);
});

it("rows that are read show how many there are and how fast they come, with or without a total", () => {
  for (const total of [40_000, undefined]) {
    const { written, clock, progress } = onTerminal("reading");
    clock.now = 2;
    progress.rows(20_000, total);
    progress.stop();
    expect(written.join("")).toContain("20k rows, 10k rows/s");
    expect(written.join("")).toContain(total ? "50%" : "0%");
  }
});
