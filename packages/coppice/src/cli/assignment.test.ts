import { expect, test } from "vitest";
import { cases } from "../../test/kit/cases.js";
import { settingOf, settingValue, typeOf } from "./assignment.js";

test.each(cases`
  5 → 5
  -0.25 → -0.25
  .5 → 0.5
  1e-3 → 0.001
  007 → 7
  true → true
  null → null
  [1, 2] → [1,2]
  {"a": 1} → {"a":1}
  "5" → "5"
  5% → "5%"
  gini → "gini"
  → ""
  Infinity → "Infinity"
  [broken → "[broken"
  1,2 → "1,2"
  trueish → "trueish"
`)("--set reads %s as %s", (text, json) => expect(settingValue(text)).toEqual(JSON.parse(json)));

test("--set splits at the first equals sign, and needs a name and a value", () => {
  expect(settingOf("a=b=c")).toEqual(["a", "b=c"]);
  for (const bad of ["maxDepth", "=5", ""])
    expect(() => settingOf(bad)).toThrow(`--set needs name=value; got ${JSON.stringify(bad)}`);
});

test("--type splits at the last equals sign, and refuses what is no type", () => {
  expect(typeOf("a=b=nominal")).toEqual(["a=b", "nominal"]);
  expect(typeOf("=numeric")).toEqual(["", "numeric"]);
  expect(() => typeOf("x=nomnal")).toThrow(
    '--type needs column=type, the type being one of numeric, nominal, ordered, string, text; got "x=nomnal"; did you mean "nominal"?',
  );
  expect(() => typeOf("nominal")).toThrow('got "nominal"');
});
