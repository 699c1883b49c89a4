import { bytesOf, readSource } from "coppice";
import { expect, it } from "vitest";
import { partsOf } from "../parts.js";
import { Workspace } from "../workspace.js";
import { tableHandlers } from "./table.js";

const TABLE = `x,y\n${Array.from({ length: 20 }, (_, row) => `${row},${row < 10 ? "a" : "b"}`).join("\n")}\n`;

it("a table that is opened has no part of the one before it held out", async () => {
  const work = new Workspace("workers");
  const before = await readSource(bytesOf("before.csv", TABLE));
  const recipe = { target: "y", ignore: [], use: [], learner: "cart", options: {}, seed: 1 };
  work.parts = partsOf(before, recipe, { kind: "holdOut", validation: 0.3, test: 0.2 });
  const hooks = { signal: new AbortController().signal, onProgress: () => {} };
  const asked = { name: "after.csv", content: new Blob([TABLE]), reading: { types: {} } };
  await tableHandlers(work).open(asked, hooks);
  expect(work.parts).toBeUndefined();
  expect(work.learnedFrom()).toBe(work.read);
});
