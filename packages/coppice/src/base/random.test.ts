import { describe, expect, it } from "vitest";
import { mean, variance } from "../synthetic/testing.js";
import { random, shuffle } from "./random.js";

/** xoshiro128** and splitmix32 implemented again with BigInt: no `Math.imul`, no shifts of signed words. */
function* reference(seed: number): Generator<number> {
  const word = (x: bigint) => x & 0xffffffffn;
  const rotate = (x: bigint, k: bigint) => word(x << k) | (x >> (32n - k));
  let mix = BigInt(seed);
  const next = () => {
    mix = word(mix + 0x9e3779b9n);
    let z = mix;
    z = word((z ^ (z >> 16n)) * 0x21f0aaadn);
    z = word((z ^ (z >> 15n)) * 0x735a2d97n);
    return z ^ (z >> 15n);
  };
  const s = [next(), next(), next(), next()];
  for (;;) {
    yield Number(word(rotate(word(s[1] * 5n), 7n) * 9n));
    const t = word(s[1] << 9n);
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11n);
  }
}

const draws = (n: number, draw: () => number) => Array.from({ length: n }, draw);

describe("random", () => {
  it.each([0, 1, 7, 0xffffffff])("gives the bits of xoshiro128** from seed %d", (seed) => {
    const rng = random(seed);
    const bits = reference(seed);
    for (let i = 0; i < 1000; i++) expect(rng.bits()).toBe(bits.next().value);
  });

  it("never changes its first outputs: models that depend on the seed would change with them", () => {
    expect(draws(4, random(1).bits)).toEqual([393288148, 2174103013, 3814759091, 2092745082]);
  });

  it("makes uniform numbers of 27 and 26 bits", () => {
    const bits = reference(5);
    const high = Math.floor(bits.next().value / 2 ** 5);
    const low = Math.floor(bits.next().value / 2 ** 6);
    expect(random(5).uniform()).toBe((high * 2 ** 26 + low) / 2 ** 53);
  });

  it("is uniform on [0, 1)", () => {
    const values = draws(100_000, random(11).uniform);
    expect(values.every((x) => x >= 0 && x < 1)).toBe(true);
    // Standard errors: √(1/12 / n) = 0.0009 of the mean, √(1/180 / n) = 0.0002 of the variance; four of them.
    expect(Math.abs(mean(values) - 1 / 2)).toBeLessThan(0.0037);
    expect(Math.abs(variance(values) - 1 / 12)).toBeLessThan(0.001);
  });

  it("is standard normal", () => {
    const values = draws(100_000, random(12).normal);
    // Standard errors: 1/√n = 0.0032 of the mean, √(2/n) = 0.0045 of the variance; four of them.
    expect(Math.abs(mean(values))).toBeLessThan(0.013);
    expect(Math.abs(variance(values) - 1)).toBeLessThan(0.018);
    expect(values.filter((x) => Math.abs(x) > 1.959964).length / values.length).toBeCloseTo(0.05, 2);
  });

  it("draws below n, every number about equally often", () => {
    const rng = random(3);
    const counts = new Array<number>(7).fill(0);
    for (let i = 0; i < 70_000; i++) counts[rng.below(7)]++;
    // 10,000 expected each, standard deviation √(70,000 · 6/49) = 93; five of them. NaN would mean a draw outside.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(465);
    expect(rng.below(1)).toBe(0);
    for (let i = 0; i < 1000; i++) expect(rng.below(2 ** 53)).toBeLessThan(2 ** 53);
  });

  it("uses the seed's lowest 32 bits", () => {
    expect(random(2 ** 32 + 5).bits()).toBe(random(5).bits());
    expect(random(-1).bits()).toBe(random(0xffffffff).bits());
  });
});

describe("shuffle", () => {
  it("gives a permutation, in place", () => {
    const ordered = Int32Array.from({ length: 100 }, (_, i) => i);
    const items = ordered.slice();
    expect(shuffle(items, random(4))).toBe(items);
    expect(items).not.toEqual(ordered);
    expect(items.toSorted()).toEqual(ordered);
  });

  it("gives every order of three about equally often", () => {
    const rng = random(6);
    const counts = new Map<string, number>();
    for (let i = 0; i < 60_000; i++) {
      const order = shuffle(["a", "b", "c"], rng).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 10,000 expected each, standard deviation √(60,000 · 5/36) = 91; five of them.
    for (const count of counts.values()) expect(Math.abs(count - 10_000)).toBeLessThan(456);
  });

  it("leaves empty and one-element arrays unchanged", () => {
    expect(shuffle([], random(1))).toEqual([]);
    expect(shuffle(["a"], random(1))).toEqual(["a"]);
  });
});
