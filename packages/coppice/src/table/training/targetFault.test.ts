import { describe, expect, it } from "vitest";
import type { Column } from "../column.js";
import { warningText } from "../remedy.js";
import { targetFault } from "./targetFault.js";

function classes(texts: readonly string[]): Column {
  const levels = [...new Set(texts)].sort();
  const codes = Int32Array.from(texts, (text) => levels.indexOf(text));
  return { type: "nominal", name: "y", levels, codes };
}

const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const faultOf = (column: Column, isDeclared = false) => {
  const fault = targetFault(column, isDeclared);
  return fault && `${fault.code}: ${warningText(fault, "flag")}`;
};

describe("a target that cannot be learned", () => {
  it("has one value", () => {
    expect(faultOf(classes(["a", "a", "a"]), true)).toBe(
      'TARGET_CONSTANT: the target "y" is "a" in every row: there is nothing to learn',
    );
    expect(faultOf({ type: "numeric", name: "y", values: Float64Array.of(3, 3) })).toBe(
      'TARGET_CONSTANT: the target "y" is "3" in every row: there is nothing to learn',
    );
  });

  it("has nearly one class per row, because numbers were read as text", () => {
    expect(faultOf(classes(times(300, (i) => `${i},5`)))).toBe(
      'TARGET_CLASSES: the target "y" has 300 classes in 300 rows, too few rows per class to learn from: its cells look like ' +
        'numbers read as text, such as "0,5"; add --type y=numeric to read them as numbers or to find the cell that is not one',
    );
    for (const number of ["$1,2%0.50", "-%1 %", "1.00%4,31 kg", "(%12)"]) {
      const found = faultOf(classes(times(30, (i) => number.replace("%", String(i)))));
      expect(found, number).toContain("look like numbers");
    }
  });

  it("has nearly one class per row, because it is an identifier", () => {
    expect(faultOf(classes(times(40, (i) => `customer ${Math.min(i, 20)}`)))).toBe(
      'TARGET_CLASSES: the target "y" has 21 classes in 40 rows, too few rows per class to learn from: it looks like ' +
        "an identifier or free text, so another column may be the target; add --type y=nominal if these are classes",
    );
  });

  it("is not one with two rows per class, with declared classes, or with numbers", () => {
    const codes = times(40, (i) => `class ${i % 20}`);
    expect(faultOf(classes(codes))).toBeUndefined();
    expect(faultOf(classes(times(40, (i) => `class ${i}`)), true)).toBeUndefined();
    expect(
      faultOf({ type: "numeric", name: "y", values: Float64Array.from(times(40, (i) => i)) }),
    ).toBeUndefined();
  });
});
