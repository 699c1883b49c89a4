import { expect, it } from "vitest";
import { random } from "../base/random.js";
import { flipped, someRows, tableOf } from "./columns.js";
import { lines } from "./testing.js";

it("tableOf reads numbers, levels and missing values, and rejects a level that is not declared", () => {
  const schema = [
    { name: "__proto__", type: "numeric" },
    { name: "size", type: "ordered", levels: ["small", "big"] },
  ] as const;
  const table = tableOf(schema, [
    ["1.5", "big"],
    [undefined, "small"],
    [2, undefined],
  ]);
  expect(lines(table)).toEqual(["1.5 big", "? small", "2 ?"]);
  expect(table.columns[1]).toMatchObject({ type: "ordered", levels: ["small", "big"] });
  expect(() => tableOf(schema, [[1, "huge"]])).toThrow('size has no level "huge"');
});

it("someRows takes different rows in the table's order", () => {
  const table = tableOf([{ name: "n", type: "numeric" }], [[0], [1], [2], [3], [4], [5]]);
  const taken = lines(someRows(table, 4, 1)).map(Number);
  expect(new Set(taken).size).toBe(4);
  expect(taken).toEqual([...taken].sort((a, b) => a - b));
  expect(someRows(table, 6, 1)).toBe(table);
});

it("flipped draws once, whatever the noise", () => {
  const [never, always] = [random(3), random(3)];
  expect([flipped(0, 0, never), flipped(0, 1, always)]).toEqual([0, 1]);
  expect([flipped(1, 0, never), flipped(1, 1, always)]).toEqual([1, 0]);
  expect(never.bits()).toBe(always.bits());
});
