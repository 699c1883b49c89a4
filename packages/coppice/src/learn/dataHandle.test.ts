import { expect, it } from "vitest";
import { mixedTable } from "../../test/mixedTable.js";
import type { DataHandle } from "../engine/data.js";
import { memoryData } from "../engine/memory/data.js";
import { prepare } from "../engine/problem.js";
import { columnSchema } from "../table/column.js";
import { fit } from "../targets/nodeFit.js";
import { fitData, fitTable } from "./fit.js";

const table = mixedTable({ target: "classes", rows: 90, seed: 3, missing: 0.1 });
const whole = () => memoryData(prepare(table, { target: "y" }));

/** Counts engines that are open, of the handle and its parts. */
function counting(data: DataHandle, opened = { now: 0, ever: 0 }) {
  const watched = (of: DataHandle): DataHandle => ({
    ...of,
    engine(options) {
      const engine = of.engine(options);
      opened.now++;
      opened.ever++;
      return { facts: engine.facts, answer: (request) => engine.answer(request), close: () => opened.now-- };
    },
    part: (choice) => watched(of.part(choice)),
    local: { problem: of.local!.problem, over: (problem) => watched(of.local!.over(problem)) },
  });
  return { data: watched(data), opened };
}

/** A handle of an engine that hands over no row. */
function remote({ task, hasGaps, engine, part }: DataHandle): DataHandle {
  return {
    task: { ...task, attributes: task.attributes.map(columnSchema) },
    hasGaps,
    engine(options) {
      const own = engine(options);
      const { attributes, target } = own.facts;
      return { facts: { attributes, target, prefers: "level" }, answer: (request) => own.answer(request) };
    },
    part: (choice) => remote(part(choice)),
  };
}

it.each([
  ["cart", { pruneFolds: 3 }],
  ["cart", { chooseBy: "holdOut" }],
  ["cart", { missing: "likely", validation: 0.3, pruneFolds: 3 }],
  ["c45", {}],
  ["id3", { missing: "share" }],
  ["oneR", {}],
  ["ldaTree", {}],
  ["modelTree", {}],
] as const)("a fit from a handle is that of its table: %s %j", async (learner, options) => {
  const some = learner === "modelTree" ? mixedTable({ target: "values", rows: 60, seed: 5 }) : table;
  const { data, opened } = counting(memoryData(prepare(some, { target: "y" })));
  expect(JSON.stringify(await fitData(data, { learner, options }))).toBe(
    JSON.stringify(fitTable(some, { target: "y", learner, options })),
  );
  expect(opened.now).toBe(0);
  if (learner !== "modelTree") expect(opened.ever).toBeGreaterThan(0);
});

it("a fit from a handle closes its engines if it fails", async () => {
  const { data, opened } = counting(whole());
  const answer = () => {
    throw new Error("gone");
  };
  const engine = (options: object) => ({ ...data.engine(options), answer });
  await expect(fitData({ ...data, engine }, { learner: "cart", options: { prune: "none" } })).rejects.toThrow(
    "gone",
  );
  expect(opened).toEqual({ now: 0, ever: 1 });
});

it.each([
  ["cart", { prune: "none" }],
  ["cart", { alpha: 0.01 }],
  ["cart", { prune: "mdl", missing: "majority" }],
  ["cart", { prune: "none", validation: 0.3 }],
  ["cart", { chooseBy: "holdOut", pruneRule: "min" }],
  ["id3", { missing: "share" }],
  ["oneR", {}],
] as const)("fits from a handle need no rows here where sums are enough: %s %j", async (learner, options) => {
  const model = await fitData(remote(whole()), { learner, options });
  expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, { target: "y", learner, options })));
});

it.each([
  ["cart", { missing: "share" }],
  ["cart", { prune: "none", missing: "likely" }],
  ["cart", { prune: "none", missing: "drop" }],
  ["cart", { prune: "none", combinations: 2 }],
  ["cart", { prune: "none", lookAhead: 1 }],
  ["ldaTree", {}],
  ["optimalTree", {}],
] as const)("a fit from a handle says so where they are needed: %s %j", async (learner, options) => {
  await expect(fitData(remote(whole()), { learner, options })).rejects.toMatchObject({
    code: "ENGINE_ROWS",
  });
});

it("a fit from a handle is what the library's fit takes too, without what the handle knows", async () => {
  const model = await fit(whole(), { target: "y", learner: "cart" });
  expect(JSON.stringify(model)).toBe(JSON.stringify(fitTable(table, { target: "y", learner: "cart" })));
  for (const more of [{ target: "n1" }, { weight: "n1" }, { threads: 2 }, { ignore: [] }])
    await expect(fit(whole(), more)).rejects.toMatchObject({ code: "OPTION_CONFLICT" });
  await expect(fit(whole(), { learner: "ripper" })).rejects.toMatchObject({ code: "LEARNER_ROWS" });
});
