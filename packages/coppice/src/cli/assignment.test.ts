import { describe, expect, it } from "vitest";
import { settingOf, settingValue, typeOf } from "./assignment.js";

describe("--set", () => {
  it("reads numbers, truth values, lists and objects, and leaves the rest as text", () => {
    const cases: [string, unknown][] = [
      ["5", 5],
      ["-0.25", -0.25],
      [".5", 0.5],
      ["1e-3", 0.001],
      ["007", 7],
      ["true", true],
      ["false", false],
      ["null", null],
      ["[1, 2]", [1, 2]],
      ['{"a": 1}', { a: 1 }],
      ['"5"', "5"],
      ["5%", "5%"],
      ["gini", "gini"],
      ["", ""],
      ["Infinity", "Infinity"],
      ["[broken", "[broken"],
      ["1,2", "1,2"],
      ["trueish", "trueish"],
    ];
    for (const [text, value] of cases) expect(settingValue(text), text).toEqual(value);
  });

  it("splits at the first equals sign", () => {
    expect(settingOf("a=b=c")).toEqual(["a", "b=c"]);
    expect(settingOf("prune=none")).toEqual(["prune", "none"]);
  });

  it("refuses a setting without a name or a value", () => {
    for (const bad of ["maxDepth", "=5", ""]) {
      expect(() => settingOf(bad)).toThrow(`--set needs name=value; got ${JSON.stringify(bad)}`);
    }
  });
});

describe("--type", () => {
  it("splits at the last equals sign", () => {
    expect(typeOf("a=b=nominal")).toEqual(["a=b", "nominal"]);
    expect(typeOf("=numeric")).toEqual(["", "numeric"]);
  });

  it("refuses what is no type", () => {
    expect(() => typeOf("x=nomnal")).toThrow(
      '--type needs column=type, the type being one of numeric, nominal, ordered, string, text; got "x=nomnal"; did you mean "nominal"?',
    );
    expect(() => typeOf("nominal")).toThrow('got "nominal"');
  });
});
