import { fitData } from "coppice/engine";
import { afterEach, expect, it } from "vitest";
import { isDeep } from "../../coppice/test/kit/length.js";
import { mixedTable } from "../../coppice/test/mixedTable.js";
import { jointTuning } from "../src/engine/jointFolds.js";
import { expectModelOfMemory, openDuck, weightOf, withData } from "./duck.js";

const connection = await openDuck(2);
const tuning = { ...jointTuning };
const { run, rows: ask } = connection;
afterEach(() => {
  Object.assign(jointTuning, tuning);
  Object.assign(connection, { run, rows: ask });
});

const small = isDeep ? {} : { pruneFolds: 4, maxDepth: 3 };

it.each([
  { target: "classes", options: small },
  { target: "classes", options: { missing: "surrogate", minLeaf: 5, pruneFolds: 3, maxDepth: 3 } },
  { target: "classes", weights: "fractional", options: { ...small, pruneRule: "min" } },
  { target: "values", options: { ...small, pruneFolds: 4 } },
  {
    target: "values",
    weights: "whole",
    options: { pruneRule: "min", criterion: "absoluteError", pruneFolds: 3, maxDepth: 3 },
  },
] as const)(
  "trees of folds grown at the same time are those grown one by one, by fewer statements: $target $options",
  async ({ options, ...shape }) => {
    const table = mixedTable({ rows: 120, seed: 3, missing: 0.1, ...shape });
    const statementsUpTo = async (rows: number) => {
      jointTuning.rows = rows;
      let statements = 0;
      await withData(connection, table, { ...weightOf(table), coding: "exact" }, (data) => {
        Object.assign(connection, {
          run: (statement: string) => ++statements && run.call(connection, statement),
          rows: (query: string) => ++statements && ask.call(connection, query),
        });
        return expectModelOfMemory(data, table, { learner: "cart", options });
      });
      return statements;
    };
    expect(await statementsUpTo(tuning.rows)).toBeLessThan((await statementsUpTo(0)) / 1.5);
  },
);

it("all fail if a statement does, and leave nothing", async () => {
  const table = mixedTable({ rows: 80, seed: 3, target: "classes" });
  await withData(connection, table, { coding: "exact" }, async (data) => {
    let asked = 0;
    connection.rows = (query) =>
      ++asked === 12 ? Promise.reject(new Error("the disk is full")) : ask.call(connection, query);
    await expect(fitData(data, { learner: "cart" })).rejects.toThrow("the disk is full");
    connection.rows = ask;
  });
});
