import { expect, it } from "vitest";
import { monks1, monks2, monks3 } from "./monks.js";
import { lines, tally, texts } from "./testing.js";

it("has all 432 robots once, the last attribute changing fastest", () => {
  const all = lines(monks1());
  expect([all.length, new Set(all).size]).toEqual([432, 432]); // 3·3·2·3·4·2
  expect(all.slice(0, 3)).toEqual(["1 1 1 1 1 1 1", "1 1 1 1 1 2 1", "1 1 1 1 2 1 1"]);
  expect(all[431]).toBe("3 3 2 3 4 2 1");
  const levels = monks1().columns.map((column) => column.type !== "numeric" && column.levels.join(""));
  expect(levels).toEqual(["123", "123", "12", "123", "1234", "12", "01"]);
});

it("monks1 is a1 = a2 or a5 = 1", () => {
  // 1/3 + 1/4 - 1/12 = 1/2 of 432.
  expect(tally(monks1(), "class")).toEqual([216, 216]);
  const all = lines(monks1());
  expect(all).toContain("2 2 1 3 4 2 1"); // a1 = a2
  expect(all).toContain("1 3 1 3 1 2 1"); // a5 = 1
  expect(all).toContain("1 3 1 1 2 1 0"); // neither
});

it("monks2 is exactly two first values", () => {
  // Besides the first, the attributes have 2, 2, 1, 2, 3, 1 values, 24 combinations. Summed over pairs i < j that have
  // their first value: 24·Σ 1/(n_i n_j) = 24·((Σ 1/n)² - Σ 1/n²)/2 = 24·(3.8333² - 2.8611)/2 = 24·5.9167 = 142.
  expect(tally(monks2(), "class")).toEqual([290, 142]);
  const all = lines(monks2());
  expect(all).toContain("1 1 2 2 2 2 1"); // two
  expect(all).toContain("1 2 2 2 2 2 0"); // one
  expect(all).toContain("1 1 1 2 2 2 0"); // three
});

it("monks3 is a5 = 3 and a4 = 1, or a5 ≠ 4 and a2 ≠ 3", () => {
  // 432·3/4·2/3 = 216, and the robots with a5 = 3, a4 = 1 and a2 = 3: 3·2·2 = 12.
  expect(tally(monks3(), "class")).toEqual([204, 228]);
  const all = lines(monks3());
  expect(all).toContain("1 3 1 1 3 1 1"); // the first part alone
  expect(all).toContain("1 2 1 2 1 1 1"); // the second part alone
  expect(all).toContain("1 2 1 1 4 1 0"); // a5 = 4
  expect(all).toContain("1 3 1 2 3 1 0"); // a2 = 3
});

it("monks3 can have class noise, and only there", () => {
  const clean = monks3();
  const noisy = monks3({ noise: 0.05, seed: 12 });
  expect(texts(noisy, "a5")).toEqual(texts(clean, "a5"));
  const truth = texts(clean, "class");
  const wrong = texts(noisy, "class").filter((label, row) => label !== truth[row]).length;
  // Binomial(432, 0.05): mean 21.6, deviation 4.5; four are 18.1.
  expect(Math.abs(wrong - 21.6)).toBeLessThan(18.2);
  expect(wrong).toBeGreaterThan(0);
  expect(texts(monks3({ noise: 1 }), "class").every((label, row) => label !== truth[row])).toBe(true);
});
