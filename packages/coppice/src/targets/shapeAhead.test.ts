import { describe, expect, it } from "vitest";
import { folder } from "../../test/kit/folder.js";
import { shapeAhead } from "./shapeAhead.js";

const { at, put } = folder();

function shapeOf(text: string, target?: string, isNominal = false) {
  const path = put("table.csv", text);
  return shapeAhead(path, { target, isNominal });
}

describe("the shape of a table that is still to be read", () => {
  it("has as many classes as the first lines show", () => {
    const shape = { classes: 3, levels: false, whole: false };
    const integers = { ...shape, fractions: false };
    expect(shapeOf("a,b,y\n0.5,2,no\n1.5,?,yes\n2,3,maybe\n7,7")).toEqual({ ...shape, fractions: true });
    expect(shapeOf('"y";"a"\r\nno;-1\r\nyes;0\r\n"maybe";2\r\n', "y")).toEqual(integers);
  });

  it("distinguishes numbers, small integers and levels", () => {
    expect(shapeOf("a,y\n1,2.5\n63,3\n0,4\n")).toMatchObject({ classes: 0, levels: false, whole: true });
    expect(shapeOf("a,y\n1,2\n64,3\n0,4\n")).toMatchObject({ classes: 0, levels: false, whole: false });
    expect(shapeOf("a,y\nred,2\nblue,3\n,4\n")).toMatchObject({ classes: 0, levels: true, whole: false });
    expect(shapeOf("a,y\n1,2\n2,3\n3,3\n", "y", true)).toMatchObject({ classes: 2 });
  });

  it("is unknown if the lines are not those of a table with this target", () => {
    expect(shapeOf("a,y\n1,2\n2,3\n3,4\n", "z")).toBeUndefined();
    expect(shapeOf("a,y\n1,2\n2\n3,4\n")).toBeUndefined();
    expect(shapeOf("a,y\n")).toBeUndefined();
    expect(shapeAhead(at("absent.csv"), {})).toBeUndefined();
  });
});
