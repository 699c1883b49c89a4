import { expect, it } from "vitest";
import { checkerboard } from "./checkerboard.js";
import { circles } from "./circles.js";
import { mean, numbers, tally, texts, variance } from "./testing.js";
import { xor } from "./xor.js";

it("xor is 1 where the product of the coordinates is negative", () => {
  const table = xor({ rows: 2000 });
  const [x1, x2] = [numbers(table, "x1"), numbers(table, "x2")];
  texts(table, "class").forEach((label, row) => {
    expect(label).toBe(x1[row] * x2[row] < 0 ? "1" : "0");
  });
  // Uniform on [-1, 1): mean 0 within four times √(1/3/2000) = 0.052; a half is in each class within 90 of 2000.
  for (const x of [x1, x2]) {
    expect(Math.abs(mean(x))).toBeLessThan(0.052);
    expect(Math.min(...x)).toBeLessThan(-0.98);
    expect(Math.max(...x)).toBeGreaterThan(0.98);
  }
  expect(Math.abs(tally(table, "class")[1] - 1000)).toBeLessThan(90);
});

it("checkerboard alternates, with black at the origin", () => {
  for (const size of [2, 3, 4]) {
    const table = checkerboard({ rows: 2000, size });
    const [x1, x2] = [numbers(table, "x1"), numbers(table, "x2")];
    const colours = new Map<string, Set<string | undefined>>();
    texts(table, "class").forEach((label, row) => {
      const square = `${Math.floor(x1[row] * size)},${Math.floor(x2[row] * size)}`;
      colours.set(square, (colours.get(square) ?? new Set()).add(label));
    });
    expect(colours.size).toBe(size * size);
    for (const seen of colours.values()) expect(seen.size).toBe(1);
    expect([...(colours.get("0,0") ?? [])]).toEqual(["black"]);
    expect([...(colours.get("0,1") ?? [])]).toEqual(["white"]);
    expect([...(colours.get("1,1") ?? [])]).toEqual(["black"]);
  }
});

it("xor and checkerboard can have class noise, which leaves the points where they are", () => {
  for (const make of [xor, checkerboard]) {
    const clean = make({ rows: 2000 });
    const noisy = make({ rows: 2000, noise: 0.1 });
    expect(numbers(noisy, "x2")).toEqual(numbers(clean, "x2"));
    const truth = texts(clean, "class");
    const wrong = texts(noisy, "class").filter((label, row) => label !== truth[row]).length;
    // Binomial(2000, 1/10): mean 200, deviation 13.4; four are 54.
    expect(Math.abs(wrong - 200)).toBeLessThan(54);
  }
});

it("circles lie on their radius", () => {
  const table = circles({ rows: 900, rings: 3, noise: 0 });
  const [x1, x2] = [numbers(table, "x1"), numbers(table, "x2")];
  texts(table, "class").forEach((label, row) => {
    expect(Math.hypot(x1[row], x2[row])).toBeCloseTo(Number(label), 10);
  });
  // Binomial(900, 1/3): mean 300, deviation 14.1; four are 57.
  for (const count of tally(table, "class")) expect(Math.abs(count - 300)).toBeLessThan(57);
});

it("circles have noise in each coordinate", () => {
  const clean = numbers(circles({ rows: 5000, noise: 0 }), "x1");
  const gaps = numbers(circles({ rows: 5000, noise: 0.25 }), "x1").map((x, row) => x - clean[row]);
  // Variance 1/16 within four times √(2/5000)/16 = 0.005.
  expect(Math.abs(variance(gaps) - 0.0625)).toBeLessThan(0.005);
});
