import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { forAll } from "../../test/kit/forAll.js";
import { hash, hashInteger, keyFor } from "./chance.js";

const WORD = 2n ** 32n;

/** As a database computes it: 64-bit integers with a sign, none of whose products overflow. */
function inSql(key: bigint, item: bigint): bigint {
  const within = (x: bigint) => {
    expect(x < 2n ** 63n && x >= -(2n ** 63n)).toBe(true);
    return x;
  };
  let z = within(key + within(item * -1640531527n)) & (WORD - 1n);
  z = within((z ^ (z >> 16n)) * 569420461n) & (WORD - 1n);
  z = within((z ^ (z >> 15n)) * 1935289751n) & (WORD - 1n);
  return z ^ (z >> 15n);
}

function inSqlOfInteger(key: bigint, item: bigint): bigint {
  const low = inSql(key, item & (WORD - 1n));
  const high = (item >> 32n) & (WORD - 1n);
  return high === 0n ? low : inSql(low, high);
}

const word = fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1));

describe("chance", () => {
  it("never changes: models must be reproducible from their seeds", () => {
    expect(hash(0, 1)).toBe(1684164658);
    expect(hash(123456789, 42)).toBe(570345708);
    expect(hashInteger(123456789, 2 ** 32 + 42)).toBe(2259219571);
    expect(hashInteger(123456789, -1)).toBe(3996102899);
    const keys = [keyFor("folds", 7), keyFor("content", 1), keyFor("content", 2)];
    expect(keys).toEqual([980636580, 3143086131, 3059310632]);
    // Boosting had these first.
    expect([keyFor("rows", 1, 2, 3), keyFor("held", 1)]).toEqual([1882787150, 1749498006]);
  });

  it("is what 64-bit integers give", () => {
    forAll(100, [word, word], (key, item) => {
      expect(hash(key, item)).toBe(Number(inSql(BigInt(key), BigInt(item))));
      expect(hashInteger(key, item), "below 2^32, that of the word").toBe(hash(key, item));
    });
    forAll(100, [word, fc.maxSafeInteger()], (key, item) => {
      expect(hashInteger(key, item)).toBe(Number(inSqlOfInteger(BigInt(key), BigInt(item))));
    });
  });
});
