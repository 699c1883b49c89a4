import { expect, it } from "vitest";
import { holds } from "../../model/condition.js";
import { ConditionReader } from "./condition.js";
import { tokensOf } from "./tokens.js";

const attributes = [{ name: "x", type: "numeric" }] as const;
const SIGNS = {
  "<": (x: number, y: number) => x < y,
  "<=": (x: number, y: number) => x <= y,
  ">": (x: number, y: number) => x > y,
  ">=": (x: number, y: number) => x >= y,
  "=": (x: number, y: number) => x === y,
  "!=": (x: number, y: number) => x !== y,
};

it.each(Object.entries(SIGNS))(
  "x %s a number holds as JavaScript compares, at the number too",
  (sign, is) => {
    for (const bound of [-1, -0.1, 0, 0.1, 1, 1e300]) {
      const text = `x ${sign} ${bound}`;
      const ways = new ConditionReader(text, attributes).read(tokensOf(text));
      for (const cell of [-2, -1, -0.1, 0, 0.1, 1, 2, 1e300]) {
        const found = ways.some((condition) => holds(condition, cell, false));
        expect([text, cell, found]).toEqual([text, cell, is(cell, bound)]);
      }
    }
  },
);
