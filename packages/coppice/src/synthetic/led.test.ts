import { expect, it } from "vitest";
import { led } from "./led.js";
import { lines, tally, texts } from "./testing.js";

it("shows the ten digits without noise", () => {
  expect([...new Set(lines(led({ rows: 500, noise: 0 })))].sort()).toEqual([
    "0 0 1 0 0 1 0 1", // the two right-hand segments
    "0 1 1 1 0 1 0 4",
    "1 0 1 0 0 1 0 7",
    "1 0 1 1 0 1 1 3",
    "1 0 1 1 1 0 1 2",
    "1 1 0 1 0 1 1 5",
    "1 1 0 1 1 1 1 6", // all but the upper right
    "1 1 1 0 1 1 1 0", // all but the middle
    "1 1 1 1 0 1 1 9",
    "1 1 1 1 1 1 1 8",
  ]);
});

it("has equally likely digits and 17 irrelevant attributes on demand", () => {
  const table = led({ rows: 10000, irrelevant: 17 });
  expect(table.columns).toHaveLength(25);
  expect(table.columns[24]).toMatchObject({ name: "class", type: "nominal" });
  // Binomial(10000, 1/10): deviation 30; four are 120.
  for (const count of tally(table, "class")) expect(Math.abs(count - 1000)).toBeLessThan(120);
  // Binomial(10000, 1/2): deviation 50; four are 200.
  for (const name of ["x8", "x24"]) expect(Math.abs(tally(table, name)[1] - 5000)).toBeLessThan(200);
});

it("inverts every segment in a tenth of the rows, and nothing else", () => {
  const noisy = led({ rows: 10000, seed: 5 });
  const clean = led({ rows: 10000, seed: 5, noise: 0 });
  expect(texts(noisy, "class")).toEqual(texts(clean, "class"));
  for (let j = 1; j <= 7; j++) {
    const shown = texts(clean, `x${j}`);
    const inverted = texts(noisy, `x${j}`).filter((state, row) => state !== shown[row]).length;
    // Binomial(10000, 1/10): deviation 30; four are 120.
    expect(Math.abs(inverted - 1000)).toBeLessThan(120);
  }
});

it("has the published best possible error of 26%", () => {
  // The digit that differs from the display in the fewest segments is the most likely one; ties count fractionally.
  const digits = lines(led({ rows: 500, noise: 0 })).map((line) => line.split(" "));
  const shown = new Map(digits.map((cells) => [cells[7], cells.slice(0, 7)]));
  let right = 0;
  for (const row of lines(led({ rows: 10000, seed: 6 })).map((line) => line.split(" "))) {
    const off = new Map(
      [...shown].map(([digit, cells]) => [digit, cells.filter((c, j) => c !== row[j]).length]),
    );
    const least = Math.min(...off.values());
    if (off.get(row[7]) === least) right += 1 / [...off.values()].filter((count) => count === least).length;
  }
  // Standard error at most √(0.26·0.74/10000) = 0.0044; four are 0.018.
  expect(Math.abs(1 - right / 10000 - 0.26)).toBeLessThan(0.018);
});
