import { describe, expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";
import { folder } from "../../coppice/test/kit/folder.js";

const { at } = folder();

/** Classes that differ by the case of letters, a weight, gaps, noise: a large tree. */
const ROWS = `SELECT 'L' || (range % 30) AS v, (range * 7919) % 1009 AS x, range % 17 AS z, 1 + range % 3 AS w,
  CASE WHEN range % 13 = 0 THEN NULL ELSE (range * 31) % 97 END AS g,
  ['a', 'A', 'it''s'][1 + (range * 7919 % 1009 // 300 + (range * 104729) % 7 // 6) % 3] AS y,
  1e6 + (range * 7919) % 1009 + range % 30 AS n FROM range(2000)`;

async function fit(isThere: boolean, ...flags: string[]) {
  const ran = await runHere(
    ...["fit", "duckdb:", "--from", ROWS, "--threads", "1", ...flags],
    ...(isThere ? ["--push-down"] : []),
  );
  expect(ran.code, ran.err).toBe(0);
  return ran;
}

interface Figures {
  readonly [name: string]: number | string | Figures;
}

/** Equal, numbers up to their last digits: databases add in any order. */
function expectClose(found: Figures, expected: Figures): void {
  expect(Object.keys(found)).toEqual(Object.keys(expected));
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name];
    if (typeof value === "number")
      expect(Math.abs((other as number) - value)).toBeLessThan(1e-9 * (1 + Math.abs(value)));
    else if (typeof value === "object") expectClose(other as Figures, value);
    else expect(other).toBe(value);
  }
}

const CLASSES = ["--target", "y", "--ignore", "n", "--ignore", "w"];
const VALUES = ["--target", "n", "--ignore", "y"];

describe("fit where the rows are", () => {
  it.each([
    ["a pruned tree", [...CLASSES, "--set", "pruneFolds=3"]],
    [
      "a tree of weighted numbers",
      [...VALUES, "--weight", "w", "--set", "prune=none", "--set", "maxDepth=4"],
    ],
    ["weighted classes", ["--target", "y", "--ignore", "n", "--weight", "w", "--set", "prune=none"]],
    ["a forest", [...VALUES, "--ignore", "w", "--learner", "forest", "--set", "trees=3"]],
    [
      "boosting with validation",
      [...CLASSES, "--learner", "gradientBoost", "--set", "rounds=5", "--set", "validation=0.2"],
    ],
  ])("says of %s what fit of pulled rows says", async (_, flags) => {
    const [there, here] = await Promise.all(
      [true, false].map(async (isThere) => {
        const {
          seconds: __,
          warnings: ___,
          ...answer
        } = JSON.parse((await fit(isThere, ...flags, "--json")).out);
        return answer;
      }),
    );
    expectClose(there, here);
    expect(Object.keys(there.train).length).toBe(3);
  });

  it("warns of columns as fit of pulled rows does", async () => {
    const rows = `SELECT range AS "the key", 7 AS c, 'x' AS t, NULL::DOUBLE AS e, NULL::VARCHAR AS s, range % 5 AS z,
      CASE WHEN (range * 7) % 11 < 5 THEN 'a' ELSE 'b' END AS y FROM range(60)`;
    const [there, here] = await Promise.all(
      [["--push-down"], []].map((how) =>
        runHere("fit", "duckdb:", "--from", rows, "--target", "y", "--threads", "1", ...how),
      ),
    );
    expect(there.code, there.err).toBe(0);
    expect(there.err.split("\n").filter((line) => line.includes("warning")).length).toBe(5);
    expect(there.err).toBe(here.err);
  });

  it.each([
    ["a class", "'a'", []],
    ["a number", "3.25", []],
    ["a number of a forest", "3", ["--learner", "forest"]],
    ["a number of boosting", "-2", ["--learner", "gradientBoost"]],
    ["a class, with gaps and another that is missing", "['a', NULL, '?'][1 + range % 3]", []],
  ])("refuses a target that is the same in all rows, as fit of pulled rows does: %s", async (_, y, flags) => {
    const from = `SELECT range % 7 AS x, range % 5 AS z, ${y} AS y FROM range(60)`;
    const [there, here] = await Promise.all(
      [["--push-down"], []].map((how) =>
        runHere("fit", "duckdb:", "--from", from, "--target", "y", "--threads", "1", ...flags, ...how),
      ),
    );
    const faults = [there, here].map(({ err }) =>
      err.split("\n").find((line) => line.includes("TARGET_CONSTANT")),
    );
    expect(faults[0]).toBeDefined();
    expect(faults[0]).toBe(faults[1]);
    expect([there.code, here.code]).toEqual([1, 1]);
  });

  it("prints the top of a large tree, and what to do next", async () => {
    const out = at("m.json");
    const flags = [...CLASSES, "--set", "prune=none", "--out", out];
    const [there, here] = await Promise.all([true, false].map((isThere) => fit(isThere, ...flags)));
    const upToTime = ({ out: text }: { out: string }) => text.slice(0, text.indexOf("  time "));
    expect(upToTime(there)).toBe(upToTime(here));
    expect(there.out).toMatch(/… drawn to depth \d+ of \d+; see: coppice show /);
    expect(there.out).toContain("on 2000 rows; optimistic");
    expect(there.out).toContain(`model              written to ${out}`);
    expect(there.out).toContain(`npx coppice predict ${out} duckdb: --from `);
    expect(there.out.trimEnd()).toMatch(/ --key <column>$/);
  });
});
