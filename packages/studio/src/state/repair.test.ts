import { bytesOf, readSource } from "coppice";
import { trainingFrom } from "coppice/evaluate";
import { expect, it } from "vitest";
import { repairedReading, repairedRecipe, repairOf } from "./repair.js";

/** 40 rows whose columns each need a word. */
const TABLE = [
  "id,code,constant,leak,class",
  ...Array.from({ length: 40 }, (_, i) => `p${i}x,0${i % 9},7,${i % 2 ? "on,yes" : "off,no"}`),
].join("\n");

const read = await readSource(bytesOf("t.csv", TABLE));
const { warnings } = trainingFrom(read, { target: "class" });

it.each([
  ["id", { label: "Include it", use: ["id"] }],
  ["constant", { label: "Leave it out", ignore: ["constant"] }],
  ["leak", { label: "Leave it out", ignore: ["leak"] }],
  ["code", { label: "Read as numeric", reading: { types: { code: "numeric" } } }],
])("repairs of the column %s: %o", (name, repair) => {
  expect(repairOf(warnings.find(({ column }) => column === name)!)).toEqual(repair);
});

it("repairs move a column from one list to the other", () => {
  const recipe = { ignore: ["a"], use: ["b"] };
  expect(repairedRecipe(recipe, { label: "", use: ["a"] })).toEqual({ ignore: [], use: ["b", "a"] });
  expect(repairedRecipe(recipe, { label: "", ignore: ["b"] })).toEqual({ ignore: ["a", "b"], use: [] });
});

it("repairs add to the types", () => {
  const reading = repairedReading({ types: { a: "nominal" } }, { types: { b: "numeric" } });
  expect(reading).toEqual({ types: { a: "nominal", b: "numeric" } });
});

it("repairs are none for a remedy of another kind, or a warning without one", () => {
  const remedy = { flag: "--encoding x", option: "encoding: latin1" };
  expect(repairOf({ code: "ENCODING_GUESSED", message: "", remedy })).toBeUndefined();
  expect(repairOf({ code: "CLASS_SINGLE", message: "" })).toBeUndefined();
});
