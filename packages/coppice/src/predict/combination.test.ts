import { expect, it } from "vitest";
import { known, levelsOf, missing, range } from "../../test/kit/handmade.js";
import type { Condition } from "../model/condition.js";
import { prepareCells } from "./prepareCells.js";

const NUMBER = { name: "x", type: "numeric" } as const;
const COLOUR = { name: "c", type: "nominal", levels: ["red", "blue"] } as const;
const BOTH = { name: "x > 1 AND …", type: "nominal", levels: ["no", "yes"] } as const;

/** The combination for x = 0, 2, missing, each with c = red, blue, missing. */
function combined(...all: Condition[]): number[] {
  const x = Float64Array.of(0, 0, 0, 2, 2, 2, Number.NaN, Number.NaN, Number.NaN);
  const c = Int32Array.of(0, 1, -1, 0, 1, -1, 0, 1, -1);
  const model = {
    attributes: [NUMBER, COLOUR, BOTH],
    derived: [{ kind: "combination", attribute: 2, all }],
  } as unknown as Parameters<typeof prepareCells>[0];
  return [...prepareCells(model, [x, c, undefined])[2]];
}

it("a combination of conditions fails if one fails, and is open where missing values decide", () => {
  const above = range(0, 1);
  expect(combined(above, levelsOf(1, 1))).toEqual([0, 0, 0, 0, 1, -1, 0, -1, -1]);
});

it("a combination of conditions is never open by a condition about missing values themselves", () => {
  const above = range(0, 1);
  expect(combined(above, known(1))).toEqual([0, 0, 0, 1, 1, 0, -1, -1, 0]);
  expect(combined(above, missing(1))).toEqual([0, 0, 0, 0, 0, 1, 0, 0, -1]);
});
