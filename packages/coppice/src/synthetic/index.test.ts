import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { draws } from "../../test/kit/draws.js";
import * as synthetic from "./index.js";
import { GENERATORS } from "./index.js";
import { lines } from "./testing.js";

const COMPLETE = new Set(["monks1", "monks2", "monks3", "balanceScale", "ticTacToe"]);

describe.each(GENERATORS)("$name", ({ name, summary, task, target, make }) => {
  it("is exported under its name and described", () => {
    expect(new Map(Object.entries(synthetic)).get(name)).toBe(make);
    expect(summary.length).toBeGreaterThan(10);
  });

  it("puts the target last, nominal for classification and numeric for regression", () => {
    const [name, type] = task === "classification" ? ["class", "nominal"] : ["y", "numeric"];
    expect(make({ rows: 20 }).columns.at(-1)).toMatchObject({ name, type });
    expect(target).toBe(name);
  });

  it("has no missing or infinite value, and only declared levels", () => {
    for (const column of make().columns) {
      if (column.type === "numeric") expect(column.values.every(Number.isFinite)).toBe(true);
      else expect(column.codes.every((code) => code >= 0 && code < column.levels.length)).toBe(true);
    }
  });

  it("gives the same table for the same seed, and another for another", () => {
    expect(make({ rows: 50, seed: 7 })).toEqual(make({ rows: 50, seed: 7 }));
    expect(lines(make({ rows: 50, seed: 7 }))).not.toEqual(lines(make({ rows: 50, seed: 8 })));
  });

  it("has the requested rows: a longer table begins with a shorter one, a subset is part of the whole", () => {
    const size = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (a, b, seed) => {
        const short = lines(make({ rows: Math.min(a, b), seed }));
        const long = lines(make({ rows: Math.max(a, b), seed }));
        expect(short).toHaveLength(Math.min(a, b));
        if (!COMPLETE.has(name)) expect(long.slice(0, short.length)).toEqual(short);
        else expect(new Set(long).size).toBe(Math.max(a, b));
      }),
      { ...draws(COMPLETE.has(name) ? 10 : 40), seed: 1 },
    );
  });
});

it("is documented: docs/data.md has a line for every generator and textbook table", () => {
  const page = readFileSync(new URL("../../../../docs/data.md", import.meta.url), "utf8");
  const functions = Object.entries(synthetic).filter(([, value]) => typeof value === "function");
  expect(functions.length).toBeGreaterThan(GENERATORS.length);
  for (const [name] of functions) expect(page).toContain(`\`${name}`);
});
