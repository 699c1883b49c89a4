import { Writable } from "node:stream";
import { expect, it } from "vitest";
import type { Io } from "./io.js";
import { leftText, progressOf, rowsText, stepText } from "./progress.js";

function ioWith(terminal: NodeJS.WriteStream | undefined, clock: () => number): Io {
  const stream = { write() {}, color: false };
  return {
    stdout: stream,
    stderr: { ...stream, ...(terminal && { terminal }) },
    clock,
    interruptible: (work) => work(new AbortController().signal),
    uninterrupted: (work) => work(),
  };
}

/** A terminal that keeps what is written, and does not move any cursor. */
function fakeTerminal() {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      written.push(String(chunk));
      done();
    },
  });
  return {
    written,
    terminal: Object.assign(stream, { isTTY: true, columns: 80 }) as unknown as NodeJS.WriteStream,
  };
}

it("estimates what is left from the share that is done", () => {
  expect(leftText(3, 0.25)).toBe(", about 9 s left"); // 3 s for a quarter: 9 s for the rest
  expect(leftText(100, 0.25)).toBe(", about 5 min left"); // 300 s
  expect(leftText(3, 0)).toBe("");
  expect(leftText(3, 1)).toBe("");
});

it("shows a bar only on a terminal, and only when the work is long", () => {
  let now = 0;
  const { written, terminal } = fakeTerminal();
  const quick = progressOf(
    ioWith(terminal, () => now),
    "learning",
  );
  quick.during((update) => update(0.5));
  expect(written).toEqual([]);
  const slow = progressOf(
    ioWith(terminal, () => now),
    "learning",
  );
  const answer = slow.during((update) => {
    now = 2;
    update(0.5);
    return 7;
  });
  expect(answer).toBe(7);
  expect(written.join("")).toContain("learning ");
  // Neither a hidden cursor nor lines that no longer wrap outlive a process that is killed.
  expect(written.join("")).not.toContain("\u001b[?25l");
  expect(written.join("")).not.toContain("\u001b[?7l");
  progressOf(
    ioWith(undefined, () => now++),
    "x",
  ).during((update) => update(0.5));
});

it("the step of a long fit has rows, a level or a tree, and the rate", () => {
  // Level 3 of 5,000,000 rows after 10 s: 15,000,000 rows were passed over.
  expect(stepText({ name: "level", number: 3 }, 5e6, 10)).toBe(", 5.0M rows, level 3, 1.5M rows/s");
  expect(stepText({ name: "tree", number: 7 }, 20_000, 0)).toBe(", 20k rows, tree 7");
  expect(stepText({ name: "tree", number: 2 }, 900, 1)).toBe(", 900 rows, tree 2, 1800 rows/s");
  expect(stepText({ name: "round", number: 4 }, 1e6, 2)).toBe(", 1.0M rows, round 4, 2.0M rows/s");
});

it("rows that are read show how many there are and how fast they come, with or without a total", () => {
  expect(rowsText(3e6, 2)).toBe(", 3.0M rows, 1.5M rows/s");
  expect(rowsText(10, 0)).toBe(", 10 rows");
  for (const total of [40_000, undefined]) {
    let now = 0;
    const { written, terminal } = fakeTerminal();
    const progress = progressOf(
      ioWith(terminal, () => now),
      "reading",
    );
    now = 2;
    progress.rows(20_000, total);
    progress.stop();
    expect(written.join("")).toContain("20k rows, 10k rows/s");
    expect(written.join("")).toContain(total ? "50%" : "0%");
  }
});
