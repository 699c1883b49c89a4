import { expect, it } from "vitest";
import { nominal, numeric } from "../../testing/index.js";
import type { Column } from "../column.js";
import { warningText } from "../remedy.js";
import { targetFault } from "./targetFault.js";

function classes(texts: readonly string[]): Column {
  const levels = [...new Set(texts)].sort();
  const codes = texts.map((text) => levels.indexOf(text));
  return nominal("y", levels, codes);
}

const times = <T>(count: number, of: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => of(i));
const faultOf = (column: Column, isDeclared = false) => {
  const fault = targetFault(column, isDeclared);
  return fault && `${fault.code}: ${warningText(fault, "flag")}`;
};

const CLASSES = (classes: number, rows: number) =>
  `TARGET_CLASSES: the target "y" has ${classes} classes in ${rows} rows, too few rows per class to learn from: `;

it.each<[string, Column, boolean, fault?: string]>([
  [
    "one class",
    classes(["a", "a"]),
    true,
    'TARGET_CONSTANT: the target "y" is "a" in every row: there is nothing to learn',
  ],
  [
    "one number",
    numeric("y", [3, 3]),
    false,
    'TARGET_CONSTANT: the target "y" is "3" in every row: there is nothing to learn',
  ],
  [
    ...(["numbers read as text", classes(times(300, (i) => `${i},5`)), false] as const),
    `${CLASSES(300, 300)}its cells look like numbers read as text, such as "0,5"; add --type y=numeric to read them as numbers or to find the cell that is not one`,
  ],
  [
    ...(["an identifier", classes(times(40, (i) => `customer ${Math.min(i, 20)}`)), false] as const),
    `${CLASSES(21, 40)}it looks like an identifier or free text, so another column may be the target; add --type y=nominal if these are classes`,
  ],
  ["two rows per class", classes(times(40, (i) => `class ${i % 20}`)), false],
  ["declared classes", classes(times(40, (i) => `class ${i}`)), true],
  ["numbers", numeric("y", times(40, Number)), false],
])("whether a target can be learned: %s", (_, column, isDeclared, fault) => {
  expect(faultOf(column, isDeclared)).toBe(fault);
});

it.each(["$1,2%0.50", "-%1 %", "1.00%4,31 kg", "(%12)"])("%s looks like a number read as text", (number) => {
  const found = faultOf(classes(times(30, (i) => number.replace("%", String(i)))));
  expect(found).toContain("look like numbers");
});
