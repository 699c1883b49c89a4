import { expect, it } from "vitest";
import { runHere } from "../../coppice/src/cli/testIo.js";

/** Classes that differ by the case of letters, a weight, gaps, noise: a large tree. */
const ROWS = `SELECT 'L' || (range % 30) AS v, (range * 7919) % 1009 AS x, range % 17 AS z, 1 + range % 3 AS w,
  CASE WHEN range % 13 = 0 THEN NULL ELSE (range * 31) % 97 END AS g,
  ['a', 'A', 'it''s'][1 + (range * 7919 % 1009 // 300 + (range * 104729) % 7 // 6) % 3] AS y,
  1e6 + (range * 7919) % 1009 + range % 30 AS n FROM range(500)`;

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

const CLASSES = "--target y --ignore n --ignore w";
const VALUES = "--target n --ignore y";

it.each([
  ["a pruned tree", `${CLASSES} --set pruneFolds=3`],
  ["a tree of weighted numbers", `${VALUES} --weight w --set prune=none --set maxDepth=4`],
  ["weighted classes", "--target y --ignore n --weight w --set prune=none"],
  ["a forest", `${VALUES} --ignore w --learner forest --set trees=2 --set maxDepth=4`],
  ["boosting with validation", `${CLASSES} --learner gradientBoost --set rounds=3 --set validation=0.2`],
])("fit where the rows are says of %s what fit of pulled rows says", async (_, flags) => {
  const answer = async (...how: string[]) => {
    const given = ["--from", ROWS, "--threads", "1", ...flags.split(" "), ...how, "--json"];
    const ran = await runHere("fit", "duckdb:", ...given);
    expect(ran.code, ran.err).toBe(0);
    const { seconds: __, warnings: ___, ...figures } = JSON.parse(ran.out);
    return figures;
  };
  const there = await answer("--push-down");
  expectClose(there, await answer());
  expect(Object.keys(there.train).length).toBe(3);
});
