import { expect, it } from "vitest";
import { random } from "../../../base/random.js";
import { stateFromJson, stateToJson } from "../stateJson.js";
import { Adwin } from "./adwin.js";

/** Errors with these shares, one after the other. */
function noticed(shares: readonly number[], rows: number, delta = 0.002, seed = 1) {
  const rng = random(seed);
  const window = new Adwin(delta);
  const at: number[] = [];
  shares.forEach((share, part) => {
    for (let row = 0; row < rows; row++)
      if (window.add(rng.uniform() < share ? 1 : 0)) at.push(part * rows + row);
  });
  return { window, at };
}

it("Adwin keeps all of a stream that does not change", () => {
  const { window, at } = noticed([0.3], 5000);
  expect(at).toEqual([]);
  expect(window.width).toBe(5000);
  expect(window.mean).toBeCloseTo(0.3, 1);
});

it("Adwin notices a change soon, and then forgets what was before", () => {
  const { window, at } = noticed([0.1, 0.5], 2000);
  expect(at[0]).toBeGreaterThanOrEqual(2000);
  expect(at[0]).toBeLessThan(2150);
  expect(window.mean).toBeCloseTo(0.5, 1);
  expect(window.width).toBeLessThan(2100);
});

it("Adwin rarely notices what is not there", () => {
  let wrong = 0;
  for (let seed = 1; seed <= 50; seed++) if (noticed([0.5], 1000, 0.002, seed).at.length > 0) wrong++;
  expect(wrong).toBeLessThanOrEqual(2);
});

it("Adwin holds the sum and the squares of the values in its window", () => {
  // 1, 0, 1, 1: the sum is 3, the mean 0.75, the squared deviations 4 · 0.75 · 0.25 = 0.75.
  const window = new Adwin(0.002);
  for (const value of [1, 0, 1, 1]) window.add(value);
  expect(window.total).toBe(3);
  expect((window.state() as { squares: number }).squares).toBeCloseTo(0.75, 12);
});

it("Adwin goes on from its state as if nothing had happened", () => {
  const whole = noticed([0.2, 0.6], 700).window;
  const rng = random(1);
  let window = new Adwin(0.002);
  [0.2, 0.6].forEach((share) => {
    for (let row = 0; row < 700; row++) {
      window.add(rng.uniform() < share ? 1 : 0);
      if (row % 97 === 0)
        window = Adwin.from(stateFromJson(JSON.parse(JSON.stringify(stateToJson(window.state())))));
    }
  });
  expect(stateToJson(window.state())).toEqual(stateToJson(whole.state()));
});
