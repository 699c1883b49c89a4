import { bytesOf, readSource } from "coppice";
import { trainingFrom } from "coppice/evaluate";
import { describe, expect, it } from "vitest";
import { repairedReading, repairedRecipe, repairOf } from "./repair.js";

/** 40 rows whose columns each need a word. */
const TABLE = [
  "id,code,constant,leak,class",
  ...Array.from(
    { length: 40 },
    (_, i) => `p${i}x,0${i % 9},7,${i % 2 ? "on" : "off"},${i % 2 ? "yes" : "no"}`,
  ),
].join("\n");

describe("repairs of what the library warns of", async () => {
  const read = await readSource(bytesOf("t.csv", TABLE));
  const { warnings } = trainingFrom(read, { target: "class" });
  const repairFor = (column: string) =>
    warnings.flatMap((each) => (each.column === column ? [repairOf(each)] : []))[0];

  it("include an identifier that was left out", () => {
    expect(repairFor("id")).toEqual({ label: "Include it", use: ["id"] });
  });

  it("leave out a constant, and an attribute that gives the class away", () => {
    expect(repairFor("constant")).toEqual({ label: "Leave it out", ignore: ["constant"] });
    expect(repairFor("leak")).toEqual({ label: "Leave it out", ignore: ["leak"] });
  });

  it("read digits as numbers", () => {
    expect(repairFor("code")).toEqual({ label: "Read as numeric", reading: { types: { code: "numeric" } } });
  });
});

describe("what a repair changes", () => {
  it("moves a column from one list to the other", () => {
    const recipe = { ignore: ["a"], use: ["b"] };
    expect(repairedRecipe(recipe, { label: "", use: ["a"] })).toEqual({ ignore: [], use: ["b", "a"] });
    expect(repairedRecipe(recipe, { label: "", ignore: ["b"] })).toEqual({ ignore: ["a", "b"], use: [] });
  });

  it("adds to the types", () => {
    const reading = { types: { a: "nominal" } } as const;
    expect(repairedReading(reading, { types: { b: "numeric" } })).toEqual({
      types: { a: "nominal", b: "numeric" },
    });
  });

  it("is nothing for a remedy of another kind, or a warning without one", () => {
    const remedy = { flag: "--encoding x", option: "encoding: latin1" };
    expect(repairOf({ code: "ENCODING_GUESSED", message: "", remedy })).toBeUndefined();
    expect(repairOf({ code: "CLASS_SINGLE", message: "" })).toBeUndefined();
  });
});
