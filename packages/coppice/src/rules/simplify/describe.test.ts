import fc from "fast-check";
import { expect, it } from "vitest";
import { itHolds } from "../../../test/kit/forAll.js";
import { levelsOf, missing, range, schemas } from "../../../test/kit/handmade.js";
import { refusal } from "../../../test/kit/refusal.js";
import type { ColumnSchema } from "../../table/schema.js";
import { conditionsIn, describe, type Premise } from "./describe.js";

const attributes = schemas`x, color=r|g|b, size:ordered=s|m|l`;

/** Each cell of a 3 x 3 x 3 space as a premise of its own. */
function cellPremises(labels: readonly number[]): Premise[] {
  const x = [range(0, undefined, 1), range(0, 1, 2), range(0, 2)];
  const size = [range(2, undefined, 0), range(2, 0, 1), range(2, 1)];
  return labels.map((label, cell) => ({
    label,
    if: [x[cell % 3], levelsOf(1, Math.floor(cell / 3) % 3), size[Math.floor(cell / 9)]],
  }));
}

/** Every set of cells that a conjunction can express, with its number of conditions. */
function sayable(): { mask: number; conditions: number }[] {
  const runs = [1, 2, 4, 3, 6, 7];
  const sets = [1, 2, 3, 4, 5, 6, 7];
  const boxes = [];
  for (const x of runs) {
    for (const color of sets) {
      for (const size of runs) {
        let mask = 0;
        for (let cell = 0; cell < 27; cell++) {
          const inside =
            (x >> (cell % 3)) & (color >> (Math.floor(cell / 3) % 3)) & (size >> Math.floor(cell / 9)) & 1;
          if (inside) mask |= 1 << cell;
        }
        boxes.push({ mask, conditions: [x, color, size].filter((set) => set !== 7).length });
      }
    }
  }
  return boxes;
}

/** The fewest conditions, by enumerating covers of increasing cost. */
function fewest(on: number): number {
  const boxes = sayable().filter(({ mask }) => (mask & ~on) === 0);
  let frontier = new Map([[0, 0]]);
  for (let cost = 0; ; cost++) {
    for (const [mask, paid] of frontier) if (mask === on && paid <= cost) return paid;
    const next = new Map(frontier);
    for (const [mask, paid] of frontier) {
      const left = on & ~mask;
      const cell = left & -left;
      for (const box of boxes) {
        if ((box.mask & cell) === 0 || paid + box.conditions > cost + 1) continue;
        const joined = mask | box.mask;
        if ((next.get(joined) ?? Number.POSITIVE_INFINITY) > paid + box.conditions)
          next.set(joined, paid + box.conditions);
      }
    }
    frontier = next;
  }
}

// Unions of few boxes, so that descriptions stay short enough for the exhaustive search.
const boxes = sayable();
const few = fc.array(fc.nat({ max: boxes.length - 1 }), { minLength: 1, maxLength: 3 });
itHolds("gives the fewest conditions there are, and no cell another label", 60, [few], (chosen) => {
  const on = chosen.reduce((mask, b) => mask | boxes[b].mask, 0);
  const premises = cellPremises(Array.from({ length: 27 }, (_, cell) => (on >> cell) & 1));
  const found = describe(premises, attributes).find(({ label }) => label === 1)!;
  expect(found.smallest).toBe(true);
  expect(found.proof).toEqual({ by: "cells", cells: 27 });
  expect(conditionsIn(found.anyOf)).toBe(fewest(on));
});

it("gives the complement if that is shorter", () => {
  // all but one cell: x <= 1 or x > 2 or color != g or size != m needs several rules; the cell one
  const premises = cellPremises(Array.from({ length: 27 }, (_, cell) => (cell === 13 ? 0 : 1)));
  const [cell, others] = describe(premises, attributes);
  const middle = [range(0, 1, 2), levelsOf(1, 1), range(2, 0, 1)];
  expect(cell).toMatchObject({ label: 0, anyOf: [middle], smallest: true });
  expect(cell.noneOf).toBeUndefined();
  expect(others.noneOf).toEqual([middle]);
  expect(conditionsIn(others.anyOf)).toBe(5); // x <= 1; x > 2; color != g; size <= s; size > m
});

it("takes the order of rules into account, and leaves uncovered rows out", () => {
  const rules = [
    { if: [range(0, undefined, 2)], label: 0 },
    { if: [levelsOf(1, 0)], label: 1 },
  ];
  const found = describe(rules, attributes).map(({ anyOf }) => anyOf);
  expect(found).toEqual([[[range(0, undefined, 2)]], [[range(0, 2), levelsOf(1, 0)]]]);
});

it("distinguishes missing values if rules test them", () => {
  const rules = [
    { if: [missing(0)], label: 0 },
    { if: [range(0, undefined, 2)], label: 0 },
    { if: [range(0, 2)], label: 1 },
  ];
  const [first, second] = describe(rules, attributes);
  expect(first.anyOf).toHaveLength(2);
  expect(second.anyOf).toEqual([[range(0, 2)]]);
});

it("stops at its step or time limit, reports it, and still proves its result", () => {
  const labels = Array.from({ length: 27 }, (_, cell) => (cell * 7 + (cell >> 2)) % 3);
  const short = describe(cellPremises(labels), attributes, { steps: 20 });
  expect(short.map(({ smallest, ended }) => [smallest, ended])).toContainEqual([false, "steps"]);
  const long = describe(cellPremises(labels), attributes);
  long.forEach((one, i) => {
    expect(one.smallest).toBe(true);
    expect(conditionsIn(one.anyOf)).toBeLessThanOrEqual(conditionsIn(short[i].anyOf));
  });
  const late = describe(cellPremises(labels), attributes, { steps: 2000, isLate: () => true });
  expect(late.every(({ proof }) => proof.by === "cells")).toBe(true);
});

it("rejects rules that it cannot separate", () => {
  const many = Array.from({ length: 12 }, (_, i): ColumnSchema => ({ name: `x${i}`, type: "numeric" }));
  const premises = many.map((_, i) => ({ if: [range(i, 0, 1), range((i + 5) % 12, 2, 3)], label: i }));
  expect(refusal(() => describe(premises, many, { steps: 5 }))).toContain("the rules overlap too much");
});
