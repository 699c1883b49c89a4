import { expect, it } from "vitest";
import { cases, unescaped } from "../../test/kit/cases.js";
import { folder } from "../../test/kit/folder.js";
import { shapeAhead } from "./shapeAhead.js";

const { at, put } = folder();

it.each(cases`
  # classes, as many as the first lines show
  a,b,y\n0.5,2,no\n1.5,?,yes\n2,3,maybe\n7,7 → → {"classes":3,"levels":false,"whole":false,"fractions":true}
  "y";"a"\r\nno;-1\r\nyes;0\r\n"maybe";2\r\n → y → {"classes":3,"levels":false,"whole":false,"fractions":false}
  # numbers, small integers and levels
  a,y\n1,2.5\n63,3\n0,4\n → → {"classes":0,"levels":false,"whole":true,"fractions":false}
  a,y\n1,2\n64,3\n0,4\n → → {"classes":0,"levels":false,"whole":false,"fractions":false}
  a,y\nred,2\nblue,3\n,4\n → → {"classes":0,"levels":true,"whole":false,"fractions":false}
  a,y\n1,2\n2,3\n3,3\n → nominal y → {"classes":2,"levels":false,"whole":true,"fractions":false}
`)("the shape of the table %j ahead, by target %s", (text, target, shape) => {
  const isNominal = target.startsWith("nominal");
  const name = target.replace("nominal ", "") || undefined;
  const found = shapeAhead(put("table.csv", unescaped(text)), { target: name, isNominal });
  expect(found).toEqual(JSON.parse(shape));
});

it("the shape is unknown if the lines are not those of a table with this target", () => {
  expect(shapeAhead(put("t.csv", "a,y\n1,2\n2,3\n3,4\n"), { target: "z" })).toBeUndefined();
  expect(shapeAhead(put("t.csv", "a,y\n1,2\n2\n3,4\n"), {})).toBeUndefined();
  expect(shapeAhead(put("t.csv", "a,y\n"), {})).toBeUndefined();
  expect(shapeAhead(at("absent.csv"), {})).toBeUndefined();
});
